// SPDX-License-Identifier: Apache-2.0
// The heat solver for one dimension and precision. Compiled once for each, in the run_*.cpp.
#pragma once

#include <tessera/equation/heat.hpp>

#include "../common/device_faces.hpp"
#include "../common/stepping.hpp"
#include "problem.hpp"

namespace tessera::heat {

using app::Exec, app::Memory;

template <int D, class T>
class HeatRun final : public app::Simulation {
public:
  using FieldType = Field<NodeView<T, D>>;

  explicit HeatRun(HeatProblem const& problem)
      : dt_(problem.dt), grid_(app::make_grid<D>(problem.geometry)),
        u_(make_field(grid_, app::make_view<T, D>("tessera::heat::u", problem.geometry))),
        tables_(problem.dt) {
    app::fill(u_.view(), [&](std::size_t i) { return problem.initial[i]; });
    bytes_ = 2. * sizeof(T);
    auto const boundary = make_boundary(problem);
    if (problem.diffusivity_field.empty() && problem.source.empty())
      step_with(problem, boundary, plain(problem));
    else
      step_with(problem, boundary, in_matter(problem, boundary));
    tables_.fill_constant(exec_);
  }

  void advance(std::int64_t steps) override {
    tables_.fill(exec_, step(), steps);
    stepper_->advance(u_, steps);
    exec_.fence("tessera::heat: advance");
  }

  std::int64_t longest_advance() const override { return tables_.longest_advance(); }

  std::int64_t step() const override { return stepper_->step(); }

  bool finite() const override { return app::all_finite(exec_, u_.view()); }

  app::HostField field() const override { return app::host_values(u_.view()); }

  app::SchemeChoice scheme() const override { return app::choice_of(stepper_->report(), D); }

  double ideal_bytes_per_update() const override { return bytes_; }

private:
  auto make_boundary(HeatProblem const& problem) {
    return app::make_boundary<D>([&](std::size_t face) {
      return app::make_condition<D, FaceCondition<D, Memory>>(problem.faces[face], problem.geometry, face,
                                                              tables_);
    });
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
    auto const kappa = app::make_view<T, D>("tessera::heat::kappa", problem.geometry);
    auto const& field = problem.diffusivity_field;
    app::fill(kappa, [&](std::size_t i) { return field.empty() ? problem.diffusivity : field[i]; });
    stencil.kappa = padded_diffusivity(exec_, kappa, boundary);
    bytes_ += sizeof(T);
    if (!problem.source.empty()) {
      auto const source = app::make_view<T, D>("tessera::heat::source", problem.geometry);
      app::fill(source, [&](std::size_t i) { return problem.source[i]; });
      stencil.source = source;
      stencil.rate = tables_.add(problem.source_time, dt_);
      bytes_ += sizeof(T);
    }
    return stencil;
  }

  template <class BoundaryType, class StencilType>
  void step_with(HeatProblem const& problem, BoundaryType const& boundary, StencilType const& stencil) {
    Clock const clock{.dt = dt_ > 0. ? dt_ : 1., .start = 0., .first_step = problem.first_step};
    auto const mask = app::make_mask<D>("tessera::heat::obstacle", problem.geometry, problem.obstacle);
    if (mask.data()) bytes_ += 1.;
    stepper_ =
        app::make_stepper_for(exec_, u_, stencil, boundary, problem.scheme, problem.length, clock, mask);
  }

  Exec exec_;
  double dt_;
  Grid<D> grid_;
  FieldType u_;
  app::TimedTables tables_;
  std::unique_ptr<AnyStepper<FieldType>> stepper_;
  double bytes_ = 0.;
};

template <int D, class T>
std::unique_ptr<app::Simulation> make_heat_run(HeatProblem const& problem) {
  return std::make_unique<HeatRun<D, T>>(problem);
}

} // namespace tessera::heat
