// SPDX-License-Identifier: Apache-2.0
// The plane queues of a team that makes several time steps per load (kernel.hpp). For each time level,
// scratch holds the last planes (rows in 2D): those that a stage reads for all planes that it makes at a
// time.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/host/neighbouring_rows.hpp>
#include <tessera/scheme/detail/host/row_pitch.hpp>
#include <tessera/scheme/detail/host/row_vectors.hpp>
#include <tessera/scheme/detail/node/frozen_nodes.hpp>
#include <tessera/scheme/detail/node/rings.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// Reads the neighbours of one node in a plane queue.
template <class T, int D, int R>
struct PlaneQueueReads {
  static constexpr bool of_memory = true;
  T const* plane[2 * R + 1]; // from -R to +R along the slow axis, each at the node
  Index pitch;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return D == 2 ? plane[R + oy][ox] : plane[R + oz][ox + oy * pitch];
  }
};

/// Whether a host core updates the rows of plane queues by row vectors. It does not for wide stars, whose
/// nodes read more values than there are registers. In 3D it does only if it shifts neighbouring columns out
/// of vectors that are loaded already; otherwise it would read through more pointers than there are
/// registers.
template <class Exec, class Rules>
inline constexpr bool vectors_in_queues =
    Rules::radius <= 4 && !asks_each_node<Rules> && fits_row_vectors<Rules> && on_host<Exec> &&
    (Rules::dimension == 2 || vectors_shift);

/// The plane queues of one team, and where a node lies in them. Rows of the core start at multiples of a
/// vector; a row has room for whole vectors and for the nodes that they read beyond its ends.
template <class Exec, class Rules>
struct PlaneQueues {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  using Reads = PlaneQueueReads<T, D, R>;
  /// Rows that a host core updates together: they share what they read. With a wide star, one row alone
  /// already reads many vectors.
  static constexpr int rows_together = !on_host<Exec>                   ? 1
                                       : vectors_in_queues<Exec, Rules> ? (R <= 2 ? 4 : 1)
                                       : Rules::star                    ? 1
                                                                        : neighbouring_rows<Rules>;
  /// How many planes a formula reads (`planes`), a stage makes at a time (`planes_per_update`), and a plane
  /// queue holds (`slots`).
  static constexpr int planes = 2 * R + 1, planes_per_update = D == 2 ? rows_together : 1,
                       slots = 2 * R + planes_per_update;
  static constexpr Index vector = on_host<Exec> ? values_in_line<T> : 1;

  T* data;
  Index3 lower; // of the loaded box; along x a whole number of vectors before the core
  Index pitch, plane;

  /// The scratch of a team for tiles of this extent, halo included, and for the plane queues of so many time
  /// levels.
  KOKKOS_FUNCTION static std::size_t scratch_bytes(Index3 const& extent, int levels) {
    return static_cast<std::size_t>(levels * slots * pitch_of(extent[0]) * (D == 3 ? extent[1] : 1)) *
           sizeof(T);
  }

  /// Plane queues for `core`. `loaded`: the core with its halo for `levels` steps, clipped to the domain.
  KOKKOS_FORCEINLINE_FUNCTION PlaneQueues(T* scratch, Box3 const& core, Box3 const& loaded, int levels)
      : data(scratch + pad), lower(loaded.lower), pitch(pitch_of(loaded.extent(0))),
        plane(pitch * (D == 3 ? loaded.extent(1) : 1)) {
    // Vector loops on a host run over whole vectors. What they read beyond a row is never used, but has to be
    // a number.
    if constexpr (on_host<Exec>)
      for (Index i = 0; i < levels * slots * plane; ++i) scratch[i] = T{};
    lower[0] = core.lower[0] - round_up(core.lower[0] - lower[0], vector);
  }

  KOKKOS_FORCEINLINE_FUNCTION T* at(int level, Index along, Index x, Index y) const {
    return data +
           ((level * slots + slot(along)) * plane + (D == 3 ? (y - lower[1]) * pitch : 0) + (x - lower[0]));
  }
  KOKKOS_FORCEINLINE_FUNCTION Reads reads(int level, Index x, Index y, Index along) const {
    Reads source;
    source.pitch = pitch;
    TESSERA_UNROLL
    for (int k = 0; k < planes; ++k) source.plane[k] = at(level, max(lower[slow], along + k - R), x, y);
    return source;
  }
  /// A level for those who read around the nodes of one plane: its planes lie in rings().
  Data<T const> around(int level, Index along) const {
    return {at(level, along, 0, 0) - along * plane, D == 3 ? pitch : plane, D == 3 ? plane : 0};
  }
  Rings rings(Index along) const {
    Rings rings;
    rings.length[slow] = slots;
    rings.first[slow] = along - slot(along);
    return rings;
  }
  /// The previous level of the plane that stage s updates, from node (x, y, z) on. For stage 0 it lies in
  /// memory, and the pointer may be followed only to nodes that memory holds.
  KOKKOS_FORCEINLINE_FUNCTION T const* previous(Levels<T> const& memory, int s, Index x, Index y,
                                                Index z) const {
    if constexpr (Rules::two_levels)
      return s == 0 ? memory.previous.at(x, y, z) : at(s - 1, D == 2 ? y : z, x, y);
    else
      return nullptr;
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION Index slot(Index along) const {
    return static_cast<Index>(static_cast<unsigned>(along - lower[slow]) % unsigned{slots});
  }
  static constexpr Index pad = (R + vector - 1) / vector * vector;
  KOKKOS_FORCEINLINE_FUNCTION static Index pitch_of(Index width) {
    Index const values = width + vector - 1 + 2 * pad;
    return on_host<Exec> ? row_pitch<T>(values) : values;
  }
};

} // namespace tessera::detail
