// SPDX-License-Identifier: Apache-2.0
// The layout of a small grid in host caches: how the buffers of a team's members lie in its scratch.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/host/row_pitch.hpp>
#include <tessera/scheme/detail/node/rules.hpp>
#include <tessera/scheme/detail/temporal/host/mailbox.hpp>

namespace tessera::detail {

/// How the members of a team go through their shares between two messages.
struct ExchangeInterval {
  int between;       // steps from one message to the next
  Index chunk;       // rows that make all these steps before the next rows make any (time skewing)
  bool side_by_side; // whether several rows are updated together

  /// The number of ghost rows at either end of a share. Beyond a face of the grid they are ghost nodes.
  Index ghost_rows(int radius) const { return static_cast<Index>(between) * radius; }
};

/// A member's buffers for time levels, which take turns: two, or three if the stencil reads the previous
/// level.
template <class Rules>
struct HostTurn {
  using T = typename Rules::value_type;
  static constexpr int buffers = Rules::two_levels ? 3 : 2;

  Data<T> now, next, previous;
  void advance() {
    Data<T> const free = Rules::two_levels ? previous : now;
    previous = now;
    now = next;
    next = free;
  }
};

/// The layout of a member's buffers, which hold its rows, ghost nodes and ghost rows. Node `first` of a row
/// lies at the start of a vector.
template <class Rules>
struct HostBuffers {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  static constexpr int buffers = HostTurn<Rules>::buffers;
  static constexpr Index vector = values_in_line<T>;

  Index ghost_rows; // ghost rows at either end
  Index pad, pitch, plane;
  Index along; // distance from one row (plane in 3D) to the next
  Index lead;  // values of such a row before its first node
  Index size;

  HostBuffers(Domain const& d, Index first, int members, ExchangeInterval const& interval)
      : ghost_rows(interval.ghost_rows(R)), pad(round_up(first + R, vector) - first),
        pitch(row_pitch<T>(pad + d.nodes[0] + R)), plane(pitch * (D == 3 ? d.nodes[1] + 2 * R : 1)),
        along(D == 3 ? plane : pitch), lead(pad + (D == 3 ? R * pitch : 0)),
        size(D == 1 ? along : along * (divide_up(d.nodes[slow], members) + 2 * ghost_rows)) {}

  /// The number of values of a message.
  Index message() const { return (buffers - 1) * along * ghost_rows; }
  /// The number of values from one member's buffers to the next one's. A gap lies between them, so that the
  /// hardware does not prefetch a neighbour's values.
  Index member() const { return buffers * size + 4096 / static_cast<Index>(sizeof(T)); }

  /// The buffers of one member, which are addressed by the indices of the grid.
  HostTurn<Rules> of(HostShare const& share, T* members) const {
    auto const buffer = [&](int n) {
      Index const origin = D == 1 ? 0 : along * (ghost_rows - share.begin);
      return Data<T>{members + share.rank * member() + n * size + lead + origin, pitch, plane};
    };
    return {buffer(0), buffer(1), buffer(buffers - 1)};
  }

  /// Where a row (plane in 3D) begins, its ghost nodes included.
  T* row_of(Data<T> const& level, Index row) const { return level.origin + row * along - lead; }
};

} // namespace tessera::detail
