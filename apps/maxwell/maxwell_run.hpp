// SPDX-License-Identifier: Apache-2.0
// The solver for one precision.
#pragma once

#include "../common/device_faces.hpp"
#include "../common/receivers.hpp"
#include "numbers.hpp"
#include "problem.hpp"
#include "system_stepper.hpp"
#include "yee.hpp"

namespace tessera::maxwell {

template <class T>
class MaxwellRun final : public app::Simulation {
  using View = NodeView<T, 2>;
  using SystemType = System<Em<T>, View>;

public:
  MaxwellRun(MaxwellProblem const& problem, app::Traces& traces)
      : tables_(problem.dt), u_(make_fields(problem)), receivers_(problem.receivers, traces) {
    Kokkos::Array<T, 2> ratio;
    for (std::size_t d = 0; d < 2; ++d)
      ratio[d] = static_cast<T>(problem.speed * problem.dt / problem.geometry.spacing[d]);
    stepper_ = make_system_stepper(
        exec_, u_, stages(Magnetic<T>{ratio}, Electric<T>{ratio, make_drive(problem)}),
        everywhere(Periodic{}), problem.scheme,
        Clock{.dt = problem.dt > 0. ? problem.dt : 1., .start = 0., .first_step = problem.first_step});
    tables_.fill_constant(exec_);
    record();
    receivers_.collect(exec_);
  }

  void advance(std::int64_t steps) override {
    tables_.fill(exec_, step(), steps);
    for (auto const end = step() + steps; step() < end;) {
      stepper_->advance(u_, std::min(end, receivers_.next_step()) - step());
      record();
    }
    receivers_.collect(exec_);
    exec_.fence("tessera::maxwell: advance");
  }

  std::int64_t longest_advance() const override {
    return std::min(tables_.longest_advance(), receivers_.longest_advance());
  }
  std::int64_t step() const override { return stepper_->step(); }
  bool finite() const override {
    return app::all_finite(exec_, u_.view(0)) && app::all_finite(exec_, u_.view(1)) &&
           app::all_finite(exec_, u_.view(2));
  }
  app::HostField field() const override { return app::host_values(u_.view(0)); }
  std::vector<app::NamedHostField> other_fields() const override {
    std::vector<app::NamedHostField> fields;
    fields.push_back({"hx", app::host_values(u_.view(1))});
    fields.push_back({"hy", app::host_values(u_.view(2))});
    return fields;
  }
  std::vector<app::NamedHostField> state() const override {
    auto state = other_fields();
    state.insert(state.begin(), {"u", field()});
    return state;
  }
  app::SchemeChoice scheme() const override { return app::choice_of(stepper_->report(), 2); }
  /// Three members are read and written in place, one is read.
  double ideal_bytes_per_update() const override { return 7. * sizeof(T); }

private:
  static SystemType make_fields(MaxwellProblem const& problem) {
    auto const member = [&](char const* label, std::vector<double> const& values) {
      auto const view = app::make_view<T, 2>(label, problem.geometry);
      app::fill(view, [&](std::size_t i) { return values[i]; });
      return view;
    };
    return make_system<Em<T>>(app::make_grid<2>(problem.geometry), member("tessera::maxwell::ez", problem.ez),
                              member("tessera::maxwell::hx", problem.hx),
                              member("tessera::maxwell::hy", problem.hy),
                              member("tessera::maxwell::inverse", problem.inverse));
  }

  // A current acts in the middle of a step. A hard source adds what the wavelet changes in the step, since
  // its node is not stepped otherwise.
  Drive<T> make_drive(MaxwellProblem const& problem) {
    Drive<T> drive;
    auto const& source = problem.source;
    auto const dt = problem.dt;
    if (!source) {
      drive.pulse = tables_.add({}, 0.);
      return drive;
    }
    auto const& h = problem.geometry.spacing;
    for (std::size_t d = 0; d < 2; ++d) drive.node[d] = source->node[d];
    auto const f = source->frequency;
    if (source->kind == SourceKind::hard) {
      drive.to_field = 1;
      drive.pulse =
          tables_.add([f, dt](double t) { return ricker_pulse(t + dt, f) - ricker_pulse(t, f); }, 1.);
    } else {
      drive.to_current = static_cast<T>(-dt / (h[0] * h[1]));
      drive.pulse = tables_.add([f, dt](double t) { return ricker_pulse(t + 0.5 * dt, f); }, 1.);
    }
    return drive;
  }

  void record() { receivers_.record_due(exec_, u_.view(0), step()); }

  app::Exec exec_;
  app::TimedTables tables_;
  SystemType u_;
  app::Receivers<T, 2> receivers_;
  std::unique_ptr<SystemStepper<SystemType>> stepper_;
};

template <class T>
std::unique_ptr<app::Simulation> make_run(MaxwellProblem const& problem, app::Traces& traces) {
  return std::make_unique<MaxwellRun<T>>(problem, traces);
}

} // namespace tessera::maxwell
