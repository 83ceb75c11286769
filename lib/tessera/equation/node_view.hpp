// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/grid/field.hpp>

namespace tessera {

/// One value per node, the last axis fastest on every backend: what the heat stencils hold besides the field. Elements
/// may be const; a View of another layout is copied into one by Kokkos::deep_copy.
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
using NodeView = Kokkos::View<typename detail::ViewData<T, D>::type, Kokkos::LayoutRight, MemorySpace>;

} // namespace tessera
