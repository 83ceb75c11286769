// SPDX-License-Identifier: Apache-2.0
// The heat solver for one dimension and precision. Compiled once for each, in the run_*.cpp.
#pragma once

#include <tessera/solver/face_condition.hpp>
#include <tessera/solver/heat.hpp>

#include <limits>

#include "../common/stepping.hpp"
#include "heat_data.hpp"

namespace tessera::heat {

/// A time table and what it is filled with.
struct TimedTable {
  TimeTable<Memory> table;
  TimeFunction function;
  double scale = 1.;
};

template <int D, class T>
class HeatRun final : public app::Simulation {
public:
  using FieldType = Field<NodeView<T, D>>;
  using Condition = FaceCondition<D, Memory>;

  explicit HeatRun(HeatProblem const& problem)
      : dt_(problem.dt), grid_(make_grid(problem.geometry)),
        u_(alias(grid_, make_view<T, D>("tessera::heat::u", problem.geometry))) {
    fill(u_.view(), [&](std::size_t i) { return problem.initial[i]; });
    bytes_ = 2. * sizeof(T);
    auto const boundary = make_boundary(problem);
    if (problem.diffusivity_field.empty() && problem.source.empty())
      step_with(problem, boundary, plain(problem));
    else
      step_with(problem, boundary, in_matter(problem, boundary));
    for (auto const& timed : tables_)
      if (!timed.function)
        timed.table.fill(exec_, 0, TimeTable<Memory>::longest_advance(), [&](Index) { return timed.scale; });
  }

  void advance(std::int64_t steps) override {
    for (auto const& timed : tables_)
      if (timed.function)
        timed.table.fill(exec_, step(), steps,
                         [&](Index n) { return timed.scale * timed.function(static_cast<double>(n) * dt_); });
    stepping_->advance(u_, steps);
    exec_.fence("tessera::heat: advance");
  }

  std::int64_t longest_advance() const override {
    for (auto const& timed : tables_)
      if (timed.function) return TimeTable<Memory>::longest_advance();
    return std::numeric_limits<std::int64_t>::max();
  }

  std::int64_t step() const override { return stepping_->step(); }

  bool finite() const override {
    std::int64_t bad = 0;
    auto const* values = u_.view().data();
    Kokkos::parallel_reduce(
        "tessera::heat::finite", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec_, 0, grid_.size()),
        KOKKOS_LAMBDA(Index i, std::int64_t & count) { count += !Kokkos::isfinite(values[i]); }, bad);
    return bad == 0;
  }

  app::HostField field() const override {
    std::vector<T> values(static_cast<std::size_t>(grid_.size()));
    Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(values.data(), values.size()),
                      Kokkos::View<T const*, Memory>(u_.view().data(), values.size()));
    return values;
  }

  app::SchemeChoice scheme() const override { return app::scheme_choice(stepping_->report(), D); }

  double ideal_bytes_per_update() const override { return bytes_; }

private:
  static Grid<D> make_grid(app::Geometry const& g) {
    Grid<D> grid{};
    for (std::size_t d = 0; d < D; ++d) {
      grid.nodes[d] = g.nodes[d];
      grid.spacing[d] = g.spacing[d];
      grid.origin[d] = g.origin[d];
    }
    return grid;
  }

  TimeTableView<Memory> timed(TimeFunction const& function, double scale) {
    tables_.push_back({TimeTable<Memory>("tessera::heat::time_table"), function, scale});
    return tables_.back().table.view();
  }

  static ConditionKind kind_of(app::FaceKind kind) {
    switch (kind) {
    case app::FaceKind::fixed:
      return ConditionKind::fixed;
    case app::FaceKind::value:
      return ConditionKind::prescribed;
    case app::FaceKind::neumann:
      return ConditionKind::neumann;
    case app::FaceKind::zero_gradient:
      return ConditionKind::zero_gradient;
    case app::FaceKind::periodic:
      return ConditionKind::periodic;
    }
    throw InvalidInput("a face of no kind (give one of those of the configuration file)");
  }

  Condition make_condition(HeatProblem const& problem, std::size_t face) {
    auto const& spec = problem.faces[face];
    Condition condition;
    condition.kind = kind_of(spec.kind);
    condition.axis = static_cast<int>(face / 2);
    if (D == 3) condition.row = problem.geometry.nodes[condition.axis == 2 ? 1 : 2];
    if (spec.values.empty()) return condition;
    condition.values = list_of(spec.values);
    condition.factor = timed(spec.time, 1.);
    return condition;
  }

  auto make_boundary(HeatProblem const& problem) {
    auto const condition = [&](std::size_t face) { return make_condition(problem, face); };
    auto const line = everywhere(Condition{}).on(west, condition(0)).on(east, condition(1));
    if constexpr (D == 1) {
      return line;
    } else {
      auto const plane = line.on(south, condition(2)).on(north, condition(3));
      if constexpr (D == 2)
        return plane;
      else
        return plane.on(bottom, condition(4)).on(top, condition(5));
    }
  }

  Heat<T, D> plain(HeatProblem const& problem) const {
    Heat<T, D> stencil{};
    for (int d = 0; d < D; ++d)
      stencil.ratio[d] = static_cast<T>(problem.diffusivity * dt_ / (grid_.spacing[d] * grid_.spacing[d]));
    return stencil;
  }

  template <class BoundaryType>
  HeatInMatter<T, D, Memory> in_matter(HeatProblem const& problem, BoundaryType const& boundary) {
    HeatInMatter<T, D, Memory> stencil{};
    for (int d = 0; d < D; ++d)
      stencil.half_ratio[d] = static_cast<T>(0.5 * dt_ / (grid_.spacing[d] * grid_.spacing[d]));
    auto const kappa = make_view<T, D>("tessera::heat::kappa", problem.geometry);
    auto const& field = problem.diffusivity_field;
    fill(kappa, [&](std::size_t i) { return field.empty() ? problem.diffusivity : field[i]; });
    stencil.kappa = padded_diffusivity(exec_, kappa, boundary);
    bytes_ += sizeof(T);
    if (!problem.source.empty()) {
      auto const source = make_view<T, D>("tessera::heat::source", problem.geometry);
      fill(source, [&](std::size_t i) { return problem.source[i]; });
      stencil.source = source;
      stencil.rate = timed(problem.source_time, dt_);
      bytes_ += sizeof(T);
    }
    return stencil;
  }

  template <class BoundaryType, class StencilType>
  void step_with(HeatProblem const& problem, BoundaryType const& boundary, StencilType const& stencil) {
    Clock const clock{.dt = dt_ > 0. ? dt_ : 1., .start = 0., .first_step = problem.first_step};
    if (problem.obstacle.empty()) {
      stepping_ = app::make_stepping(exec_, u_, stencil, boundary, problem.scheme, clock, NoObstacle{});
      return;
    }
    auto const mask = make_view<std::uint8_t, D>("tessera::heat::obstacle", problem.geometry);
    fill(mask, [&](std::size_t i) { return problem.obstacle[i]; });
    bytes_ += 1.;
    stepping_ = app::make_stepping(exec_, u_, stencil, boundary, problem.scheme, clock, mask);
  }

  Exec exec_;
  double dt_;
  Grid<D> grid_;
  FieldType u_;
  std::vector<TimedTable> tables_;
  std::unique_ptr<app::Stepping<FieldType>> stepping_;
  double bytes_ = 0.;
};

template <int D, class T>
std::unique_ptr<app::Simulation> make_heat_run(HeatProblem const& problem) {
  return std::make_unique<HeatRun<D, T>>(problem);
}

} // namespace tessera::heat
