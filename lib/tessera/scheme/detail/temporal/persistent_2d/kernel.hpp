// SPDX-License-Identifier: Apache-2.0
// A persistent kernel: many time steps per load in 2D, for grids so small that launches and loads cost more
// than updates. A team holds a whole tile in its registers and makes all its steps there. Each member owns a
// register patch, which is `rows` rows of a pack of C columns. In every step it leaves the patch's first and
// last row in scratch for the members below and above; columns come out of its neighbours' registers by
// shuffles.
//
//      | halo |  core  | halo |      halo: as many nodes as fused steps; a grid in one tile needs none,
//                                    whatever the number of steps
//
// The outer rows of the halo affect the core in the first of these steps only. After that, the members that
// own them just wait for the others.
//
// If all teams run at the same time, a launch makes several intervals of fused steps. Between two intervals,
// a team publishes its core and consumes the cores of its neighbours (tile_exchange.hpp).
//
// Nodes on closed faces are updated once more, by the general update. All members share these nodes, since
// they are few and each takes long; in such a step the whole tile is put in scratch. A face that is constant
// in time needs this in the first step only. A face whose nodes copy their inner neighbour never needs it,
// nor does one that extends the field, beyond which patches read images (images_of_patch.hpp). The nodes that
// a stencil freezes, and its coefficient, are looked up once.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/pack.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/node/record.hpp>
#include <tessera/scheme/detail/node/rules.hpp>
#include <tessera/scheme/detail/temporal/patch/node_mask.hpp>
#include <tessera/scheme/detail/temporal/patch/values.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/copied_nodes.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/images_of_patch.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/patch_formula.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/tile.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/tile_exchange.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/tile_frame.hpp>
#include <tessera/scheme/detail/tiles/scratch_tile.hpp>

namespace tessera::detail {

template <class Exec, class Rules, class Shape>
struct PersistentKernel {
  using T = typename Rules::value_type;
  static constexpr int C = Shape::C, rows = Shape::rows, lanes = Shape::lanes, width = Shape::width,
                       most_members = Shape::most_members;
  static_assert(Rules::dimension == 2 && Rules::star && Rules::radius == 1 && !Rules::two_levels);

  Rules rules;
  PersistentTile tile;
  Levels<T> levels;
  Index step;
  int steps; // of all intervals together
  TileExchange<T, C> exchange;
  std::size_t scratch_size; // per team
  bool wide;

  using Formula = PatchFormula<Rules, rows, C>;
  using Patch = typename Formula::Patch;
  using Existing = typename Formula::Existing;
  using NeighbourRows = detail::NeighbourRows<T, rows, C, width>;
  using Images = ImagesOfPatch<Rules, rows, C>;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const number = member.league_rank();
    auto* const scratch =
        static_cast<T*>(member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(scratch_size, 16));
    Box3 core = rules.domain.whole();
    Index const at[2] = {number % tile.count[0], number / tile.count[0]};
    for (int a = 0; a < 2; ++a) {
      core.lower[a] = at[a] * tile.core[a];
      core.upper[a] = min(core.upper[a], core.lower[a] + tile.core[a]);
    }
    run(member, core, scratch);
  }

private:
  /// Whether warps with faces on one side have loops of their own. Beside images and the general update the
  /// kernel would become too long (ImagesOfPatch).
  static constexpr bool by_side = Shape::exchange && !(Images::any_possible && Images::may_need_general);

  /// Whether there is code for single steps, which the general update needs.
  static constexpr bool has_single_steps = Images::may_need_general;

