// SPDX-License-Identifier: Apache-2.0
#include "spmv.hpp"

#include <tessera/solver/poisson/matrix.hpp>

#include <KokkosSparse_spmv.hpp>

#include "diffusion.hpp"

namespace tessera::perf {

using Exec = Kokkos::DefaultExecutionSpace;

template <class T, int D>
SparseSteps sparse_steps(Exec const& exec, Grid<D> const& grid, T ratio, T* u, T* v) {
  PoissonEnds<D> ends;
  for (int face = 0; face < 2 * D; ++face) ends[face] = PoissonEnd::fixed;
  auto const matrix = step_matrix<T>(exec, grid, Diffusion<T, D>{ratio}, ends);
  using Vector =
      Kokkos::View<T*, Kokkos::LayoutLeft, Exec::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  auto const n = static_cast<std::size_t>(grid.size());
  Vector const x(u, n), y(v, n);
  return {static_cast<std::int64_t>(matrix.nnz()), [=](int steps) {
            for (int i = 0; i < steps; i += 2) {
              KokkosSparse::spmv(exec, "N", T(1), matrix, x, T(0), y);
              KokkosSparse::spmv(exec, "N", T(1), matrix, y, T(0), x);
            }
            exec.fence();
          }};
}

template SparseSteps sparse_steps(Exec const&, Grid<2> const&, float, float*, float*);
template SparseSteps sparse_steps(Exec const&, Grid<2> const&, double, double*, double*);
template SparseSteps sparse_steps(Exec const&, Grid<3> const&, float, float*, float*);
template SparseSteps sparse_steps(Exec const&, Grid<3> const&, double, double*, double*);

} // namespace tessera::perf
