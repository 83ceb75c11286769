// SPDX-License-Identifier: Apache-2.0
// The conditions of a face whose kind, values and function of time a configuration file gives.
#pragma once

#include <tessera/boundary/conditions.hpp>
#include <tessera/boundary/one_of.hpp>
#include <tessera/equation/time_table.hpp>

namespace tessera {

/// values(x) factor(t) at the nodes of a face of a grid of D axes.
template <int D, class MemorySpace>
struct FaceValuesInTime {
  int axis = 0; ///< of the face's normal
  /// One per node of the face, the remaining axes in their order, the last fastest.
  Kokkos::View<double const*, MemorySpace> values = {};
  TimeTableView<MemorySpace> factor = {};
  Index row = 1; ///< nodes along the last of the face's axes

  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    Index i = 0;
    if constexpr (D == 2) i = at.index(1 - axis);
    if constexpr (D == 3) i = at.index(axis == 0 ? 1 : 0) * row + at.index(axis == 2 ? 1 : 2);
    return values(i) * factor(at.step());
  }
};

/// Nodes on the face have values(x) factor(t).
template <int D, class MemorySpace>
using PrescribedInTime = Prescribed<FaceValuesInTime<D, MemorySpace>>;
/// The outward normal derivative on the face is values(x) factor(t).
template <int D, class MemorySpace>
using NeumannInTime = PrescribedFlux<FaceValuesInTime<D, MemorySpace>>;

/// A side of a box, its kind chosen at run time. Values and fluxes are functions of position and time.
template <int D, class MemorySpace>
using FaceCondition =
    OneOf<Fixed, PrescribedInTime<D, MemorySpace>, NeumannInTime<D, MemorySpace>, ZeroGradient, Periodic>;

} // namespace tessera
