// SPDX-License-Identifier: Apache-2.0
// The rings of a team that streams several time steps per load (pipeline.hpp): of each time level the last planes (rows in 2D) in
// scratch, as many as a stage reads and makes.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/host/row_vectors.hpp>
#include <tessera/scheme/detail/node/frozen_nodes.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// Neighbours of one node in a ring of planes.
template <class T, int D, int R>
struct RingReads {
  static constexpr bool of_memory = true;
  T const* plane[2 * R + 1]; // from -R to +R along the slow axis, each at the node
  Index pitch;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return D == 2 ? plane[R + oy][ox] : plane[R + oz][ox + oy * pitch];
  }
};

/// Whether a host core updates rows of rings by row vectors. Of wider stars a node reads more than there are registers, and of rows
/// side by side in a volume more than there are pointers, unless columns are shifted out of what has been loaded.
template <class Exec, class Rules>
inline constexpr bool vectors_in_rings =
    Rules::radius <= 4 && !asks_each_node<Rules> && fits_row_vectors<Rules> && on_host<Exec> &&
    (Rules::dimension == 2 || vectors_shift);

/// The rings of one team, and where a node lies in them. Rows of the core start at multiples of a vector; there is room for whole
/// vectors and reads beside them.
template <class Exec, class Rules>
struct Rings {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  using Reads = RingReads<T, D, R>;
  /// Rows that a host core updates at once: they share what they read. Of wide stars one has vectors enough.
  static constexpr int rows_at_once = vectors_in_rings<Exec, Rules> && R <= 2 ? 4 : 1;
  /// Planes that a formula reads, that a stage makes in a turn, and that a ring has.
  static constexpr int planes = 2 * R + 1, made = D == 2 ? rows_at_once : 1, slots = 2 * R + made;
  static constexpr Index vector = on_host<Exec> ? values_in_line<T> : 1;

  T* data;
  Index3 lower; // of the loaded box, along x rounded down to a whole vector from the core
  Index pitch, plane;

  /// Scratch of a team for tiles of this extent, halo included.
  KOKKOS_FUNCTION static std::size_t scratch_bytes(Index3 const& extent, int levels) {
    return static_cast<std::size_t>(levels * slots * pitch_of(extent[0]) * (D == 3 ? extent[1] : 1)) *
           sizeof(T);
  }

  /// For a core, whose halo of `levels` steps has been clipped to `loaded`.
  KOKKOS_FORCEINLINE_FUNCTION Rings(T* scratch, Box3 const& core, Box3 const& loaded, int levels)
      : data(scratch + pad), lower(loaded.lower), pitch(pitch_of(loaded.extent(0))),
        plane(pitch * (D == 3 ? loaded.extent(1) : 1)) {
    // Vector loops on a host run over whole vectors; what they read too much is never used, but is a number.
    if constexpr (on_host<Exec>)
      for (Index i = 0; i < levels * slots * plane; ++i) scratch[i] = T{};
    lower[0] = core.lower[0] - round_up(core.lower[0] - lower[0], vector);
  }

  KOKKOS_FORCEINLINE_FUNCTION T* at(int level, Index along, Index x, Index y) const {
    auto const slot = static_cast<Index>(static_cast<unsigned>(along - lower[slow]) % unsigned{slots});
    return data + ((level * slots + slot) * plane + (D == 3 ? (y - lower[1]) * pitch : 0) + (x - lower[0]));
  }
  KOKKOS_FORCEINLINE_FUNCTION Reads reads(int level, Index x, Index y, Index along) const {
    Reads source;
    source.pitch = pitch;
    TESSERA_UNROLL
    for (int k = 0; k < planes; ++k) source.plane[k] = at(level, max(lower[slow], along + k - R), x, y);
    return source;
  }
  /// The plane that stage s reads of the level before its own, from this node on; it may only be followed inside memory where s
  /// is 0.
  KOKKOS_FORCEINLINE_FUNCTION T const* before(Levels<T> const& memory, int s, Index x, Index y,
                                              Index z) const {
    if constexpr (Rules::two_levels)
      return s == 0 ? memory.previous.at(x, y, z) : at(s - 1, D == 2 ? y : z, x, y);
    else
      return nullptr;
  }

private:
  static constexpr Index pad = (R + vector - 1) / vector * vector;
  KOKKOS_FORCEINLINE_FUNCTION static Index pitch_of(Index width) {
    return round_up(width + vector - 1 + 2 * pad, vector);
  }
};

} // namespace tessera::detail