  /// The number of steps at the end of an interval in which the patch at row y is idle: the nodes that the
  /// core still needs are more than a row away from it.
  KOKKOS_FORCEINLINE_FUNCTION static int idle_steps(Box3 const& core, int y) {
    int const below = static_cast<int>(core.lower[1]) - (y + rows),
              above = y - static_cast<int>(core.upper[1]);
    return max(0, max(below, above));
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(Member const& member, Box3 const& core, T* scratch) const {
    int const lane = member.team_rank() % lanes, group = member.team_rank() / lanes;
    Box3 const box{{{core.lower[0] - tile.halo[0], core.lower[1] - tile.halo[1], 0}},
                   {{core.lower[0] - tile.halo[0] + width, core.lower[1] - tile.halo[1] + tile.height, 1}}};
    Index const x = box.lower[0] + lane * C, y = box.lower[1] + group * rows;
    NeighbourRows const neighbour_rows{scratch + (group * rows * width + lane * C), group == 0,
                                       (group + 1) * rows == tile.height};
    ScratchTile<T> const shared{scratch, box.lower, width, 0};

    bool const obstacle = rules.obstacle.present();
    MaskWithCopies mask;
    if (obstacle || touches_closed_face<rows, C>(rules.domain, x, y))
      mask = mask_of<rows, C, MaskWithCopies>(rules, {{x, y, 0}}, obstacle);
    Images const images(rules);
    unsigned const image_edges = images.edges(x, y);
    if (image_edges != 0) {
      unsigned const by_images = images.nodes(x, y);
      mask.general[0] &= ~by_images;
      mask.general[1] &= ~by_images;
    }
    TileFrame const frame = frame_of(rules.domain, box);
    bool const first_is_general = any(frame, [](FaceTraits p) { return !p.frozen && !p.copies_interior; }),
               later_is_general =
                   any(frame, [](FaceTraits p) { return !p.constant_in_time && !p.copies_interior; });
    // Whether faces set their nodes in the first step only. One more single step does not matter in a launch
    // of many intervals.
    bool const first_differs =
        Shape::exchange || any(frame, [](FaceTraits p) { return p.constant_in_time && !p.frozen; });
    Formula const formula{rules};
    Existing const existing = formula.existing_of(x, y);
    unsigned const frozen_by_stencil =
        formula.frozen_nodes(existing, step) & ~(mask.copy[0] | mask.copy[1] | mask.copy[2] | mask.copy[3]);
    mask.frozen[0] |= frozen_by_stencil;
    mask.frozen[1] |= frozen_by_stencil;
    Copies const copies = copies_of<rows, C>(
        mask, [&](int n) { return existing.x[n % C] == x + n % C && existing.y[n / C] == y + n / C; },
        [&](int side) { return Images::edges_on(side, image_edges) != 0; });
    T coefficient[rows][C] = {};
    if constexpr (Formula::holds_coefficient) formula.load_coefficient(coefficient, existing);

    unsigned const awaited =
        Shape::exchange ? TileExchange<T, C>::template of_others<rows>(rules.domain, tile.halo, core, x, y)
                        : 0;
    int const idle = idle_steps(core, static_cast<int>(y));
    T patch[rows][C];
    load(patch, levels.in, x, y);
    for (int interval = 0, s = 0; interval < (Shape::exchange ? exchange.count : 1); ++interval) {
      if (Shape::exchange && interval > 0)
        exchange.consume_patch(patch, awaited, rules.domain, x, y, interval - 1);
      for (int const end = exchange.end(interval, steps); s < end;) {
        int const later = s > 0 || !first_differs; // which masks hold
        int const till = later ? end : 1;
        unsigned const frozen = mask.frozen[later];
        auto const by_formula = [&](auto shift, auto kind) {
          make_step<shift, kind>(member, patch, neighbour_rows, coefficient, existing, frozen, mask,
                                 copies.lines, image_edges, step + s++);
        };
        // Steps are made in pairs, so that places in scratch are known while compiling. All that follows is
        // the same for the whole team, up to `busy`.
        bool const is_general = has_single_steps && (later ? later_is_general : first_is_general);
        bool const odd = (till - s) % 2 != 0;
        int const last = is_general ? s : has_single_steps && odd ? till - 1 : till;
        int const busy = max(0, min(till, end - idle) - s), busy_till = min(last, s + busy + busy % 2);
        with_kind<by_side>(copies.kind, [&](auto kind) {
          while (s < busy_till) {
            by_formula(Number<0>(), kind);
            record(patch, core, x, y, step + s);
            if (!has_single_steps && s == till) break;
            by_formula(Number<1>(), kind);
            record(patch, core, x, y, step + s);
          }
        });
        for (; s < last; ++s) divergent_barrier(member);
        if constexpr (has_single_steps) {
          while (s < till) { // the last one of an odd number, and all that need the general update
            if (is_general) store_inner_rows(patch, neighbour_rows);
            by_formula(Number<0>(), Number<copies_any>());
            if (is_general)
              general(member, patch, mask.general[later], frame, shared, neighbour_rows.mine, step + s - 1);
            record(patch, core, x, y, step + s);
            member.team_barrier();
          }
        } else if (odd) {
          member.team_barrier(); // the next step uses the same places again
        }
      }
      if (Shape::exchange && interval + 1 < exchange.count)
        exchange.publish_patch(patch, core, x, y, interval);
    }
    store(patch, levels.out, core, x, y);
  }

  /// Records the core's nodes of a patch at a level.
  KOKKOS_FORCEINLINE_FUNCTION void record([[maybe_unused]] Patch const& patch,
                                          [[maybe_unused]] Box3 const& core, [[maybe_unused]] Index x,
                                          [[maybe_unused]] Index y, [[maybe_unused]] Index level) const {
    if constexpr (has_samples<Rules>)
      if (records_level(rules, level)) record_patch(rules, patch, core, x, y, Index{0}, level);
  }

  template <int shift, int kind, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void
  make_step(Member const& member, Patch& patch, NeighbourRows const& neighbour_rows, Patch const& coefficient,
            Existing const& existing, unsigned frozen, MaskWithCopies const& mask, unsigned lines,
            unsigned image_edges, Index now) const {
    neighbour_rows.template store_own<shift>(patch);
    T west[rows], east[rows], south[C], north[C];
    divergent_barrier(member);
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      west[r] = shuffle_from<lanes>(member, patch[r][C - 1], -1);
      east[r] = shuffle_from<lanes>(member, patch[r][0], 1);
    }
    neighbour_rows.template load_neighbours<shift>(south, north);
    Images(rules).template set<kind>(image_edges, patch, south, north, west, east, existing, now);
    Formula{rules}.template update<kind>(patch, {patch, south, north, west, east}, coefficient, existing,
                                         frozen, mask, lines, now);
  }

