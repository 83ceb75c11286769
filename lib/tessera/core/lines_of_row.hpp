// SPDX-License-Identifier: Apache-2.0
// Where a host core's cache lines begin in a row.
#pragma once

#include <tessera/core/loop.hpp>

#include <cstdint>

namespace tessera::detail {

/// Where cache lines begin in the row that is written. A vector across two lines costs two accesses, and most
/// of what an update reads is aligned as its result is.
template <class T>
struct LinesOfRow {
  T const* row; // the result at column 0

  /// The first column from x on at which a cache line begins, or a shorter piece of so many values.
  template <Index values = values_in_line<T>>
  Index begin(Index x) const {
    if constexpr (64 % sizeof(T) != 0) return x;
    auto const into = static_cast<Index>(reinterpret_cast<std::uintptr_t>(row + x) / sizeof(T) % values);
    return x + (values - into) % values;
  }
  /// The end of the last whole line up to `end`, if lines begin at `first`.
  static Index whole_until(Index first, Index end) { return end - (end - first) % values_in_line<T>; }
};

} // namespace tessera::detail
