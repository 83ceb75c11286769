// SPDX-License-Identifier: Apache-2.0
// The time levels of a sweep. One-level stencils read `in` and write `out`; a stencil that declares `previous` also
// reads the level before `in`, at its own node only.
#pragma once

#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/detail/source.hpp>
#include <tessera/grid/detail/wide_access.hpp>

namespace tessera::detail {

/// Levels n, n - 1 that a sweep of s steps reads, and n + s, n + s - 1 that it writes. Members of stencils with one
/// level stay null. A sweep of one step may write `out` over `before`; then `previous_out` is null, since `in` is that
/// level already.
template <class T>
struct Levels {
  Data<T const> in;
  Data<T> out;
  Data<T const> previous{nullptr, 0, 0};
  Data<T> previous_out{nullptr, 0, 0};
};

/// A node's Source with its value one level earlier beside it.
template <class T, class Source>
struct TwoLevels {
  static constexpr bool of_memory = reads_memory<Source>;
  Source source;
  T before;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const { return source(ox, oy, oz); }
  KOKKOS_FORCEINLINE_FUNCTION T previous() const { return before; }
};

/// Whether all levels of a sweep can be moved by wide accesses.
template <int Width, class T>
bool wide_access(Levels<T> const& levels) {
  return wide_access<Width>(levels.in) && wide_access<Width>(levels.out) &&
         wide_access<Width>(levels.previous) && wide_access<Width>(levels.previous_out);
}

} // namespace tessera::detail