  /// Puts the rows of a patch that neighbours do not read in scratch as well, for the general update.
  KOKKOS_FORCEINLINE_FUNCTION static void store_inner_rows(Patch const& patch,
                                                           NeighbourRows const& neighbour_rows) {
    TESSERA_UNROLL
    for (int r = 1; r < rows - 1; ++r) store_pack(neighbour_rows.mine + r * width, patch[r], true);
  }

  /// Applies the general update to the nodes on closed faces, which the members share out. A member computes
  /// a value or two from the old level in scratch, stores them there when all members have read, and reads
  /// the marked nodes of its own patch.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void general(Member const& member, Patch& patch, unsigned nodes,
                                           TileFrame const& frame, ScratchTile<T> const& shared,
                                           T const* mine, Index now) const {
    constexpr int most =
        8; // a frame has at most 2 (width + height) nodes, a team at least four members a row of its tile
    T found[most] = {};
    int const first = member.team_rank(), stride = member.team_size();
    // Eight copies of the general update would be most of the kernel, and of the time to compile it.
    TESSERA_NO_UNROLL
    for (int k = 0; k < most; ++k) {
      int const n = first + k * stride;
      if (n >= frame.size()) break;
      Index3 const i = frame.node(n);
      T const value = rules.general(shared.reads(i[0], i[1], 0), i[0], i[1], Index{0}, now);
      TESSERA_UNROLL
      for (int m = 0; m < most; ++m) // registers have no addresses
        if (m == k) found[m] = value;
    }
    member.team_barrier();
    TESSERA_UNROLL
    for (int k = 0; k < most; ++k)
      if (int const n = first + k * stride; n < frame.size()) {
        Index3 const i = frame.node(n);
        *shared.at(i[0], i[1], 0) = found[k];
      }
    member.team_barrier();
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        if (nodes >> (r * C + c) & 1u) patch[r][c] = mine[r * width + c];
    }
  }

  /// Whether holds(traits) is true of a face with nodes in the frame that has no images beyond it.
  template <class Holds>
  KOKKOS_FORCEINLINE_FUNCTION bool any(TileFrame const& frame, Holds const& holds) const {
    bool any = false;
    for_each_face<Rules::dimension>([&](auto face) {
      int const side = 2 * Rules::Order::memory_axis(face.axis) + (face.upper ? 1 : 0);
      if (frame.count[side] > 0 && !Images(rules).beyond(side))
        any |= holds(traits_of<Rules::dimension>(rules.boundary, face.number));
    });
    return any;
  }

  /// Loads a patch. Nodes that memory does not hold become zeros.
  KOKKOS_FORCEINLINE_FUNCTION void load(Patch& to, Data<T const> const& from, Index x, Index y) const {
    Domain const& d = rules.domain;
    Box3 const& m = d.readable;
    if (x >= m.lower[0] && x + C <= m.upper[0] && y >= m.lower[1] && y + rows <= m.upper[1]) {
      T const* const first = from.at(x, y, 0);
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r) load_pack(to[r], first + r * from.stride_y, wide);
    } else {
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          bool const there = (d.wraps[0] || (x + c >= m.lower[0] && x + c < m.upper[0])) &&
                             (d.wraps[1] || (y + r >= m.lower[1] && y + r < m.upper[1]));
          to[r][c] = there ? d.load(from, x + c, y + r, 0) : T{};
        }
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void store(Patch const& patch, Data<T> const& level, Box3 const& core, Index x,
                                         Index y) const {
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      if (y + r < core.lower[1] || y + r >= core.upper[1]) continue;
      T* const to = level.at(x, y + r, 0);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        if (x + c >= core.lower[0] && x + c < core.upper[0]) to[c] = patch[r][c];
    }
  }
};

} // namespace tessera::detail
