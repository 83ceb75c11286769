// SPDX-License-Identifier: Apache-2.0
// How the members of a host team share a small grid: by messages. Each member has memory of its own for its
// rows and for ghost rows, which are copies of its neighbours' nearest rows. Every few steps it sends the
// rows at its ends, and receives its neighbours':
//
//      member 0   . . . . . s s g g            s: sent; g: ghost rows, which the neighbour's message fills
//      member 1           g g s s . . . . .
//
// Between two messages it updates its ghost rows as well, R fewer in every step, because one wait for another
// core takes as long as updating some thousand nodes. No other member reads or writes its memory: shared rows
// would cost more than messages, since cache lines would move between cores, also those that the hardware
// prefetches beyond a member's last row (docs/notes/small-grids-on-a-cpu.md).
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/core/wait.hpp>
#include <tessera/scheme/detail/host/share.hpp>

#include <cstddef>

namespace tessera::detail {

/// The messages of a team. A member has room for two on each side, which it uses alternately. Message n + 2
/// may overwrite message n: its sender has received the neighbour's message n + 1, which the neighbour sent
/// after it had received message n.
template <class T>
class Mailbox {
public:
  /// The bytes that all messages of a team take, with the members' counters.
  static std::size_t bytes(int members, Index length) {
    return static_cast<std::size_t>(members) *
           (sizeof(Tally) + (members > 1 ? 4 * static_cast<std::size_t>(length) * sizeof(T) : 0));
  }

  /// \param memory memory of bytes() bytes, the same for all members; no member may receive before all have
  ///        constructed their Mailbox
  /// \param length values of a message, which fill whole cache lines
  Mailbox(char* memory, HostShare const& share, Index length)
      : sent_(reinterpret_cast<Tally*>(memory)),
        messages_(reinterpret_cast<T*>(memory + sizeof(Tally) * static_cast<std::size_t>(share.members))),
        share_(share), length_(length) {
    sent_[share.rank] = {};
  }

  /// Sends message `number`: write(side, message) fills it for each neighbour, which may read it then.
  template <class Write>
  void send(Index number, Write const& write) const {
    for (int side = 0; side < 2; ++side)
      if (share_.has(side)) write(side, message(share_.rank, side, number));
    count_up_to(sent_[share_.rank], number + 1);
  }

  /// Receives message `number`: calls read(side, message) for each neighbour, once it has sent it.
  template <class Read>
  void receive(Index number, Read const& read) const {
    for (int side = 0; side < 2; ++side) {
      if (!share_.has(side)) continue;
      int const from = share_.neighbour(side);
      wait_for(sent_[from], number + 1);
      read(side, static_cast<T const*>(message(from, 1 - side, number)));
    }
  }

private:
  T* message(int member, int side, Index number) const {
    return messages_ + (4 * member + 2 * side + number % 2) * length_;
  }

  Tally* sent_; // how many messages each member has sent
  T* messages_;
  HostShare share_;
  Index length_;
};

} // namespace tessera::detail
