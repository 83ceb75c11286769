// SPDX-License-Identifier: Apache-2.0
// The benchmark of the wave equation's update, order 8 in 3D: four values an update, of which one is written.
#pragma once

#include <tessera/scheme/by_name.hpp>
#include <tessera/solver/wave.hpp>
#include <tessera/tessera.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "copies.hpp"
#include "field.hpp"
#include "options.hpp"
#include "report.hpp"
#include "wave_loops.hpp"

namespace tessera::perf {

inline constexpr int wave_order = 8;

/// "wave3d/512/float"
template <class T>
std::string wave_group_name(std::int64_t n) {
  return detail::text("wave3d/", n, sizeof(T) == 4 ? "/float" : "/double");
}

inline std::vector<std::string> wave_schemes(Options const& options) {
  std::vector<std::string> names;
  for (char const* name : scheme_names)
    if (options.wants_scheme(name)) names.emplace_back(name);
  return names;
}

/// What tessera-wave runs, with nothing to absorb and nothing to add.
inline constexpr char row_with_sponge[] = "direct/sponge_and_source";

template <class Exec>
std::vector<std::string> wave_row_names(Options const& options) {
  auto names = copy_names<Exec>();
  names.push_back("loop");
  for (auto const& name : wave_schemes(options)) names.push_back(name);
  if (options.wants_scheme("direct")) names.push_back(row_with_sponge);
  return names;
}

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
  using Medium = MediumAtNodes<T, 3, Memory>;

public:
  WaveBench(std::int64_t n, Options const& options)
      : n_(n), u_(make("perf::u")), v_(make("perf::v")), ratio_(make("perf::ratio")) {
    for (int d = 0; d < 3; ++d) {
      grid_.nodes[d] = n;
      grid_.spacing[d] = 1;
    }
    // (v dt / h)^2 up to half of what is stable: 4 / (3 x 6.50).
    Kokkos::parallel_for("perf::ratio", all_of(exec_, ratio_),
                         ScaledValues<View>{ratio_, static_cast<T>(0.1)});
    updates_ = options.updates > 0 ? options.updates : detail::on_host<Exec> ? 5e8 : 4e9;
    group_.name = wave_group_name<T>(n);
    add_copies();
    add_loop();
    for (auto const& name : wave_schemes(options))
      with_scheme(name, {0, 0, 0}, 0, [&](auto const& scheme) { add_scheme(name, scheme, plain()); });
    if (options.wants_scheme("direct")) add_scheme(row_with_sponge, Direct{}, with_sponge());
  }

  Group measured(int repetitions) {
    measure_in_turns(group_.rows, repetitions);
    group_.require_equal_checksums();
    return group_;
  }

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

  int sweeps(int fused) const {
    return 2 * std::max(1, static_cast<int>(updates_ / nodes() / fused / 2 + 0.5));
  }

  Row& add(std::string const& name, double updates) {
    Row row;
    row.name = name;
    row.updates = updates;
    row.ideal_bytes = 4. * sizeof(T) * updates;
    group_.rows.push_back(row);
    return group_.rows.back();
  }

  /// An update moves as many bytes as the copy of two values.
  void add_copies() {
    for (Copy const& copy : copies(exec_, v_.data(), u_.data(), bytes(), 2 * sweeps(1)))
      add(copy.name, nodes() * sweeps(1)).run = copy.run;
  }

  void add_loop() {
    int const count = sweeps(1);
    auto const make_steps = [this](int steps) {
      for (int i = 0; i < steps; i += 2) {
        wave_loop(exec_, v_, u_, ratio_);
        wave_loop(exec_, u_, v_, ratio_);
      }
      exec_.fence();
    };
    Row& row = add("loop", nodes() * count);
    row.run = [make_steps, count] { make_steps(count); };
    fill_random(exec_, u_);
    fill_random(exec_, v_);
    make_steps(check_steps);
    row.checksum = checksum(exec_, u_);
  }

  template <class Scheme, class StencilType>
  void add_scheme(std::string const& name, Scheme const& scheme, StencilType const& stencil) {
    auto const field = alias(grid_, u_);
    auto const boundary = everywhere(Fixed{});
    using StepperType = Stepper<Exec, View, StencilType, std::remove_const_t<decltype(boundary)>, Scheme>;
    fill_random(exec_, u_); // the stepper starts with a copy of it as the previous level
    auto const stepper = std::make_shared<StepperType>(exec_, field, stencil, boundary, scheme);
    auto const report = stepper->report();
    int const steps = sweeps(report.fused_steps) * report.fused_steps;
    Row& row = add(name, nodes() * steps);
    row.run = [this, stepper, field, steps] {
      stepper->advance(field, steps);
      exec_.fence();
    };
    if (report.scratch_bytes > 0)
      row.note = detail::text("tile ", detail::extents_text(report.tile, 3), ", fused steps ",
                              report.fused_steps, ", scratch ", report.scratch_bytes, " B");
    stepper->advance(field, check_steps);
    row.checksum = checksum(exec_, u_);
  }

  static constexpr int check_steps = 10;
  Exec exec_;
  std::int64_t n_;
  View u_, v_, ratio_;
  Grid<3> grid_;
  double updates_ = 0;
  Group group_;
};

/// Registers one problem. It is set up and measured when its first row runs, and freed before the next.
template <class T>
void register_wave(std::int64_t n, Options const& options, std::vector<std::shared_ptr<Group>>& groups) {
  using Exec = Kokkos::DefaultExecutionSpace;
  if (!options.wants_type(sizeof(T) == 4 ? "float" : "double")) return;
  auto const group = groups.emplace_back(std::make_shared<Group>());
  register_rows(wave_group_name<T>(n), wave_row_names<Exec>(options), options.repetitions,
                [=]() -> Group const& {
                  if (group->rows.empty()) {
                    *group = WaveBench<T>(n, options).measured(options.repetitions);
                    for (Row& row : group->rows) row.run = nullptr; // frees fields and steppers
                  }
                  return *group;
                });
}

} // namespace tessera::perf
