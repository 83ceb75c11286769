// SPDX-License-Identifier: Apache-2.0
// Several time steps per load in 3D, in registers, for stars of radius 1 on a device. A team marches along
// the slow axis. Each member owns a register patch, which is `rows` rows of a pack of C columns, and holds
// its last two planes for every stage:
//
//      planes ->      0 1 2 3 4 5
//      level 0        . . . o o N       N: comes from memory (plane k)
//      level 1        . . o o N         N: made now, one plane behind, from o o N above
//      level 2        . o o N
//
// Only the member itself reads what it loads. So the next plane of its patch is copied to scratch
// asynchronously while the member updates this one, and the previous plane stays in scratch, too. No register
// waits for memory, and more teams find room (docs/notes/temporal-3d-on-a-gpu.md).
//
// In a plane, a member takes the columns next to its patch from its neighbours' registers by shuffles. It
// reads the rows below and above the patch in scratch, where every member has left its first and its last
// row. A stage needs these rows of its middle plane only, which was complete one plane ago, so two barriers a
// plane serve all stages.
//
// Tiles may reach beyond the edges of the domain. Values that are computed there, or from missing neighbours
// at the outermost nodes of a tile, are never read by a node that is needed. The class `Edges` treats the
// nodes at closed faces: FrozenShell (frozen_shell.hpp), EdgeShell (edge_shell.hpp) or EdgePatch
// (edge_mask.hpp).
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/async_copy.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/node/record.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/edge_mask.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/edge_shell.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/frozen_shell.hpp>
#include <tessera/scheme/detail/tiles/obstacle_tiles.hpp>

namespace tessera::detail {

/// Which tiles a launch updates: all of them; those away from edges and obstacles; the others.
enum class VolumePart { all, interior, other };

/// The bytes of a team's scratch: two patches of every member, and between groups of patches along y the last
/// and the first row of every level.
template <class T>
std::size_t volume_scratch(int fused, int team_size) {
  using Shape = VolumeShape<T>;
  int const groups = team_size / Shape::lanes;
  return sizeof(T) *
         static_cast<std::size_t>((2 * Shape::rows * groups + 2 * fused * max(1, groups - 1)) * Shape::width);
}

template <class Exec, class Rules, int fused_steps, class Edges>
struct RegisterVolumeKernel {
  using T = typename Rules::value_type;
  using Place = VolumePlace<T>;
  using Stage = VolumeStage<T>;
  using Shape = VolumeShape<T>;
  static constexpr int C = Shape::C, rows = Shape::rows, lanes = Shape::lanes;
  static constexpr bool wide = Edges::wide, roomy = Edges::roomy;
  static_assert(Rules::dimension == 3 && Rules::star && Rules::radius == 1);

  Rules rules;
  VolumeTiles tiles;
  ObstacleTiles<Exec> obstacle_tiles;
  Levels<T> levels;
  Index step;
  std::size_t scratch_size; // per team
  VolumePart part;

