// SPDX-License-Identifier: Apache-2.0
// A face condition whose kind is chosen at run time, by a configuration file say. One type holds all kinds, so that
// a program compiles each scheme once and not for every mixture of conditions.
#pragma once

#include <tessera/boundary/conditions.hpp>
#include <tessera/equation/time_table.hpp>

namespace tessera {

enum class ConditionKind { fixed, prescribed, neumann, zero_gradient, periodic };

/// On a grid of D axes: Fixed; Prescribed with g = values(x) factor(t); Neumann with flux = values(x) factor(t);
/// ZeroGradient; Periodic. Kinds without values leave the Views empty.
template <int D, class MemorySpace>
struct FaceCondition {
  ConditionKind kind = ConditionKind::fixed;
  int axis = 0; ///< of the face's normal
  /// One per node of the face, the remaining axes in their order, the last fastest.
  Kokkos::View<double const*, MemorySpace> values = {};
  TimeTableView<MemorySpace> factor = {};
  Index row = 1; ///< nodes along the last of the face's axes

  KOKKOS_FUNCTION constexpr Role role() const {
    if (kind == ConditionKind::periodic) return Role::wraps;
    return kind == ConditionKind::neumann ? Role::extends : Role::sets;
  }
  KOKKOS_FUNCTION constexpr int precedence() const { return kind == ConditionKind::zero_gradient ? 1 : 2; }
  KOKKOS_FUNCTION constexpr bool keeps() const { return kind == ConditionKind::fixed; }
  KOKKOS_FUNCTION constexpr bool steady() const { return keeps(); }
  KOKKOS_FUNCTION constexpr bool copies_inside() const { return kind == ConditionKind::zero_gradient; }
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m; }

  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const& at, FaceTag face) const {
    auto result = u.here();
    if (kind == ConditionKind::zero_gradient) result = u.along(face.axis, face.inward);
    if (kind == ConditionKind::prescribed) result = detail::converted<decltype(result)>(value_at(at));
    return result;
  }

  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    if (kind != ConditionKind::neumann) return inside;
    return inside + detail::converted<T>((2.0 * m * h) * value_at(at));
  }

private:
  template <class At>
  KOKKOS_FUNCTION double value_at(At const& at) const {
    Index i = 0;
    if constexpr (D == 2) i = at.index(1 - axis);
    if constexpr (D == 3) i = at.index(axis == 0 ? 1 : 0) * row + at.index(axis == 2 ? 1 : 2);
    return values(i) * factor(at.step());
  }
};

} // namespace tessera
