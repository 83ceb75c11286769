// SPDX-License-Identifier: Apache-2.0
// The exchange between tiles in one launch. All tiles advance several steps, which are an interval; then
// teams exchange the cores of their tiles. All teams have to run at the same time, so a plan makes no more of
// them than the device has multiprocessors, and launches them on one instance at a time
// (device/cooperative_lock.hpp).
//
//      load -> steps -> publish, consume -> steps -> publish, consume -> steps -> store
//
// A value travels in a word together with its interval's number, so that a reader sees whether the word is
// the one that it waits for. This takes no fence and no counter, just one way to the second-level cache and
// one back. NCCL's protocol LL sends its messages in the same way (docs/notes/small-grids-on-a-gpu.md).
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

/// Two planes of messages, for intervals of even and of odd numbers. What a team publishes is overwritten two
/// intervals later. By then its neighbours have consumed it: a team publishes after it has consumed what they
/// published in the interval before, and they published that after they had consumed what the team published
/// still earlier. `interval` is the number of an interval in the launch.
template <class T, int C>
struct TileExchange {
  using Word = std::uint64_t; // half a value or all of it, and the number of its interval
  static constexpr int parts = sizeof(T) > 4 ? 2 : 1;

  int count = 1;
  std::uint32_t number = 0; // of the launch's first interval; no number is used twice
  Word* words = nullptr;
  int packs = 0; // of C columns, which lie apart so that neighbouring members read neighbouring words
  int rows = 0;

  static Index words_for(Index nodes_x, Index nodes_y) {
    return 2 * parts * divide_up(nodes_x, C) * C * nodes_y;
  }

  /// The number of steps that are done after an interval. Steps are shared out evenly.
  KOKKOS_FORCEINLINE_FUNCTION int end(int interval, int steps) const {
    return steps / count * (interval + 1) + Kokkos::min(steps % count, interval + 1);
  }

  /// Publishes the nodes of a patch that lie in the team's core. The patch's first node is (x, y).
  template <int Rows>
  KOKKOS_FORCEINLINE_FUNCTION void publish_patch(T const (&patch)[Rows][C], Box3 const& core, Index x,
                                                 Index y, int interval) const {
    int const i = static_cast<int>(opaque(x)), j = static_cast<int>(opaque(y));
    TESSERA_UNROLL
    for (int n = 0; n < Rows * C; ++n)
      if (in_core(core, i + n % C, j + n / C)) publish(patch[n / C][n % C], i + n % C, j + n / C, interval);
  }

  /// Consumes the marked nodes of a patch, for which it waits. All words are loaded before the first is
  /// tested.
  template <int Rows>
  KOKKOS_FORCEINLINE_FUNCTION void consume_patch(T (&patch)[Rows][C], unsigned nodes, Domain const& d,
                                                 Index x, Index y, int interval) const {
    int const first_x = static_cast<int>(d.around(0, x));
    int const first_y = static_cast<int>(d.around(1, y));
    for (bool waiting = nodes != 0; waiting;) {
      Message found[Rows][C];
      int j = static_cast<int>(opaque(first_y));
      TESSERA_UNROLL
      for (int r = 0; r < Rows; ++r) {
        int i = first_x;
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          found[r][c] = message(i, j, interval, nodes >> (r * C + c) & 1u);
          i = d.wraps[0] && i + 1 == d.nodes[0] ? 0 : i + 1;
        }
        j = d.wraps[1] && j + 1 == d.nodes[1] ? 0 : j + 1;
      }
      waiting = false;
      TESSERA_UNROLL
      for (int n = 0; n < Rows * C; ++n) {
        if (!(nodes >> n & 1u)) continue;
        waiting |= !is_of(found[n / C][n % C], interval);
        patch[n / C][n % C] = value(found[n / C][n % C]);
      }
      if (waiting) KOKKOS_IF_ON_HOST((std::this_thread::yield();));
    }
  }

  /// Marks the nodes of a patch that lie in another team's core and within `halo` of this one, a bit each. It
  /// marks no others, so that of two teams either each consumes from the other or neither does.
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
  struct Message { // a value in transit
    Word word[parts];
  };

  /// Publishes the value that a node has after an interval.
  KOKKOS_FORCEINLINE_FUNCTION void publish(T value, int x, int y, int interval) const {
    std::uint32_t bits[parts] = {};
    std::memcpy(bits, &value, sizeof(T));
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      store_relaxed(words + place(p, x, y, interval), Word{number_of(interval)} << 32 | bits[p]);
  }

  /// Loads a node's message of this interval, or any message if the node is not wanted.
  KOKKOS_FORCEINLINE_FUNCTION Message message(int x, int y, int interval, bool wanted) const {
    Message found;
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      found.word[p] = load_relaxed(words + (wanted ? place(p, x, y, interval) : 0));
    return found;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_of(Message const& message, int interval) const {
    bool is = true;
    TESSERA_UNROLL
    for (int p = 0; p < parts; ++p)
      is &= static_cast<std::uint32_t>(message.word[p] >> 32) == number_of(interval);
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
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t number_of(int interval) const {
    return number + static_cast<std::uint32_t>(interval);
  }
  KOKKOS_FORCEINLINE_FUNCTION int place(int part, int x, int y, int interval) const {
    int const plane = interval % 2 * parts + part;
    return ((plane * rows + y) * C + x % C) * packs + x / C;
  }
};

} // namespace tessera::detail
