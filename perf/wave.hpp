// SPDX-License-Identifier: Apache-2.0
// The benchmark of the wave equation's update, order 8 in 3D: four values an update, of which one is written.
#pragma once

#include <tessera/equation/wave.hpp>
#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tessera.hpp>

#include <memory>
#include <string>
#include <vector>

#include "field.hpp"
#include "limits.hpp"
#include "problem.hpp"
#include "redundancy.hpp"
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
template <class T, class Exec = Kokkos::DefaultExecutionSpace>
class WaveBench {
  using View = NodeView<T, 3, typename Exec::memory_space>;
  using Memory = typename Exec::memory_space;
  static constexpr bool host = detail::on_host<Exec>;
  using Medium = MediumAtNodes<T, 3, Memory>;

public:
  /// "wave3d/512/float"
  static std::string name(std::int64_t n) { return detail::text("wave3d/", n, "/", type_name<T>); }

  /// In the order in which the constructor makes the rows.
  static std::vector<std::string> row_names(std::int64_t, Options const& options) {
    auto names = limit_names<Exec>();
    names.push_back("loop");
    if (host && options.serial) names.push_back("loop_serial");
    for (char const* scheme : scheme_names)
      if (options.wants_scheme(scheme)) names.push_back(scheme);
    if (options.wants_scheme("direct")) names.push_back(row_with_sponge);
    return names;
  }

  WaveBench(std::int64_t n, Options const& options)
      : n_(n), u_(make("perf::u")), v_(make("perf::v")), ratio_(make("perf::ratio")) {
    for (int d = 0; d < 3; ++d) {
      grid_.nodes[d] = n;
      grid_.spacing[d] = 1;
    }
    // (v dt / h)^2 up to half of what is stable: 4 / (3 x 6.50).
    Kokkos::parallel_for("perf::ratio", all_of(exec_, ratio_),
                         ScaledValues<View>{ratio_, static_cast<T>(0.1)});
    updates_ = options.updates > 0 ? options.updates : host ? 5e8 : 4e9;
    // An update moves as many bytes as the copy of two values.
    rows_ = limits(exec_, {v_.data(), u_.data(), bytes(), 2 * sweeps(1), nodes() * sweeps(1)});
    add_loop("loop", true);
    if (host && options.serial) add_loop("loop_serial", false);
    for (char const* name : scheme_names)
      if (options.wants_scheme(name)) add_scheme(name, AnyScheme{name}, plain());
    if (options.wants_scheme("direct")) add_scheme(row_with_sponge, Direct{}, with_sponge());
  }

  std::vector<Row> const& rows() const { return rows_; }
  void prepare() {}

private:
  View make(std::string const& label) {
    View const view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), n_, n_, n_);
    fill_random(exec_, view);
    return view;
  }

  Wave<T, 3, wave_order, Medium> plain() const { return {{1, 1, 1}, Medium(grid_.nodes, ratio_), {}, {}}; }

  auto with_sponge() const {
    using WithAll = Wave<T, 3, wave_order, Medium, Sponge<T, 3, Memory>, PointSource<T, 3, Memory>>;
    WithAll stencil{{1, 1, 1}, Medium(grid_.nodes, ratio_), {}, {}};
    for (int d = 0; d < 3; ++d) {
      Kokkos::View<T*, Memory> const ones("perf::ones", n_), zeros("perf::zeros", n_);
      Kokkos::deep_copy(ones, T(1));
      stencil.damping.kept_along[d] = ones;
      stencil.damping.lift_along[d] = zeros;
      stencil.source.node[d] = n_ / 2;
    }
    stencil.source.pulse = TimeTable<Memory>().view();
    return stencil;
  }

  double nodes() const { return static_cast<double>(u_.size()); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(u_.size() * sizeof(T)); }

  int sweeps(int fused) const { return even_sweeps(updates_, nodes(), fused); }

  Row& add(std::string const& name, double steps) {
    Row& row = rows_.emplace_back();
    row.name = name;
    row.steps = steps;
    row.updates = nodes() * steps;
    row.ideal_bytes = 4. * sizeof(T) * row.updates;
    return row;
  }

  void add_loop(std::string const& name, bool threads) {
    int const count = sweeps(1);
    auto const make_steps = [this, threads](int steps) {
      for (int i = 0; i < steps; i += 2) {
        wave_loop(exec_, v_, u_, ratio_, threads);
        wave_loop(exec_, u_, v_, ratio_, threads);
      }
      exec_.fence();
    };
    Row& row = add(name, count);
    row.run = [make_steps, count] { make_steps(count); };
    fill_random(exec_, u_);
    fill_random(exec_, v_);
    make_steps(check_steps);
    row.checksum = checksum(exec_, u_);
  }

  template <class Scheme, class StencilType>
  void add_scheme(std::string const& name, Scheme const& scheme, StencilType const& stencil) {
    auto const field = make_field(grid_, u_);
    auto const boundary = everywhere(Fixed{});
    using StepperType = Stepper<Exec, View, StencilType, std::remove_const_t<decltype(boundary)>, Scheme>;
    fill_random(exec_, u_); // the stepper starts with a copy of it as the previous level
    auto const stepper = std::make_shared<StepperType>(exec_, field, stencil, boundary, scheme);
    auto const report = stepper->report();
    int const steps = sweeps(report.fused_steps) * report.fused_steps;
    Row& row = add(name, steps);
    row.run = [this, stepper, field, steps] {
      stepper->advance(field, steps);
      exec_.fence();
    };
    describe_tiles(row, report, wave_order / 2, std::vector<double>(3, static_cast<double>(n_)));
    stepper->advance(field, check_steps);
    row.checksum = checksum(exec_, u_);
  }

  static constexpr int check_steps = 10;
  Exec exec_;
  std::int64_t n_;
  View u_, v_, ratio_;
  Grid<3> grid_;
  double updates_ = 0;
  std::vector<Row> rows_;
};

} // namespace tessera::perf
