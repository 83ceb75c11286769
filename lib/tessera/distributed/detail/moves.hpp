// SPDX-License-Identifier: Apache-2.0
// Moves: what a kernel does once for each number, and how several of them are made together.
#pragma once

#include <tessera/core/launch.hpp>

namespace tessera::detail {

/// What `kernel` does with each i < count.
template <class Kernel>
struct Moves {
  Kernel kernel;
  Index count;
};

/// Makes the moves, asynchronously on exec.
template <class Exec, class Kernel>
void make_moves(char const* label, Exec const& exec, Moves<Kernel> const& moves) {
  if (moves.count == 0) return;
  launch(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, moves.count), moves.kernel);
}

template <class First, class Second>
struct BothKernel {
  Moves<First> first;
  Moves<Second> second;

  KOKKOS_FUNCTION void operator()(Index i) const {
    if (i < first.count)
      first.kernel(i);
    else
      second.kernel(i - first.count);
  }
};

/// The moves of two, in one kernel.
template <class First, class Second>
Moves<BothKernel<First, Second>> both(Moves<First> const& first, Moves<Second> const& second) {
  return {{first, second}, first.count + second.count};
}

} // namespace tessera::detail
