// SPDX-License-Identifier: Apache-2.0
// Of the teams that cover a plane side by side, those with nodes near its edge.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// Teams of `width` nodes along one axis; the first `low` and those from `high` on have nodes within the radius of its ends.
struct EdgeOfAxis {
  int count, low, high;

  static EdgeOfAxis of(Index nodes, Index width, Index radius) {
    Index const count = divide_up(nodes, width), low = min(count, divide_up(radius, width));
    Index const high = max(low, max(0, nodes - radius) / width);
    return {static_cast<int>(count), static_cast<int>(low), static_cast<int>(min(count, high))};
  }
  KOKKOS_FORCEINLINE_FUNCTION int at_edge() const { return low + count - high; }
  KOKKOS_FORCEINLINE_FUNCTION int team(int n) const { return n < low ? n : high + n - low; }
};

struct EdgeTeams {
  EdgeOfAxis x, y;

  int size() const { return y.at_edge() * x.count + (y.high - y.low) * x.at_edge(); }

  /// Where edge team `number` stands among all: whole rows of teams first, then the ends of the others.
  KOKKOS_FORCEINLINE_FUNCTION void find(int number, int& team_x, int& team_y) const {
    int const in_rows = y.at_edge() * x.count;
    if (number < in_rows) {
      team_x = number % x.count;
      team_y = y.team(number / x.count);
    } else {
      team_x = x.team((number - in_rows) % x.at_edge());
      team_y = y.low + (number - in_rows) / x.at_edge();
    }
  }
};

} // namespace tessera::detail
