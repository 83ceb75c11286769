// SPDX-License-Identifier: Apache-2.0
// The faces of a problem as the library's boundary, with their functions of time in tables on the device.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/equation/face_condition.hpp>

#include <limits>

#include "face_problem.hpp"
#include "node_data.hpp"

namespace tessera::app {

/// Functions of time that kernels look up by step. Constant ones are written once.
class TimedTables {
public:
  explicit TimedTables(double dt) : dt_(dt) {}

  /// scale times function(t), or scale alone without a function.
  TimeTableView<Memory> add(TimeFunction const& function, double scale) {
    tables_.push_back({TimeTable<Memory>("tessera::app::time_table"), function, scale});
    return tables_.back().table.view();
  }
  void fill_constant(Exec const& exec) const {
    for (auto const& timed : tables_)
      if (!timed.function)
        timed.table.fill(exec, 0, TimeTable<Memory>::longest_advance(), [&](Index) { return timed.scale; });
  }
  /// Before an advance from this level by so many steps.
  void fill(Exec const& exec, Index first, Index steps) const {
    for (auto const& timed : tables_)
      if (timed.function)
        timed.table.fill(exec, first, steps,
                         [&](Index n) { return timed.scale * timed.function(static_cast<double>(n) * dt_); });
  }
  Index longest_advance() const {
    for (auto const& timed : tables_)
      if (timed.function) return TimeTable<Memory>::longest_advance();
    return std::numeric_limits<Index>::max();
  }

private:
  struct Timed {
    TimeTable<Memory> table;
    TimeFunction function;
    double scale = 1.;
  };
  double dt_;
  std::vector<Timed> tables_;
};

template <int D>
FaceValuesInTime<D, Memory> values_in_time(FaceProblem const& spec, Geometry const& geometry,
                                           std::size_t face, TimedTables& tables) {
  auto const axis = static_cast<int>(face / 2);
  return {.axis = axis,
          .values = list_of(spec.values),
          .factor = tables.add(spec.time, 1.),
          .row = D == 3 ? geometry.nodes[axis == 2 ? 1 : 2] : 1};
}

/// \tparam Condition FaceCondition, or another OneOf with its kinds
template <int D, class Condition>
Condition make_condition(FaceProblem const& spec, Geometry const& geometry, std::size_t face,
                         TimedTables& tables) {
  switch (spec.kind) {
  case FaceKind::fixed:
    return Fixed{};
  case FaceKind::value:
    return Prescribed(values_in_time<D>(spec, geometry, face, tables));
  case FaceKind::neumann:
    return PrescribedFlux(values_in_time<D>(spec, geometry, face, tables));
  case FaceKind::zero_gradient:
    return ZeroGradient{};
  case FaceKind::periodic:
    return Periodic{};
  }
  throw InvalidInput("a face of no kind (give one of those of the configuration file)");
}

/// A boundary of D axes from condition(face), faces numbered as everywhere.
template <int D, class ConditionOf>
auto make_boundary(ConditionOf const& condition) {
  auto const line = everywhere(decltype(condition(0)){}).on(west, condition(0)).on(east, condition(1));
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

} // namespace tessera::app
