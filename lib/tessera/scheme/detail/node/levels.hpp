// SPDX-License-Identifier: Apache-2.0
// The time levels of a sweep. A stencil of one level reads `in` and writes `out`. A stencil that declares
// `previous` has two levels: it also reads the level before `in`, at its own node only.
#pragma once

#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/detail/source.hpp>
#include <tessera/grid/detail/wide_access.hpp>

namespace tessera::detail {

/// The levels n and n - 1 that a sweep of s steps reads, and n + s and n + s - 1 that it writes. For a
/// stencil with one level, `previous` and `previous_out` stay null. A sweep of one step may write `out` over
/// `previous`; then `previous_out` is null, since `in` already is that level.
template <class T>
struct Levels {
  Data<T const> in;
  Data<T> out;
  Data<T const> previous{nullptr, 0, 0};
  Data<T> previous_out{nullptr, 0, 0};
  /// Whether `out` is known to hold already what faces set that does not change in time: an earlier sweep of
  /// the same run wrote it.
  bool holds_constants = false;
};

/// How many steps a sweep may make, for plans that have kernels for both.
enum class StepsPerSweep { one, several };

/// A node's Source together with the node's value one level earlier.
template <class T, class Source>
struct TwoLevels {
  static constexpr bool of_memory = reads_memory<Source>;
  Source source;
  T previous_value;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const { return source(ox, oy, oz); }
  KOKKOS_FORCEINLINE_FUNCTION T previous() const { return previous_value; }
};

/// Whether all levels of a sweep can be moved by wide accesses.
template <int Width, class T>
bool wide_access(Levels<T> const& levels) {
  return wide_access<Width>(levels.in) && wide_access<Width>(levels.out) &&
         wide_access<Width>(levels.previous) && wide_access<Width>(levels.previous_out);
}

} // namespace tessera::detail
