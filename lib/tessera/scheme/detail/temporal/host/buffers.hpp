// SPDX-License-Identifier: Apache-2.0
// Small grids in host caches: how the buffers of a team's members lie in its scratch memory.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/node/rules.hpp>
#include <tessera/scheme/detail/temporal/host/mailbox.hpp>

namespace tessera::detail {

/// How the members of a team go through their shares.
struct ExchangeInterval {
  int between;       // steps from one letter to the next
  Index chunk;       // rows that are stepped so far before the others
  bool side_by_side; // several rows are updated at once

  /// Rows of a neighbour that a member needs; or ghosts.
  Index rim(int radius) const { return static_cast<Index>(between) * radius; }
};

/// Time levels in turn: two, or three where a stencil reads the level before.
template <class Rules>
struct HostTurn {
  using T = typename Rules::value_type;
  static constexpr int buffers = Rules::two_levels ? 3 : 2;

  Data<T> now, next, before;
  void advance() {
    Data<T> const free = Rules::two_levels ? before : now;
    before = now;
    now = next;
    next = free;
  }
};

/// A member's buffers: ghosts and rims included, node `first` of a row at the start of a vector.
template <class Rules>
struct HostBuffers {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  static constexpr int buffers = HostTurn<Rules>::buffers;
  static constexpr Index vector = values_in_line<T>;

  Index rim; // rows
  Index pad, pitch, plane;
  Index along;  // from one row (plane in 3D) to the next along the slow axis
  Index before; // in one of those, before its first node
  Index size;

  HostBuffers(Domain const& d, Index first, int members, ExchangeInterval const& interval)
      : rim(interval.rim(R)), pad(round_up(first + R, vector) - first),
        pitch(round_up(pad + d.nodes[0] + R, vector)), plane(pitch * (D == 3 ? d.nodes[1] + 2 * R : 1)),
        along(D == 3 ? plane : pitch), before(pad + (D == 3 ? R * pitch : 0)),
        size(D == 1 ? along : along * (divide_up(d.nodes[slow], members) + 2 * rim)) {}

  /// Values of a letter.
  Index message() const { return (buffers - 1) * along * rim; }
  /// Values of a member, whose buffers begin so far after those before: what the hardware asks for ahead is not a neighbour's.
  Index member() const { return buffers * size + 4096 / static_cast<Index>(sizeof(T)); }

  /// Those of one member, by the indices of the grid.
  HostTurn<Rules> of(HostShare const& share, T* members) const {
    auto const buffer = [&](int n) {
      Index const origin = D == 1 ? 0 : along * (rim - share.begin);
      return Data<T>{members + share.rank * member() + n * size + before + origin, pitch, plane};
    };
    return {buffer(0), buffer(1), buffer(buffers - 1)};
  }

  /// Where a row (plane in 3D) begins, its ghosts included.
  T* row_of(Data<T> const& level, Index row) const { return level.origin + row * along - before; }
};

} // namespace tessera::detail
