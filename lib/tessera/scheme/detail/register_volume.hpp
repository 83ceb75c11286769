// SPDX-License-Identifier: Apache-2.0
// Several time steps per load in 3D, in registers, for stars of radius 1 on a device. A team marches along the slow axis; each member
// owns a patch of the plane, Rows rows of a pack of C columns, and keeps the last two planes of it for every stage:
//
//      planes ->      0 1 2 3 4 5
//      level 0        . . . o o N       N: loaded now (plane k)
//      level 1        . . o o N         N: made now, one plane behind, from o o N above
//      level 2        . o o N
//
// In a plane a member finds the columns beside its patch in its neighbours' registers, and the rows above and below it in
// scratch, where every member has left its first and its last row. A stage needs them of its middle plane, which was
// complete one plane ago: one barrier a plane serves all stages where scratch has room for the rows of two planes, two
// barriers elsewhere.
//
// Tiles may reach over the edges of the domain. What is computed there, or for want of neighbours at the rim of a
// tile, is never read by a node that is needed. Nodes at closed faces and in obstacles keep their value, or are updated
// once more with care, out of a copy of the patch and what lies around it. That takes registers from all that is compiled
// with it: tiles at edges have a launch of their own, and the planes next to the faces of the slow axis are tiles of
// their own.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/care.hpp>
#include <tessera/scheme/detail/lanes.hpp>
#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/middle_tiles.hpp>
#include <tessera/scheme/detail/obstacle_tiles.hpp>
#include <tessera/scheme/detail/pack.hpp>
#include <tessera/scheme/detail/patch.hpp>
#include <tessera/scheme/detail/rules.hpp>
#include <tessera/scheme/detail/volume_tiles.hpp>

namespace tessera::detail {

/// What a launch updates: tiles away from edges and obstacles; the others, where all closed faces keep their nodes and there is
/// no obstacle; or the others in any case.
enum class VolumePart { middle, kept_edges, any_edges };

template <class Exec, class Rules, int S, VolumePart part>
struct RegisterVolumeKernel {
  using T = typename Rules::value_type;
  using Shape = VolumeShape<T>;
  static constexpr int C = Shape::C, rows = Shape::rows, lanes = Shape::lanes;
  static constexpr bool special = part != VolumePart::middle; // the tile may meet an edge or an obstacle
  static_assert(Rules::dimension == 3 && Rules::star && Rules::radius == 1);

  Rules rules;
  VolumeTiles tiles;
  ObstacleTiles<Exec> obstacle_tiles;
  Levels<T> levels;
  Index step;
  std::size_t scratch_size; // per team
  int buffers;              // planes whose rows are in it
  bool wide;                // rows are whole packs
  bool alone;               // no other launch updates the tiles that are not of this part

  using Patch = T[rows][C];

  /// Neighbours of a node of a patch, the planes below and above included.
  struct Reads {
    PatchReads<T, rows, C> plane;
    Patch const &below, &above;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
      if (oz != 0) return oz < 0 ? below[plane.r][plane.c] : above[plane.r][plane.c];
      return plane(ox, oy, 0);
    }
  };

  /// The same of patches that were copied to memory.
  struct CopiedReads {
    static constexpr bool of_memory = true;
    Reads copies;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const { return copies(ox, oy, oz); }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const number = member.league_rank();
    auto* const scratch =
        static_cast<T*>(member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(scratch_size, 16));
    Box3 const core = tiles.box(number, rules.domain);
    bool const obstacle = part != VolumePart::kept_edges && obstacle_tiles.touches(number);
    bool const plain = wide && !obstacle && !tiles.at_edge(core, S, rules.domain);
    if (plain == special && !alone) return;
    // What is the same for all members is known while compiling from here on.
    if constexpr (part == VolumePart::any_edges)
      if (!wide) {
        march<false>(member, core, obstacle, scratch);
        return;
      }
    march<true>(member, core, obstacle, scratch);
  }

private:
  /// Where a member stands, and what is special there.
  struct Place {
    int group;        // of patches along y
    Index x, y;       // of the first node of its patch
    Index x_at;       // where memory has this pack, or some other that nobody needs
    Index y_at[rows]; // and its rows
    unsigned stores;  // rows that lie in the core, a bit each
    bool whole;       // all columns do
    Care care;        // in planes that are neither at a face nor meet an obstacle
  };