  using Patch = T[rows][C];

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const number = member.league_rank();
    auto* const scratch =
        static_cast<T*>(member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(scratch_size, 16));
    Box3 const core = tiles.box(number, rules.domain);
    bool const obstacle = obstacle_tiles.touches(number);
    if (part != VolumePart::all) {
      bool const inside = !obstacle && !tiles.at_edge(core, fused_steps, rules.domain);
      if (inside != (part == VolumePart::interior)) return;
    }
    march(member, core, obstacle, scratch);
  }

private:
  static constexpr int row = lanes * C; // values of a row of patches

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION Place place(Member const& member, Box3 const& core) const {
    Box3 const loaded = tiles.loaded_by(core, fused_steps, rules.domain);
    Place p;
    p.lane = member.team_rank() % lanes;
    p.group = member.team_rank() / lanes;
    p.groups = member.team_size() / lanes;
    p.x = static_cast<int>(loaded.lower[0]) + p.lane * C;
    p.y = static_cast<int>(loaded.lower[1]) + p.group * rows;
    p.whole = p.x >= core.lower[0] && p.x + C <= core.upper[0];
    bool const none = wide ? !p.whole : p.x + C <= core.lower[0] || p.x >= core.upper[0];
    p.stores = 0;
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r)
      if (!none && p.y + r >= core.lower[1] && p.y + r < core.upper[1]) p.stores |= 1u << r;
    return p;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, Box3 const& core, bool obstacle,
                                         T* scratch) const {
    Place const p = place(member, core);
    Edges const edges(rules, p, obstacle);
    // Scratch holds the last two planes that this member has fetched, a patch each. Between two groups it
    // holds the rows that these exchange: of every level, the first row of the upper group and the last row
    // of the lower one.
    T* const own = scratch + p.group * 2 * rows * row + p.lane * C;
    T* const exchanged = scratch + p.groups * 2 * rows * row + p.lane * C;
    constexpr int between = 2 * fused_steps * row;
    bool const first_group = p.group == 0, last_group = p.group + 1 == p.groups; // they read some other rows
    T* const below = exchanged + (first_group ? 0 : p.group - 1) * between;
    T* const above = exchanged + (last_group ? (p.group > 0 ? p.group - 1 : 0) : p.group) * between;

    T queue[fused_steps][2][rows][C] = {};
    T previous[rows][C] = {};
    T const* const corner = levels.in.at(edges.x(p), edges.y(p), 0);
    T* out =
        levels.out.at(p.x, p.y, core.lower[2] - 2 * fused_steps); // where the last stage stores its plane
    int const lower = static_cast<int>(core.lower[2]), last = static_cast<int>(core.upper[2]) + fused_steps;
    fetch(own, corner, p, edges, lower - fused_steps);
    unsigned const due = p.stores != 0 ? steps_to_record(rules, step, fused_steps) : 0u;
    // Advances two planes. Few of these turns reach a frozen plane, and the others are faster without a test.
    auto const turn = [&]<bool ends>(std::bool_constant<ends>, int k) {
      TESSERA_UNROLL
      for (int q = 0; q < 2; ++q) {
        T newest[rows][C];
        wait_for_copies<0>();
        load_patch(newest, own + q * rows * row);
        load_patch(queue[0][1 - q], own + (1 - q) * rows * row); // the previous plane, which scratch holds
        fetch(own + (1 - q) * rows * row, corner, p, edges, k + q + 1);
        if constexpr (Rules::two_levels) load_previous(previous, p, edges, k + q - 1);
        TESSERA_UNROLL
        for (int s = 0; s < fused_steps; ++s) {
          T west[rows], east[rows], south[C], north[C];
          T const(&here)[rows][C] = queue[s][1 - q];
          TESSERA_UNROLL
          for (int r = 0; r < rows; ++r) {
            west[r] = shuffle_from<lanes>(member, here[r][C - 1], -1);
            east[r] = shuffle_from<lanes>(member, here[r][0], 1);
          }
          load_pack(south, below + (2 * s + 1) * row, true);
          load_pack(north, above + 2 * s * row, true);
          T updated[rows][C];
          auto const make = [&](Patch const& lower_plane, Patch const& upper_plane) {
            Stage const stage{lower_plane, here, upper_plane,   previous, south, north,
                              west,        east, k + q - s - 1, step + s, s > 0};
            update(stage, p, edges, updated);
            edges.template apply_edges<ends>(rules, p, stage, updated);
          };
          if constexpr (Edges::answers) {
            T lower_plane[rows][C], upper_plane[rows][C];
            copy_patch(lower_plane, queue[s][q]);
            copy_patch(upper_plane, newest);
            edges.template answer<ends>(rules, p, k + q - s - 1, step + s, here, lower_plane, upper_plane,
                                        south, north, west, east);
            make(lower_plane, upper_plane);
          } else {
            make(queue[s][q], newest);
          }
          if constexpr (has_samples<Rules>)
            if (int const z = k + q - s - 1; (due >> s & 1u) != 0 && z >= core.lower[2] && z < core.upper[2])
              record_patch(rules, updated, core, p.x, p.y, z, step + s + 1);
          if constexpr (Rules::two_levels) copy_patch(previous, queue[s][q]); // for the next stage
          copy_patch(queue[s][q], newest);
          copy_patch(newest, updated);
        }
        if (k + q >= lower + fused_steps && k + q < last) {
          store(levels.out, out, newest, p, core);
          if constexpr (Rules::two_levels)
            store(levels.previous_out, levels.previous_out.at(p.x, p.y, k + q - fused_steps),
                  queue[fused_steps - 1][1 - q], p, core);
        }
        out += levels.out.stride_z;
        team_barrier(member);
        TESSERA_UNROLL
        for (int s = 0; s < fused_steps; ++s) {
          if (!first_group) store_pack(below + 2 * s * row, queue[s][q][0], true);
          if (!last_group) store_pack(above + (2 * s + 1) * row, queue[s][q][rows - 1], true);
        }
        team_barrier(member);
      }
    };
    for (int k = lower - fused_steps; k < last; k += 2) {
      if constexpr (Edges::always)
        turn(std::true_type{}, k);
      else if (warp_any(edges.freezes_plane(k - fused_steps, k)))
        turn(std::true_type{}, k);
      else
        turn(std::false_type{}, k);
    }
    wait_for_copies<0>();
  }

  KOKKOS_FORCEINLINE_FUNCTION static void load_patch(Patch& to, T const* from) {
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) load_pack(to[r], from + r * row, true);
  }

  KOKKOS_FORCEINLINE_FUNCTION void update(Stage const& of, Place const& p, Edges const& edges,
                                          Patch& updated) const {
    int const z = edges.plane(rules, of.z);
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        updated[r][c] = rules.formula(Rules::with_previous(of.reads(r, c), [&] { return of.previous[r][c]; }),
                                      edges.x(p) + edges.column(rules, p, c),
                                      edges.y(p) + edges.row(rules, r), z, of.now, true);
    }
  }

  /// Starts copying plane z of the patch from memory to scratch.
  /// \param corner the patch's first node in plane 0, in memory
  KOKKOS_FORCEINLINE_FUNCTION void fetch(T* own, T const* corner, Place const& p, Edges const& edges,
                                         int z) const {
    constexpr int values_per_copy = wide ? C : 1;
    T const* const plane = corner + edges.plane(rules, z) * levels.in.stride_z;
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      T const* const from = plane + edges.row(rules, r) * levels.in.stride_y;
      TESSERA_UNROLL
      for (int c = 0; c < C; c += values_per_copy)
        copy_to_scratch<values_per_copy, true>(own + r * row + c, from + edges.column(rules, p, c));
    }
    end_group_of_copies();
  }

  /// Loads the previous level of the patch in plane z.
  KOKKOS_FORCEINLINE_FUNCTION void load_previous(Patch& to, Place const& p, Edges const& edges, int z) const {
    T const* const plane = levels.previous.at(edges.x(p), edges.y(p), edges.plane(rules, z));
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      T const* const from = plane + edges.row(rules, r) * levels.previous.stride_y;
      if constexpr (wide) {
        read_pack(to[r], from + edges.column(rules, p, 0), true);
      } else {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) to[r][c] = read_only(from + edges.column(rules, p, c));
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void store(Data<T> const& to, T* at, Patch const& patch, Place const& p,
                                         Box3 const& core) const {
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r)
      if (p.stores >> r & 1u) {
        if constexpr (wide)
          store_streaming(at + r * to.stride_y, patch[r], true);
        else
          store_columns<C, false>(at + r * to.stride_y, patch[r], core.lower[0], core.upper[0], p.x);
      }
  }
};

} // namespace tessera::detail
