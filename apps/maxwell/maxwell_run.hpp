// SPDX-License-Identifier: Apache-2.0
// The solver for one dimension and precision, with or without absorbing layers.
#pragma once

#include <tessera/distributed/system_blocks.hpp>
#include <tessera/tune/autotune_system.hpp>

#include <memory>
#include <vector>

#include "../common/device_faces.hpp"
#include "../common/receivers.hpp"
#include "../common/shared_stepping.hpp"
#include "../common/shared_system.hpp"
#include "numbers.hpp"
#include "pml_3d.hpp"
#include "problem.hpp"

namespace tessera::maxwell {

template <class T, int D, bool absorbing>
class MaxwellRun final : public app::Simulation, public app::Shares {
  using View = NodeView<T, D>;
  using Value = typename Model<T, D, absorbing>::Values;
  using SystemType = System<Value, View>;
  using StagesType = typename Model<T, D, absorbing>::Step;
  using Around = Boundary<Periodic>; // walls are kept by the stages
  static constexpr int count = SystemType::count;

public:
  MaxwellRun(MaxwellProblem const& problem, app::Traces& traces)
      : tables_(problem.dt),
        scheme_(app::scheme_of_ranks<D>(problem.scheme, periodic(problem.geometry), depth_of_step(1).width(),
                                        app::team(), problem.blocks)),
        block_(app::make_block<D>(periodic(problem.geometry), depth_of_step(scheme_.fused_steps.value_or(1)),
                                  problem.blocks)),
        u_(make_fields(problem)), recorded_(member_of_e(problem.direction())),
        shared_(app::share_system<T, D, count>(exec_, block_, app::as_members<T, D>(u_))),
        receivers_(problem.receivers, block_, traces) {
    auto const drive = make_drive(problem);
    Kokkos::Array<T, D> ratio;
    for (std::size_t d = 0; d < D; ++d)
      ratio[d] = static_cast<T>(problem.speed * problem.dt / problem.geometry.spacing[d]);
    if constexpr (D == 3 && absorbing) {
      Kokkos::Array<LayerFactors<T>, 3> axis;
      for (std::size_t d = 0; d < 3; ++d) axis[d] = factors(problem, d);
      step_by(stages(MagneticVolumeSplit<T>{axis}, ElectricVolumeSplit<T>{axis, inside_of(problem), drive}),
              problem);
    } else if constexpr (D == 3) {
      step_by(stages(MagneticVolume<T>{ratio}, ElectricVolume<T>{ratio, inside_of(problem), drive}), problem);
    } else if constexpr (absorbing) {
      auto const x = factors(problem, 0), y = factors(problem, 1);
      step_by(stages(MagneticSplit<T>{x, y}, ElectricSplit<T>{x, y, drive}), problem);
    } else {
      step_by(stages(Magnetic<T>{ratio}, Electric<T>{ratio, drive}), problem);
    }
    tables_.fill_constant(exec_);
    record();
    receivers_.collect(exec_);
  }

  void advance(std::int64_t steps) override {
    app::team().agree([&] { tables_.fill(exec_, step(), steps); });
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
    bool all = true;
    for (int m = 0; m < count; ++m)
      if (m != inverse) all = all && app::all_finite(exec_, u_.view(m));
    return all;
  }
  app::HostField field() const override { return whole(0); }
  std::vector<double> offset() const override { return offset_of(0); }
  std::vector<app::NamedHostField> other_fields() const override {
    std::vector<app::NamedHostField> fields;
    for (int m = 1; m < inverse; ++m) fields.push_back({name_of(m), whole(m), offset_of(m)});
    return fields;
  }
  std::vector<app::NamedHostField> state() const override {
    auto state = other_fields();
    state.insert(state.begin(), {name_of(0), field()});
    for (int m = inverse + 1; m < count; ++m) state.push_back({name_of(m), whole(m)});
    return state;
  }
  app::SchemeChoice scheme() const override { return app::choice_of(stepper_->report(), D); }
  /// All members but one are read and written in place, that one is read.
  double ideal_bytes_per_update() const override { return (2. * count - 1.) * sizeof(T); }
  std::optional<app::Sharing> sharing() const override {
    return shared_ ? std::optional(shared_->sharing()) : std::nullopt;
  }

private:
  static constexpr int inverse = D == 3 ? 6 : 3; ///< where the input stands in the struct

  static char const* name_of(int m) { return members_of(D, absorbing)[static_cast<std::size_t>(m)].name; }

  static std::vector<double> offset_of(int m) {
    auto const& of_member = Value::staggering[static_cast<std::size_t>(m)];
    return {std::begin(of_member), std::end(of_member)};
  }

  static HaloDepth depth_of_step(int fused_steps) {
    return halo_depth_of<Value, T, StagesType, Around>(fused_steps);
  }
  /// The grid as the stepper sees it, which goes on beyond walls too.
  static app::Geometry periodic(app::Geometry geometry) {
    geometry.periodic.assign(geometry.nodes.size(), true);
    return geometry;
  }
  app::HostField whole(int m) const { return app::gathered_values<T, D>(exec_, block_, u_.field(m)); }

