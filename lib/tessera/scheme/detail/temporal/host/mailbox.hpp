// SPDX-License-Identifier: Apache-2.0
// How the members of a host team share a small grid. Each keeps its rows, and a rim of its neighbours', in memory of its own; every
// few steps it posts the rows at its ends, and takes what its neighbours have posted:
//
//      member 0   . . . . . p p r r            p: posted; r: the rim, which the neighbour's letter fills
//      member 1           r r p p . . . . .
//
// Until the next letter it updates the rim as well, R rows less of it every step: a core waits for another as long as it takes
// to update some thousand nodes. Nobody else reads or writes what it works on: lines that wander between the cores' caches, and
// those that the hardware asks for beyond a member's last row, cost more than the letters.
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/core/wait.hpp>

#include <cstddef>

namespace tessera::detail {

/// The rows (planes in 3D) of a member, and whose are beside them.
struct HostShare {
  int rank, members;
  bool ring; // the last member's rows are followed by the first one's
  Index begin, end;

  HostShare(int r, int count, Index rows, bool wraps)
      : rank(r), members(count), ring(wraps), begin(rows * r / count), end(rows * (r + 1) / count) {}

  /// Whether there is a neighbour on a side: below (0) or above (1). One member alone has none.
  bool has(int side) const { return members > 1 && (ring || (side == 0 ? rank > 0 : rank + 1 < members)); }
  int neighbour(int side) const { return (rank + (side == 0 ? members - 1 : 1)) % members; }
};

/// The letters of a team: for each member and side two, which serve in turn. Who posts the letter after the next has had the
/// neighbour's next one, which was posted after this one had been taken.
template <class T>
class Mailbox {
public:
  /// Bytes of them all.
  static std::size_t bytes(int members, Index length) {
    return static_cast<std::size_t>(members) *
           (sizeof(Tally) + (members > 1 ? 4 * static_cast<std::size_t>(length) * sizeof(T) : 0));
  }

  /// \param memory of so many bytes, the same for all members; nothing may be taken before every member has come here
  /// \param length values of a letter, of whole cache lines
  Mailbox(char* memory, HostShare const& share, Index length)
      : posted_(reinterpret_cast<Tally*>(memory)),
        messages_(reinterpret_cast<T*>(memory + sizeof(Tally) * static_cast<std::size_t>(share.members))),
        share_(share), length_(length) {
    posted_[share.rank] = {};
  }

  /// write(side, letter) for each neighbour, who then may read letter `number`.
  template <class Write>
  void mailbox(Index number, Write const& write) const {
    for (int side = 0; side < 2; ++side)
      if (share_.has(side)) write(side, message(share_.rank, side, number));
    count_up_to(posted_[share_.rank], number + 1);
  }

  /// read(side, letter) of each neighbour, once it has posted letter `number`.
  template <class Read>
  void take(Index number, Read const& read) const {
    for (int side = 0; side < 2; ++side) {
      if (!share_.has(side)) continue;
      int const from = share_.neighbour(side);
      wait_for(posted_[from], number + 1);
      read(side, static_cast<T const*>(message(from, 1 - side, number)));
    }
  }

private:
  T* message(int member, int side, Index number) const {
    return messages_ + (4 * member + 2 * side + number % 2) * length_;
  }

  Tally* posted_; // how many letters each member has posted
  T* messages_;
  HostShare share_;
  Index length_;
};

} // namespace tessera::detail