  template <bool wide_access, class Member>
  KOKKOS_FORCEINLINE_FUNCTION Place place(Member const& member, Box3 const& core, bool obstacle) const {
    Domain const& d = rules.domain;
    Place p;
    p.group = member.team_rank() / lanes;
    Box3 const loaded = tiles.loaded_by(core, S);
    p.x = loaded.lower[0] + Index{member.team_rank() % lanes} * C;
    p.y = loaded.lower[1] + Index{p.group} * rows;
    p.x_at = !special     ? p.x
             : d.wraps[0] ? d.in_domain(0, p.x)
                          : max(d.readable.lower[0], min(p.x, d.readable.upper[0] - C));
    p.whole = p.x >= core.lower[0] && p.x + C <= core.upper[0];
    p.stores = 0;
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      p.y_at[r] = special ? told_index(d, 1, p.y + r) : p.y + r;
      if (p.y + r >= core.lower[1] && p.y + r < core.upper[1]) p.stores |= 1u << r;
    }
    if (special && wide_access && !p.whole && (p.x + C <= core.lower[0] || p.x >= core.upper[0]))
      p.stores = 0;
    if (!special && !p.whole) p.stores = 0; // cores are whole packs
    // Any plane between the faces tells what holds in all of them.
    if (special && !obstacle) p.care = care_of<rows, C>(rules, {{p.x, p.y, d.nodes[2] / 2}}, false);
    return p;
  }

  template <bool wide_access, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, Box3 const& core, bool obstacle,
                                         T* scratch) const {
    Place const p = place<wide_access>(member, core, obstacle);
    int const size = member.team_size(), other = buffers == 2 ? 2 * S * size * C : 0;
    // Row r of the member d groups on, of level s, lies at mine + ((2 s + r) size + d lanes) C; at the rim, its own. Those
    // of every other plane lie in the other buffer.
    T* const mine = scratch + member.team_rank() * C;
    int const to_south = p.group > 0 ? -lanes * C : 0;
    int const to_north = (p.group + 1) * lanes < size ? lanes * C : 0;

    T queue[S][2][rows][C] = {};
    T next[rows][C], before[rows][C] = {};
    Index const first = core.lower[2] - S, last = core.upper[2] + S;
    load<wide_access>(next, levels.in, p, first);
    for (Index k = first; k < last; k += 2) {
      TESSERA_UNROLL
      for (int q = 0; q < 2; ++q) {
        T newest[rows][C];
        copy(newest, next);
        load<wide_access>(next, levels.in, p, min(k + q + 1, last - 1));
        prefetch_patch(levels.in, p, min(k + q + 2, last - 1));
        T const* const rims = mine + (q == 0 ? other : 0);
        if constexpr (Rules::two_levels)
          load<wide_access>(before, levels.before, p, max(first, min(k + q - 1, last - 1)));
        TESSERA_UNROLL
        for (int s = 0; s < S; ++s) {
          T west[rows], east[rows], south[C], north[C];
          T const(&here)[rows][C] = queue[s][1 - q];
          TESSERA_UNROLL
          for (int r = 0; r < rows; ++r) {
            west[r] = from_lane<lanes>(member, here[r][C - 1], -1);
            east[r] = from_lane<lanes>(member, here[r][0], 1);
          }
          load_pack(south, rims + (2 * s + 1) * size * C + to_south, true);
          load_pack(north, rims + 2 * s * size * C + to_north, true);
          update(queue[s][q], here, newest, before, south, north, west, east, p, obstacle, s > 0,
                 k + q - s - 1, step + s);
        }
        if (k + q >= core.lower[2] + S && k + q < last) {
          store<wide_access>(levels.out, newest, p, core, k + q - S);
          if constexpr (Rules::two_levels)
            store<wide_access>(levels.before_out, queue[S - 1][1 - q], p, core, k + q - S);
        }
        if (buffers == 1) meet_all(member);
        T* const rims_of_next = mine + (q == 0 ? 0 : other);
        TESSERA_UNROLL
        for (int s = 0; s < S; ++s) {
          store_pack(rims_of_next + 2 * s * size * C, queue[s][q][0], true);
          store_pack(rims_of_next + (2 * s + 1) * size * C, queue[s][q][rows - 1], true);
        }
        meet_all(member);
      }
    }
  }

  /// nvcc moves code across a plain barrier, not across Kokkos': doubles gain by it what floats lose for want of registers.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void meet_all(Member const& member) {
    if constexpr (sizeof(T) > 4)
      meet(member);
    else
      member.team_barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION static void copy(Patch& to, Patch const& from) {
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) to[r][c] = from[r][c];
    }
  }

  /// A stage's plane z: `newest`, the plane above, goes into the queue in place of the one below, and comes out as the
  /// updated plane. `before` goes in as plane z one level earlier and comes out as what the next stage needs so.
  KOKKOS_FORCEINLINE_FUNCTION void update(Patch& below, Patch const& here, Patch& newest, Patch& before,
                                          T const (&south)[C], T const (&north)[C], T const (&west)[rows],
                                          T const (&east)[rows], Place const& p, bool obstacle, bool later,
                                          Index z, Index now) const {
    T updated[rows][C];
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        updated[r][c] =
            rules.formula(Rules::with_before(Reads{{here, south, north, west, east, r, c}, below, newest},
                                             [&] { return before[r][c]; }),
                          told(0, p.x + c), told(1, p.y + r), told(2, z), now);
    }
    if constexpr (special) {
      bool const everywhere = obstacle || on_closed_face(rules.domain, 2, z); // the same for the whole team
      Care const care = everywhere ? care_in_plane(p, z, obstacle) : p.care;
      unsigned const kept = care.keep[later];
      if constexpr (part == VolumePart::any_edges) {
        // Of planes beyond a face nothing is needed, and no mask tells of their nodes.
        unsigned const with_care = beyond_closed_face(rules.domain, 2, z) ? 0 : care.careful[later];
        if (with_care != 0)
          careful(updated, with_care, below, here, newest, before, south, north, west, east, p, z, now);
      }
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c)
          if (kept >> (r * C + c) & 1u) updated[r][c] = here[r][c];
      }
    }
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        if constexpr (Rules::two_levels) before[r][c] = below[r][c];
        below[r][c] = newest[r][c];
        newest[r][c] = updated[r][c];
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Care care_in_plane(Place const& p, Index z, bool obstacle) const {
    if constexpr (part == VolumePart::any_edges)
      return care_of_called<rows, C>(rules, {{p.x, p.y, z}}, obstacle);
    else
      return care_of<rows, C>(rules, {{p.x, p.y, z}}, obstacle);
  }

  KOKKOS_FORCEINLINE_FUNCTION Index told(int axis, Index i) const {
    return special ? told_index(rules.domain, axis, i) : i;
  }

  /// A patch and what it reads, copied to memory, so that the originals can stay in registers.
  struct Copies {
    Patch below, here, above, before, updated;
    T south[C], north[C], west[rows], east[rows];
  };

  KOKKOS_FORCEINLINE_FUNCTION void careful(Patch& updated, unsigned nodes, Patch const& below,
                                           Patch const& here, Patch const& above, Patch const& before,
                                           T const (&south)[C], T const (&north)[C], T const (&west)[rows],
                                           T const (&east)[rows], Place const& p, Index z, Index now) const {
    Copies of;
    copy(of.below, below);
    copy(of.here, here);
    copy(of.above, above);
    copy(of.updated, updated);
    if constexpr (Rules::two_levels) copy(of.before, before);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      of.south[c] = south[c];
      of.north[c] = north[c];
    }
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      of.west[r] = west[r];
      of.east[r] = east[r];
    }
    careful_nodes(of, nodes, p.x, p.y, z, now);
    copy(updated, of.updated);
  }

  /// The nodes of a patch that the formula alone got wrong, one by one: their numbers are not known while compiling.
  TESSERA_CALLED void careful_nodes(Copies& of, unsigned nodes, Index x, Index y, Index z, Index now) const {
    TESSERA_KEEP_LOOP
    for (int n = 0; n < rows * C; ++n) {
      if ((nodes >> n & 1u) == 0) continue;
      int const r = n / C, c = n % C;
      CopiedReads const reads{{{of.here, of.south, of.north, of.west, of.east, r, c}, of.below, of.above}};
      of.updated[r][c] =
          rules.careful(Rules::with_before(reads, [&] { return of.before[r][c]; }), x + c, y + r, z, now);
    }
  }

  /// The patch in plane z. Where memory does not hold it, other values, which nobody needs.
  template <bool wide_access, class DataType>
  KOKKOS_FORCEINLINE_FUNCTION void load(Patch& to, DataType const& from, Place const& p, Index z) const {
    T const* const plane = from.at(0, 0, told(2, z));
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      T const* const row = plane + p.y_at[r] * from.stride_y;
      if constexpr (wide_access) {
        read_pack(to[r], row + p.x_at, true);
      } else {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) to[r][c] = read_only(row + told(0, p.x + c));
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void prefetch_patch(Data<T const> const& from, Place const& p, Index z) const {
    T const* const plane = from.at(p.x_at, 0, told(2, z));
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) prefetch(plane + p.y_at[r] * from.stride_y);
  }

  template <bool wide_access>
  KOKKOS_FORCEINLINE_FUNCTION void store(Data<T> const& to, Patch const& patch, Place const& p,
                                         Box3 const& core, Index z) const {
    T* const at = to.at(p.x, p.y, z);
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r)
      if (p.stores >> r & 1u) {
        if (!special || (wide_access && p.whole))
          store_passing(at + r * to.stride_y, patch[r], true);
        else
          store_columns<C, false>(at + r * to.stride_y, patch[r], core.lower[0], core.upper[0], p.x);
      }
  }
};

} // namespace tessera::detail
