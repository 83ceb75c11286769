// SPDX-License-Identifier: Apache-2.0
// The class that handles tiles of kernel.hpp at edges and obstacles of any kind. Nodes there are frozen, or
// are updated once more by the general update, from a copy of the patch and of what lies around it. The
// planes next to the faces of the slow axis are tiles of their own, so that other tiles compute the node mask
// of their columns only once.
#pragma once

#include <tessera/scheme/detail/temporal/patch/node_mask.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/stage.hpp>

namespace tessera::detail {

template <class Rules>
struct EdgePatch {
  using T = typename Rules::value_type;
  using Stage = VolumeStage<T>;
  static constexpr bool always = true;   // every plane is treated as one at an edge
  static constexpr bool wide = false;    // rows need not be whole packs
  static constexpr bool answers = false; // the general update answers what is read beyond a face
  static constexpr bool roomy = true;    // takes more registers than FrozenShell
  static constexpr int rows = Stage::rows, C = Stage::C;
  using Patch = typename Stage::Patch;

  int row_at[rows]; // the patch's rows in memory, or any other rows if they are not needed
  bool obstacle;    // whether the tile touches one
  NodeMask mask;    // of planes that neither lie at a face nor touch an obstacle

  KOKKOS_FORCEINLINE_FUNCTION EdgePatch(Rules const& rules, VolumePlace<T> const& p, bool meets_obstacle)
      : obstacle(meets_obstacle) {
    Domain const& d = rules.domain;
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) row_at[r] = static_cast<int>(d.existing_index(1, p.y + r));
    // The mask of any plane between the faces holds in all of them.
    if (!obstacle) mask = mask_of<rows, C>(rules, {{p.x, p.y, d.nodes[2] / 2}}, false);
  }

  // The patch in memory: its node (c, r) lies at column x(p) + column(c), row y(p) + row(r).
  KOKKOS_FORCEINLINE_FUNCTION static int x(VolumePlace<T> const&) { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION static int y(VolumePlace<T> const&) { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION int row(Rules const&, int r) const { return row_at[r]; }
  KOKKOS_FORCEINLINE_FUNCTION static int column(Rules const& rules, VolumePlace<T> const& p, int c) {
    return static_cast<int>(rules.domain.existing_index(0, p.x + c));
  }

  /// The index of plane z in memory, or of any other plane if it is not needed.
  KOKKOS_FORCEINLINE_FUNCTION static int plane(Rules const& rules, int z) {
    return static_cast<int>(rules.domain.existing_index(2, z));
  }

  template <bool ends>
  KOKKOS_FORCEINLINE_FUNCTION void apply_edges(Rules const& rules, VolumePlace<T> const& p, Stage const& of,
                                               Patch& updated) const {
    bool const everywhere = obstacle || on_closed_face(rules.domain, 2, of.z); // the same for the whole team
    NodeMask const here = everywhere ? mask_of_called<rows, C>(rules, {{p.x, p.y, of.z}}, obstacle) : mask;
    unsigned const frozen = here.frozen[of.later];
    // Planes beyond a face are not needed, and no mask holds for them.
    unsigned const general = beyond_closed_face(rules.domain, 2, of.z) ? 0 : here.general[of.later];
    if (general != 0) update_general(rules, p, of, general, updated);
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        if (frozen >> (r * C + c) & 1u) updated[r][c] = of.here[r][c];
    }
  }

private:
  /// A patch and what it reads, as copies in memory, so that the originals can stay in registers.
  struct Copies {
    Patch below, here, above, previous, updated;
    T south[C], north[C], west[rows], east[rows];
  };

  /// Reads from these copies.
  struct CopiedReads {
    static constexpr bool of_memory = true;
    PatchReadsInSpace<T, rows, C> copies;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const { return copies(ox, oy, oz); }
  };

  KOKKOS_FORCEINLINE_FUNCTION static void update_general(Rules const& rules, VolumePlace<T> const& p,
                                                         Stage const& of, unsigned nodes, Patch& updated) {
    Copies copies;
    copy_patch(copies.below, of.below);
    copy_patch(copies.here, of.here);
    copy_patch(copies.above, of.above);
    copy_patch(copies.updated, updated);
    if constexpr (Rules::two_levels) copy_patch(copies.previous, of.previous);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      copies.south[c] = of.south[c];
      copies.north[c] = of.north[c];
    }
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      copies.west[r] = of.west[r];
      copies.east[r] = of.east[r];
    }
    general_nodes(rules, copies, nodes, p.x, p.y, of.z, of.now);
    copy_patch(updated, copies.updated);
  }

  /// Applies the general update to the marked nodes one by one. Their numbers are not known at compile time.
  TESSERA_NOINLINE static void general_nodes(Rules const& rules, Copies& of, unsigned nodes, Index x, Index y,
                                             Index z, Index now) {
    TESSERA_NO_UNROLL
    for (int n = 0; n < rows * C; ++n) {
      if ((nodes >> n & 1u) == 0) continue;
      int const r = n / C, c = n % C;
      CopiedReads const reads{{{of.here, of.south, of.north, of.west, of.east, r, c}, of.below, of.above}};
      of.updated[r][c] =
          rules.general(Rules::with_previous(reads, [&] { return of.previous[r][c]; }), x + c, y + r, z, now);
    }
  }
};

} // namespace tessera::detail
