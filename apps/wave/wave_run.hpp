// SPDX-License-Identifier: Apache-2.0
// The wave solver for one order, dimension and precision. Compiled once for each, from run.cpp.in.
#pragma once

#include <tessera/solver/wave.hpp>
#include <tessera/solver/wave_face.hpp>

#include "../common/device_faces.hpp"
#include "../common/stepping.hpp"
#include "numbers.hpp"
#include "problem.hpp"
#include "receivers.hpp"

namespace tessera::wave {

using app::Exec, app::Memory;

template <int order, int D, class T>
class WaveRun final : public app::Simulation {
  using FieldType = Field<NodeView<T, D>>;
  using Medium = MediumAtNodes<T, D, Memory>;
  using SourceType = PointSource<T, D, Memory>;
  using StencilType = Wave<T, D, order, Medium, Sponge<T, D, Memory>, SourceType>;
  using Face = WaveFace<D, Memory>;

public:
  WaveRun(WaveProblem const& problem, Traces& traces)
      : grid_(app::make_grid<D>(problem.geometry)),
        u_(field_of(problem, "tessera::wave::u", problem.initial)), tables_(problem.dt),
        receivers_(problem.receivers, traces) {
    auto const boundary = app::make_boundary<D>([&](std::size_t face) {
      auto condition = app::make_condition<Face>(problem.faces[face], problem.geometry, face, tables_);
      condition.rigid = problem.rigid[face];
      return condition;
    });
    auto const stencil = make_stencil(problem);
    tables_.fill_constant(exec_);
    bytes_ += 3. * sizeof(T); // both levels read, one written
    Clock const clock{.dt = problem.dt > 0. ? problem.dt : 1., .start = 0., .first_step = problem.first_step};
    auto const mask = app::make_mask<D>("tessera::wave::obstacle", problem.geometry, problem.obstacle);
    if (mask.data()) bytes_ += 1.;
    stepper_ =
        app::make_stepper_for(exec_, u_, stencil, boundary, problem.scheme, problem.length, clock, mask);
    start(problem, stencil, boundary, mask);
    receivers_.record_due(exec_, u_.view(), step());
    receivers_.collect(exec_);
  }

  void advance(std::int64_t steps) override {
    tables_.fill(exec_, step(), steps);
    for (auto const end = step() + steps; step() < end;) {
      stepper_->advance(u_, std::min(end, receivers_.next_step()) - step());
      receivers_.record_due(exec_, u_.view(), step());
    }
    receivers_.collect(exec_);
    exec_.fence("tessera::wave: advance");
  }

  std::int64_t longest_advance() const override {
    return std::min(tables_.longest_advance(), receivers_.longest_advance());
  }
  std::int64_t step() const override { return stepper_->step(); }
  bool finite() const override { return app::all_finite(exec_, u_.view()); }
  app::HostField field() const override { return app::host_values(u_.view()); }
  std::vector<app::NamedHostField> state() const override {
    std::vector<app::NamedHostField> state;
    state.push_back({"u", field()});
    state.push_back({"previous", app::host_values(stepper_->previous()->view())});
    return state;
  }
  app::SchemeChoice scheme() const override { return app::choice_of(stepper_->report(), D); }
  double ideal_bytes_per_update() const override { return bytes_; }

private:
  FieldType field_of(WaveProblem const& problem, char const* label, std::vector<double> const& values) const {
    auto const view = app::make_view<T, D>(label, problem.geometry);
    app::fill(view, [&](std::size_t i) { return values[i]; });
    return alias(grid_, view);
  }

  // One velocity is one row of the medium.
  Medium make_medium(WaveProblem const& problem) {
    auto g = problem.geometry;
    auto const& field = problem.velocity_field;
    if (field.empty())
      for (std::size_t d = 0; d + 1 < g.nodes.size(); ++d) g.nodes[d] = 1;
    else
      bytes_ += sizeof(T);
    auto const ratio = app::make_view<T, D>("tessera::wave::ratio", g);
    app::fill(ratio, [&](std::size_t i) {
      auto const courant = (field.empty() ? problem.velocity : field[i]) * problem.dt;
      return courant * courant;
    });
    return Medium(grid_.nodes, ratio);
  }

  Sponge<T, D, Memory> make_sponge(WaveProblem const& problem) const {
    Sponge<T, D, Memory> sponge;
    for (int d = 0; d < D; ++d) {
      auto const layer = [&](int side) {
        return SpongeLayer{.width = problem.sponge[static_cast<std::size_t>(2 * d + side)],
                           .velocity = problem.largest_velocity()};
      };
      auto const table = sponge_table(grid_.nodes[d], grid_.spacing[d], problem.dt, layer(0), layer(1));
      sponge.kept_along[d] = axis_numbers(table.kept);
      sponge.lift_along[d] = axis_numbers(table.lift);
    }
    return sponge;
  }

  static Kokkos::View<T const*, Memory> axis_numbers(std::vector<double> const& numbers) {
    std::vector<T> const values(numbers.begin(), numbers.end());
    Kokkos::View<T*, Memory> const view("tessera::wave::sponge", values.size());
    app::copy_to_device(view.data(), values.data(), values.size());
    return view;
  }

  StencilType make_stencil(WaveProblem const& problem) {
    StencilType stencil{{}, make_medium(problem), make_sponge(problem), make_source(problem)};
    for (int d = 0; d < D; ++d)
      stencil.inverse_h2[d] = static_cast<T>(1. / (grid_.spacing[d] * grid_.spacing[d]));
    return stencil;
  }

  // delta(x - x_source) on the grid is one over a cell's volume, at one node.
  SourceType make_source(WaveProblem const& problem) {
    SourceType source{};
    if (!problem.source) {
      source.pulse = tables_.add({}, 0.);
      return source;
    }
    double volume = 1.;
    for (int d = 0; d < D; ++d) {
      volume *= grid_.spacing[d];
      source.node[d] = problem.source->node[static_cast<std::size_t>(d)];
    }
    source.weight = static_cast<T>(problem.dt * problem.dt / volume);
    source.pulse = tables_.add([f = problem.source->frequency](double t) { return ricker_pulse(t, f); }, 1.);
    return source;
  }

  // The level before the first: of a checkpoint or a running wave it is given; at rest it is half a step away.
  template <class BoundaryType, class Mask>
  void start(WaveProblem const& problem, StencilType const& stencil, BoundaryType const& boundary,
             Mask const& mask) {
    if (!problem.before.empty()) {
      auto const before = field_of(problem, "tessera::wave::before", problem.before);
      app::copy_values(exec_, stepper_->previous()->view(), before.view());
      exec_.fence("tessera::wave: level before the first");
      return;
    }
    auto const before = field_of(problem, "tessera::wave::before", problem.initial);
    tables_.fill(exec_, 0, 1);
    Stepper half(exec_, before, stencil.from_rest(), boundary, Direct{},
                 Clock{.dt = problem.dt > 0. ? problem.dt : 1.}, mask);
    half.advance(before, 1);
    app::copy_values(exec_, stepper_->previous()->view(), before.view());
    exec_.fence("tessera::wave: first step");
  }

  Exec exec_;
  Grid<D> grid_;
  FieldType u_;
  app::TimedTables tables_;
  Receivers<T, D> receivers_;
  std::unique_ptr<AnyStepper<FieldType>> stepper_;
  double bytes_ = 0.;
};

template <int order, int D, class T>
std::unique_ptr<app::Simulation> make_wave_run_of(WaveProblem const& problem, Traces& traces) {
  return std::make_unique<WaveRun<order, D, T>>(problem, traces);
}

} // namespace tessera::wave
