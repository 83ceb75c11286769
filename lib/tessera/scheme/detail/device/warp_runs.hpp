// SPDX-License-Identifier: Apache-2.0
// Runs of nodes that lie side by side, one in the registers of each member of a warp. Memory is read and
// written by packs that lie side by side across the members; in between, the warp turns them into runs, and
// runs into packs, in its scratch. Where each member read its own run, every access would reach as many cache
// lines as there are members.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/pack.hpp>
#include <tessera/core/device/warp.hpp>

#include <cstddef>

namespace tessera::detail {

/// The runs of N values of a warp, and the place of one member among them.
template <class T, int N>
struct WarpRuns {
  static constexpr int lanes = 32, width = lanes * N;
  static constexpr int C = N < pack_width<T, 16> ? N : pack_width<T, 16>;
  static constexpr bool turns = N > C; // else a run is a pack
  // Distance of two runs in scratch. Members that access a pack of their runs at the same time use different
  // banks.
  static constexpr int pitch = N + C;
  static_assert(N % C == 0);

  /// Bytes of scratch of so many members.
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int members) {
    return turns ? sizeof(T) * static_cast<std::size_t>(members * pitch) : 0;
  }

  int lane;
  T* scratch; // of the warp

  /// \param team_scratch that of the team, scratch_bytes(members) bytes
  KOKKOS_FORCEINLINE_FUNCTION static WarpRuns of(int team_rank, void* team_scratch) {
    int const lane = team_rank % lanes;
    return {lane, turns ? static_cast<T*>(team_scratch) + (team_rank - lane) * pitch : nullptr};
  }

  /// Loads the member's run of the values that begin at `first`, which all exist.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void load([[maybe_unused]] Member const& member, T (&run)[N], T const* first,
                                        bool wide) const {
    if constexpr (turns) {
      TESSERA_UNROLL
      for (int i = 0; i < N / C; ++i) {
        T pack[C];
        read_pack(pack, first + pack_of(i), wide);
        store_pack(in_scratch(pack_of(i)), pack, true);
      }
      warp_barrier(member);
      TESSERA_UNROLL
      for (int i = 0; i < N / C; ++i) {
        T pack[C];
        load_pack(pack, scratch + (lane * pitch + i * C), true);
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) run[i * C + c] = pack[c];
      }
      warp_barrier(member);
    } else {
      read_pack(run, first + lane * N, wide);
    }
  }

  /// Stores those values of the runs that lie in [begin, end), counted from the first one.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void store([[maybe_unused]] Member const& member, T const (&run)[N], T* first,
                                         int begin, int end, bool wide) const {
    if constexpr (turns) {
      TESSERA_UNROLL
      for (int i = 0; i < N / C; ++i) {
        T pack[C];
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) pack[c] = run[i * C + c];
        store_pack(scratch + (lane * pitch + i * C), pack, true);
      }
      warp_barrier(member);
      TESSERA_UNROLL
      for (int i = 0; i < N / C; ++i) {
        T pack[C];
        load_pack(pack, in_scratch(pack_of(i)), true);
        store_part(first, pack, pack_of(i), begin, end, wide);
      }
      warp_barrier(member);
    } else {
      store_part(first, run, lane * N, begin, end, wide);
    }
  }

private:
  /// The pack that the member moves in turn i, counted from the first value, and its place in scratch.
  KOKKOS_FORCEINLINE_FUNCTION int pack_of(int i) const { return (i * lanes + lane) * C; }
  KOKKOS_FORCEINLINE_FUNCTION T* in_scratch(int pack) const { return scratch + (pack + pack / N * C); }

  KOKKOS_FORCEINLINE_FUNCTION static void store_part(T* first, T const (&pack)[C], int at, int begin, int end,
                                                     bool wide) {
    if (at >= begin && at + C <= end) {
      store_pack(first + at, pack, wide);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        if (at + c >= begin && at + c < end) first[at + c] = pack[c];
    }
  }
};

} // namespace tessera::detail
