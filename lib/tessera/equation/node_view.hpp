// SPDX-License-Identifier: Apache-2.0
// NodeView: the View of one value per node that stencils hold in addition to the field.
#pragma once

#include <tessera/grid/field.hpp>

namespace tessera {

/// One value per node, the last axis fastest on every backend: the form in which the stencils of this folder
/// hold coefficients and sources. Elements may be const. Kokkos::deep_copy copies a View of another layout
/// into a NodeView.
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
using NodeView = Kokkos::View<typename detail::ViewData<T, D>::type, Kokkos::LayoutRight, MemorySpace>;

} // namespace tessera
