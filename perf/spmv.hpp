// SPDX-License-Identifier: Apache-2.0
// The heat equation's update as a sparse matrix times a vector: what one has without a stencil library.
#pragma once

#include <tessera/grid/grid.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>

namespace tessera::perf {

#ifdef TESSERA_PERF_SOLVERS
inline constexpr bool has_sparse_matrices = true;
#else
inline constexpr bool has_sparse_matrices = false; // no Kokkos Kernels
#endif

struct SparseSteps {
  std::int64_t entries;
  std::function<void(int)> make; // an even number of steps, from u to v and back, fenced
};

/// All axes are equally long, so that the nodes' order in memory does not matter. Edges are fixed.
template <class T, int D>
SparseSteps sparse_steps(Kokkos::DefaultExecutionSpace const& exec, Grid<D> const& grid, T ratio, T* u, T* v);

} // namespace tessera::perf
