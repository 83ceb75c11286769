// SPDX-License-Identifier: Apache-2.0
// The rows of a pack of columns that a stage of kernel.hpp holds in registers, and what it reads to update
// one of them. Where they lie is known while compiling: rows are numbered by phases, which come round.
#pragma once

#include <tessera/core/compiler.hpp>

#include <Kokkos_Macros.hpp>

namespace tessera::detail {

/// \tparam C columns of a pack
template <class Rules, int C, bool star = Rules::star>
struct PackRows;

/// A star reads columns beside the pack in the row that it updates only.
template <class Rules, int C>
struct PackRows<Rules, C, true> {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  /// A stage updates the row `lag` rows before the newest one, and holds so many rows before the newest.
  static constexpr int lag = R, held = 2 * R;
  /// Of the queue of published ends: its slots, and how many of them an update reads.
  static constexpr int slots = held, read_slots = 1;

  T value[held][C];

  /// The slot that an update reads, if the newest row is published in slot `now`.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int slot(int now, int) { return (now + R) % slots; }

  /// Reads the neighbours of column c.
  struct Reads {
    T const (&rows)[held][C];
    T const (&newest)[C];
    T const (&left)[read_slots][R]; // left[0][k]: k + 1 columns before the pack
    T const (&right)[read_slots][R];
    int phase, c; // phase: that of the newest row
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int) const {
      if (oy == R) return newest[c];
      if (oy != 0) return rows[(phase + oy + R) % held][c];
      if (c + ox < 0) return left[0][-(c + ox) - 1];
      if (c + ox >= C) return right[0][c + ox - C];
      return rows[(phase + R) % held][c + ox];
    }
  };
};

/// A box reads columns beside the pack in all rows, so the newest row, which is being published, is not among
/// them.
template <class Rules, int C>
struct PackRows<Rules, C, false> {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  static constexpr int lag = R + 1, held = 2 * R + 1;
  static constexpr int slots = 2 * held, read_slots = held;
  static_assert(!Rules::two_levels, "the next stage would read a row that is no longer held");

  T value[held][C];

  /// The slot of the row that lies `row` rows after the first one that an update reads.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int slot(int now, int row) {
    return (now + held + row) % slots;
  }

  struct Reads {
    T const (&rows)[held][C];
    T const (&newest)[C]; // not read
    T const (&left)[read_slots][R];
    T const (&right)[read_slots][R];
    int phase, c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int) const {
      if (c + ox < 0) return left[R + oy][-(c + ox) - 1];
      if (c + ox >= C) return right[R + oy][c + ox - C];
      return rows[(phase + R + oy) % held][c + ox];
    }
  };
};

} // namespace tessera::detail