  SystemType make_fields(MaxwellProblem const& problem) const {
    Kokkos::Array<View, count> views;
    for (int m = 0; m < count; ++m) {
      auto const [name, values] = members_of(D, absorbing)[static_cast<std::size_t>(m)];
      views[m] = app::make_view<T, D>(std::string("tessera::maxwell::") + name, block_, block_.halo);
      app::fill(views[m], block_, block_.halo, problem.*values);
    }
    return SystemType(block_.grid, views, block_.halo);
  }

  void step_by(StagesType const& stages, MaxwellProblem const& problem) {
    Clock const clock{.dt = problem.dt > 0. ? problem.dt : 1., .start = 0., .first_step = problem.first_step};
    stepper_ = app::make_stepper_for(exec_, u_, stages, everywhere(Periodic{}), scheme_, problem.length,
                                     clock, NoObstacle{}, app::SharedSystemExchange<T, D, count>{shared_});
  }

  /// value(i) for the nodes of an axis of n.
  template <class ValueOf>
  AxisList<T> axis_list(Index n, ValueOf const& value) {
    auto const& view = lists_.emplace_back("tessera::maxwell::axis", static_cast<std::size_t>(n));
    app::fill(view, [&](std::size_t i) { return value(static_cast<Index>(i)); });
    return {view};
  }

  /// By axis: 0 on its walls, else 1.
  Kokkos::Array<AxisList<T>, 3> inside_of(MaxwellProblem const& problem) {
    Kokkos::Array<AxisList<T>, 3> inside;
    for (std::size_t d = 0; d < 3; ++d)
      inside[d] = axis_list(problem.geometry.nodes[d], [&](Index i) {
        return !problem.walled[d] || (i > 0 && i < problem.geometry.nodes[d] - 1);
      });
    return inside;
  }

  /// Of the layers at both ends of an axis. The rate s makes exp(-2 integral of s / c) = 1e-6 of what crosses
  /// a layer twice at right angles.
  LayerFactors<T> factors(MaxwellProblem const& problem, std::size_t axis) {
    auto const n = problem.geometry.nodes[axis];
    auto const h = problem.geometry.spacing[axis];
    auto const width = static_cast<double>(problem.layer[axis]);
    auto const list = [&](double beyond, auto const& of) {
      return axis_list(n, [&](Index i) {
        auto const place = static_cast<double>(i) + beyond;
        auto const depth = std::max({0., width - place, place - (static_cast<double>(n - 1) - width)});
        auto const part = width > 0. ? std::min(1., depth / width) : 0.;
        auto const rate = width > 0. ? -std::log(1e-6) * 2. * problem.speed / (width * h) : 0.;
        return of(rate * part * part * part * problem.dt);
      });
    };
    auto const keep = [](double s) { return std::exp(-s); };
    auto const add = [r = problem.speed * problem.dt / h](double s) {
      return s > 0. ? r * -std::expm1(-s) / s : r;
    };
    return {list(0., keep), list(0., add), list(0.5, keep), list(0.5, add)};
  }

  // A current acts in the middle of a step. A hard source adds what the wavelet changes in the step, since
  // its node is not stepped otherwise.
  Drive<T, D> make_drive(MaxwellProblem const& problem) {
    Drive<T, D> drive;
    auto const& source = problem.source;
    auto const dt = problem.dt;
    auto const& g = problem.geometry;
    int const travels = source ? travel_axis(source->kind) : -1;
    for (int axis = 0; axis < D; ++axis) {
      bool const all = travels >= 0 && axis != travels;
      auto const d = static_cast<std::size_t>(axis);
      drive.mark[d] = axis_list(g.nodes[d], [&](Index i) { return all || (source && i == source->node[d]); });
    }
    if (!source) {
      drive.pulse = tables_.add({}, 0.);
      return drive;
    }
    auto const& h = g.spacing;
    auto const f = source->frequency;
    if (source->kind == SourceKind::hard) {
      drive.to_field = 1;
      drive.pulse =
          tables_.add([f, dt](double t) { return ricker_pulse(t + dt, f) - ricker_pulse(t, f); }, 1.);
      return drive;
    }
    // A sheet of current sends half of its strength to each side.
    drive.to_current[source->direction] =
        static_cast<T>(travels >= 0 ? 2. * problem.speed * dt / h[static_cast<std::size_t>(travels)]
                                    : -dt / (h[0] * h[1] * (D == 3 ? h[2] : 1.)));
    drive.pulse = tables_.add([f, dt](double t) { return ricker_pulse(t + 0.5 * dt, f); }, 1.);
    return drive;
  }

  void record() { receivers_.record_due(exec_, u_.view(recorded_), step()); }

  app::Exec exec_;
  app::TimedTables tables_;
  app::SchemeSpec scheme_;
  app::Block<D> block_;
  SystemType u_;
  int recorded_; // the member that receivers record
  std::shared_ptr<app::SharedSystem<T, D, count>> shared_;
  app::Receivers<T, D> receivers_;
  std::vector<Kokkos::View<T*, app::Memory>> lists_; // of the stages
  std::unique_ptr<AnyStepper<SystemType>> stepper_;
};

template <class T, int D, bool absorbing>
std::unique_ptr<app::Simulation> make_run(MaxwellProblem const& problem, app::Traces& traces) {
  return std::make_unique<MaxwellRun<T, D, absorbing>>(problem, traces);
}

} // namespace tessera::maxwell
