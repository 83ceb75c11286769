// SPDX-License-Identifier: Apache-2.0
// The benchmark of the wave equation's update, order 8 in 3D: four values an update, of which one is written.
#pragma once

#include <tessera/equation/wave.hpp>

#include <string>

#include "stepped.hpp"
#include "wave_loops.hpp"

namespace tessera::perf {

inline constexpr int wave_order = 8;

/// What tessera-wave runs, with nothing to absorb and nothing to add.
inline constexpr char row_with_sponge[] = "direct/sponge_and_source";

template <class View>
struct ScaledValues {
  View view;
  typename View::non_const_value_type factor;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { view.data()[i] *= factor; }
};

/// One problem: n^3 nodes of T, edges fixed.
template <class T>
class WaveBench : public SteppedProblem<WaveBench<T>, NodeView<T, 3>> {
  using Base = SteppedProblem<WaveBench<T>, NodeView<T, 3>>;
  using typename Base::View;
  using Memory = typename View::memory_space;
  using Medium = MediumAtNodes<T, 3, Memory>;

public:
  /// "wave3d/512/float"
  static std::string name(std::int64_t n) { return detail::text("wave3d/", n, "/", type_name<T>); }
  static Grid<3> grid_of(std::int64_t n) { return cube<3>(n); }
  static typename Base::Plan plan(std::int64_t, Options const& options) {
    auto plan = Base::loops(options);
    for (auto const& scheme : wanted_schemes<Wave<T, 3, wave_order, Medium>, T>(options))
      plan.push_back(Base::by_scheme(scheme, {scheme}));
    if (options.wants_scheme("direct"))
      plan.push_back({row_with_sponge,
                      [](WaveBench& wave, Row& row) { wave.add_scheme(row, Direct{}, wave.with_sponge()); }});
    return plan;
  }

  WaveBench(std::int64_t n, Options const& options)
      : Base(n, options, Base::usual_updates), ratio_(this->make_view("perf::ratio")) {
    // (v dt / h)^2 up to half of what is stable: 4 / (3 x 6.50).
    Kokkos::parallel_for("perf::ratio", all_of(this->exec_, ratio_),
                         ScaledValues<View>{ratio_, static_cast<T>(0.1)});
    this->make_rows(options);
  }

  /// The levels go on from where they are.
  void prepare() {}

  static constexpr double bytes_moved = 4. * sizeof(T);
  static constexpr int copies_a_sweep = 2; // an update moves as many bytes as the copy of two values
  /// Counted for every step, of a sweep of several, too.
  double traffic(int sweeps, int fused) const {
    return bytes_moved * (this->nodes() * (static_cast<double>(sweeps) * fused));
  }

  Wave<T, 3, wave_order, Medium> stencil() const {
    return {{1, 1, 1}, Medium(this->grid_.nodes, ratio_), {}, {}};
  }
  void loop(View const& to, View const& from, bool threads) const {
    wave_loop(this->exec_, to, from, ratio_, threads);
  }

private:
  auto with_sponge() const {
    using WithAll = Wave<T, 3, wave_order, Medium, Sponge<T, 3, Memory>, PointSource<T, 3, Memory>>;
    WithAll stencil{{1, 1, 1}, Medium(this->grid_.nodes, ratio_), {}, {}};
    for (int d = 0; d < 3; ++d) {
      Kokkos::View<T*, Memory> const ones("perf::ones", this->n_), zeros("perf::zeros", this->n_);
      Kokkos::deep_copy(ones, T(1));
      stencil.damping.kept_along[d] = ones;
      stencil.damping.lift_along[d] = zeros;
      stencil.source.node[d] = this->n_ / 2;
    }
    stencil.source.pulse = TimeTable<Memory>().view();
    return stencil;
  }

  View ratio_;
};

} // namespace tessera::perf
