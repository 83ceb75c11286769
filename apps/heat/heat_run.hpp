// SPDX-License-Identifier: Apache-2.0
// The heat solver for one dimension and precision, without its steppers. Compiled in make_heat_run.cpp.
#pragma once

#include "heat_parts.hpp"

namespace tessera::heat {

template <int D, class T>
class HeatRun final : public app::Simulation, public app::Shares {
public:
  using FieldType = Field<NodeView<T, D>>;

  explicit HeatRun(HeatProblem const& problem)
      : dt_(problem.dt),
        scheme_(app::scheme_of_ranks<D>(problem.scheme, problem.geometry, Heat<T, D>::reads.radius,
                                        app::team(), problem.blocks)),
        block_(app::make_block<D>(problem.geometry, app::depth_of<Heat<T, D>>(scheme_), problem.blocks)),
        u_(make_field(block_.grid, app::make_view<T, D>("tessera::heat::u", block_, block_.halo),
                      block_.halo)),
        shared_(app::share_field<T, D>(exec_, block_, u_)), tables_(problem.dt) {
    app::fill(u_.view(), block_, block_.halo, problem.initial);
    bytes_ = 2. * sizeof(T);
    auto const boundary = make_boundary(problem);
    if (problem.diffusivity_field.empty() && problem.source.empty())
      step_with(problem, boundary, plain(problem));
    else
      step_with(problem, boundary, in_matter(problem, boundary));
    tables_.fill_constant(exec_);
  }

  void advance(std::int64_t steps) override {
    app::team().agree([&] { tables_.fill(exec_, step(), steps); }); // a function of time may overflow
    stepper_->advance(u_, steps);
    exec_.fence("tessera::heat: advance");
  }

  std::int64_t longest_advance() const override { return tables_.longest_advance(); }

  std::int64_t step() const override { return stepper_->step(); }

  bool finite() const override { return app::all_finite(exec_, u_.view()); }

  app::HostField field() const override { return app::gathered_values<T, D>(exec_, block_, u_); }

  app::SchemeChoice scheme() const override { return app::choice_of(stepper_->report(), D); }

  double ideal_bytes_per_update() const override { return bytes_; }

  std::optional<app::Sharing> sharing() const override {
    return shared_ ? std::optional(shared_->sharing()) : std::nullopt;
  }

private:
  auto make_boundary(HeatProblem const& problem) {
    return app::make_boundary<D>([&](std::size_t face) {
      return app::make_condition<D, FaceCondition<D, Memory>>(problem.faces[face], problem.geometry, face,
                                                              tables_);
    });
  }

  double spacing(int axis) const { return block_.grid.spacing[axis]; }

  Heat<T, D> plain(HeatProblem const& problem) const {
    Heat<T, D> stencil{};
    for (int d = 0; d < D; ++d)
      stencil.ratio[d] = static_cast<T>(problem.diffusivity * dt_ / (spacing(d) * spacing(d)));
    return stencil;
  }

  template <class BoundaryType>
  HeatInMatter<T, D, Memory> in_matter(HeatProblem const& problem, BoundaryType const& boundary) {
    HeatInMatter<T, D, Memory> stencil{};
    for (int d = 0; d < D; ++d) stencil.half_ratio[d] = static_cast<T>(0.5 * dt_ / (spacing(d) * spacing(d)));
    auto const& field = problem.diffusivity_field;
    auto const fill_kappa = [&](auto const& view, Halo<D> const& halo) {
      if (field.empty())
        app::fill(view, [&](std::size_t) { return problem.diffusivity; });
      else
        app::fill(view, block_, halo, field);
    };
    if (shared_) {
      auto const kappa = app::make_view<T, D>("tessera::heat::kappa", block_, block_.wider(1));
      fill_kappa(kappa, block_.wider(1));
      stencil.kappa = kappa;
      stencil.halo = block_.halo.lower;
    } else {
      auto const kappa = app::make_view<T, D>("tessera::heat::kappa", block_, block_.halo);
      fill_kappa(kappa, block_.halo);
      stencil.kappa = padded_diffusivity(exec_, kappa, boundary);
    }
    bytes_ += sizeof(T);
    if (!problem.source.empty()) {
      auto const source = app::make_view<T, D>("tessera::heat::source", block_, block_.halo);
      app::fill(source, block_, block_.halo, problem.source);
      stencil.source = source;
      stencil.rate = tables_.add(problem.source_time, dt_);
      bytes_ += sizeof(T);
    }
    return stencil;
  }

  template <class BoundaryType, class StencilType>
  void step_with(HeatProblem const& problem, BoundaryType const& boundary, StencilType const& stencil) {
    Clock const clock{.dt = dt_ > 0. ? dt_ : 1., .start = 0., .first_step = problem.first_step};
    HeatParts<D, T> parts{exec_, u_, shared_, boundary, scheme_, problem.length, clock, {}};
    if (!problem.obstacle.empty()) {
      bytes_ += 1.;
      auto const mask = app::make_view<std::uint8_t, D>("tessera::heat::obstacle", block_, block_.halo);
      app::fill(mask, block_, block_.halo, problem.obstacle);
      parts.mask = make_field(block_.grid, mask, block_.halo);
    }
    stepper_ = make_heat_stepper(parts, stencil);
  }

  Exec exec_;
  double dt_;
  app::SchemeSpec scheme_;
  app::Block<D> block_;
  FieldType u_;
  std::shared_ptr<app::SharedField<T, D> const> shared_;
  app::TimedTables tables_;
  std::unique_ptr<AnyStepper<FieldType>> stepper_;
  double bytes_ = 0.;
};

} // namespace tessera::heat
