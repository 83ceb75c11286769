// SPDX-License-Identifier: Apache-2.0
// Several rounds of steps of all tiles in one launch, between which teams tell each other their cores. All of them have to run at
// once: a plan makes no more of them than the device has multiprocessors, on one instance at a time.
//
//      load -> steps -> give, take -> steps -> give, take -> steps -> store
//
// A value travels in a word together with its round's number, so that who reads the word sees whether it is the one it waits
// for: no fence, no counter, one way to the second cache and one back. (NCCL's protocol LL does so with its messages.)
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/opaque.hpp>
#include <tessera/core/device/relaxed.hpp>
#include <tessera/grid/detail/domain.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <thread>

namespace tessera::detail {

/// A plane of values on their way. What is given in a round is overwritten two rounds later: whoever gives in a round has taken
/// what all its neighbours gave in the one before, so they have taken what was given before that.
template <class T, int C>
struct TileExchange {
  using Word = std::uint64_t; // half a value or all of it, and the number of its round
  static constexpr int parts = sizeof(T) > 4 ? 2 : 1;

  int count = 1;
  std::uint32_t number = 0; // of the launch's first round: none comes twice
  Word* words = nullptr;
  int packs = 0; // of C columns, which lie apart: members beside each other then read words beside each other
  int rows = 0;

  static Index words_for(Index nodes_x, Index nodes_y) {
    return 2 * parts * divide_up(nodes_x, C) * C * nodes_y;
  }

  /// Steps done after a round: shared out evenly.
  KOKKOS_FORCEINLINE_FUNCTION int end(int round, int steps) const {
    return steps / count * (round + 1) + Kokkos::min(steps % count, round + 1);
  }

  /// Gives the nodes of a patch, the first of them at (x, y), that lie in the team's core.
  template <int Rows>
  KOKKOS_FORCEINLINE_FUNCTION void publish_patch(T const (&patch)[Rows][C], Box3 const& core, Index x,
                                                 Index y, int round) const {
    int const i = static_cast<int>(opaque(x)), j = static_cast<int>(opaque(y));
    TESSERA_UNROLL
    for (int n = 0; n < Rows * C; ++n)
      if (in_core(core, i + n % C, j + n / C)) publish(patch[n / C][n % C], i + n % C, j + n / C, round);
  }

  /// Takes the nodes of a patch that are wanted, a bit each. All words are asked for before the first is looked at.
  template <int Rows>
  KOKKOS_FORCEINLINE_FUNCTION void consume_patch(T (&patch)[Rows][C], unsigned nodes, Domain const& d,
                                                 Index x, Index y, int round) const {
    int const first_x = static_cast<int>(d.wraps[0] ? d.in_domain(0, x) : x);
    int const first_y = static_cast<int>(d.wraps[1] ? d.in_domain(1, y) : y);
    for (bool waiting = nodes != 0; waiting;) {
      Message found[Rows][C];
      int j = static_cast<int>(opaque(first_y));
      TESSERA_UNROLL
      for (int r = 0; r < Rows; ++r) {
        int i = first_x;
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          found[r][c] = message(i, j, round, nodes >> (r * C + c) & 1u);
          i = d.wraps[0] && i + 1 == d.nodes[0] ? 0 : i + 1;
        }
        j = d.wraps[1] && j + 1 == d.nodes[1] ? 0 : j + 1;
      }
      waiting = false;
      TESSERA_UNROLL
      for (int n = 0; n < Rows * C; ++n) {
        if (!(nodes >> n & 1u)) continue;
        waiting |= !is_of(found[n / C][n % C], round);
        patch[n / C][n % C] = value(found[n / C][n % C]);
      }
      if (waiting) KOKKOS_IF_ON_HOST((std::this_thread::yield();));
    }
  }

  /// The nodes of a patch that are in another team's core, and within `halo` of this one: a bit each. No others: of two teams
  /// each then takes from the other or neither does.
  template <int Rows>
  KOKKOS_FORCEINLINE_FUNCTION static unsigned of_others(Domain const& d, Index3 const& halo, Box3 const& core,
                                                        Index x, Index y) {
    unsigned bits = 0;
    TESSERA_UNROLL
    for (int n = 0; n < Rows * C; ++n) {
      Index const i = x + n % C, j = y + n / C;
      bool const there = (d.wraps[0] || (i >= d.readable.lower[0] && i < d.readable.upper[0])) &&
                         (d.wraps[1] || (j >= d.readable.lower[1] && j < d.readable.upper[1]));
      bool const reached = i < core.upper[0] + halo[0] && j < core.upper[1] + halo[1];
      bits |= there && reached && !in_core(core, i, j) ? 1u << n : 0;
    }
    return bits;
  }

private:
  struct Message { // a value on its way
    Word word[parts];
  };

  /// Leaves the value that a node has after a round.
  KOKKOS_FORCEINLINE_FUNCTION void publish(T value, int x, int y, int round) const {
    std::uint32_t bits[parts] = {};
    std::memcpy(bits, &value, sizeof(T));
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      store_relaxed(words + place(p, x, y, round), Word{number_of(round)} << 32 | bits[p]);
  }

  /// What lies at a node's place for that round; any place's where it is not wanted.
  KOKKOS_FORCEINLINE_FUNCTION Message message(int x, int y, int round, bool wanted) const {
    Message found;
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      found.word[p] = load_relaxed(words + (wanted ? place(p, x, y, round) : 0));
    return found;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_of(Message const& message, int round) const {
    bool is = true;
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      is &= static_cast<std::uint32_t>(message.word[p] >> 32) == number_of(round);
    return is;
  }
  KOKKOS_FORCEINLINE_FUNCTION static T value(Message const& message) {
    std::uint32_t bits[parts];
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p) bits[p] = static_cast<std::uint32_t>(message.word[p]);
    T value;
    std::memcpy(&value, bits, sizeof(T));
    return value;
  }

  KOKKOS_FORCEINLINE_FUNCTION static bool in_core(Box3 const& core, Index x, Index y) {
    return x >= core.lower[0] && x < core.upper[0] && y >= core.lower[1] && y < core.upper[1];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t number_of(int round) const {
    return number + static_cast<std::uint32_t>(round);
  }
  KOKKOS_FORCEINLINE_FUNCTION int place(int part, int x, int y, int round) const {
    int const plane = round % 2 * parts + part;
    return ((plane * rows + y) * C + x % C) * packs + x / C;
  }
};

} // namespace tessera::detail
