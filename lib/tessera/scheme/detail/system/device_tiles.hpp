// SPDX-License-Identifier: Apache-2.0
// Several steps of all stages per load of a tile, on a device, for systems in 2D. A member of a team owns a
// run of nodes along axis 1 and holds their values in registers. Before a stage, the team publishes in its
// scratch the members that the stage reads at neighbours. Neighbours in a member's own run come from its
// registers:
//
//        column    x-1    x    x+1
//      y + 2        .     .     .
//      y + 1        .    [r]    .        [r]: the run of one member of the team
//      y            .    [r]    .
//      y - 1        .     .     .
//
// Every stage goes over the whole tile. The outermost nodes lack neighbours and get values of no meaning.
// With each stage these move inwards as far as the stage reads, and the halo is as wide as they come. A tile
// at a closed face has its whole halo on the other side, where images need it.
//
// Nodes at faces and in obstacles are marked in a mask, once a tile, and go through StageRules::general.
// Where a step is one stage, tiles also hold the images beyond faces that extend the fields, and need no more
// than the formula there (images_in_tile.hpp).
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/system/device_tile_edges.hpp>
#include <tessera/scheme/detail/system/device_tile_shape.hpp>
#include <tessera/scheme/detail/system/device_tiles_around.hpp>
#include <tessera/scheme/detail/system/halo_nodes.hpp>
#include <tessera/scheme/detail/system/images_in_tile.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

template <class Exec, TileUse use, class... Rules>
struct SystemTileKernel {
  using Shape = SystemTileShape<use, Rules...>;
  using First = typename Shape::First;
  using T = typename Shape::T;
  static constexpr int count = Shape::count, radius = Shape::radius, width = Shape::width, rows = Shape::rows;
  static constexpr unsigned written = Shape::written, in_scratch = Shape::in_scratch,
                            in_registers = Shape::in_registers;
  static constexpr bool holds_images = tiles_hold_images<Rules...>;
  static_assert(First::dimension == 2);

  StageList<Rules...> stages;
  TilesAround tiles;
  SystemLevels<T, count> levels;
  Index out_stride_y;     // of what is written
  int below[2], above[2]; // nodes of a tile before and after its core
  int height;             // rows of a tile
  unsigned keeps;         // a bit for each stage that leaves all nodes at faces as they are
  unsigned settles;       // a bit for each stage that does so once it has set them
  Index step;             // the first one
  int steps;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    sweep(member, scratch_of(member), levels, out_stride_y, step, steps, false);
  }

  /// The scratch of the team. A kernel asks for it once: another request gets what follows it, which is
  /// nothing.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION T* scratch_of(Member const& member) const {
    return static_cast<T*>(
        member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(Shape::scratch_bytes(height), 16));
  }

  /// Makes so many steps, from `from` on, of the tile that has the team's number. `settled`: whether steps
  /// have been made since somebody else wrote the values.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(Member const& member, T* team_scratch,
                                         SystemLevels<T, count> const& memory, Index out_stride, Index from,
                                         int wanted, bool settled) const {
    Domain const& domain = stages.first.domain;
    int const column = member.team_rank() % width, row = member.team_rank() / width * rows;
    T* const scratch = team_scratch + Shape::margin + row * Shape::planes * width + column;
    Box3 const core = tiles.box(member.league_rank(), domain);
    Place const place = placed(origin_of(core), column, row);
    // A bit for each node of the run that is written takes fewer registers than the core.
    unsigned in_core = 0;
    if (place.x >= core.lower[0] && place.x < core.upper[0])
      for (int r = 0; r < rows; ++r)
        in_core |= (place.y + r >= core.lower[1] && place.y + r < core.upper[1] ? 1u : 0u) << r;
    T own[count][rows];
    load(place, memory, own);
    if constexpr (in_scratch != 0) {
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r)
        for_members<in_scratch, count>(
            [&](auto m) { scratch[Shape::template slot<0u, m.number>(r, 0)] = own[m.number][r]; });
      detail::team_barrier(member);
    }
    TESSERA_NO_UNROLL
    for (int s = 0; s < wanted; ++s)
      stages.for_each([&](auto const& rules, int number, bool last) {
        make(member, rules, ((settled || s > 0 ? keeps | settles : keeps) >> number & 1u) != 0, place,
             scratch, own, from + s, s + 1 < wanted || !last);
      });

    Index const first = place.x + place.y * out_stride;
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r)
      for_members<written, count>([&](auto m) {
        if ((in_core >> r & 1u) != 0) memory.out[m.number][first + r * out_stride] = own[m.number][r];
      });
  }

private:
  /// Where a member's run lies.
  struct Place {
    Index x, y;       // the column and the first row; they may lie beyond the domain
    bool inside;      // whether memory holds the whole tile, far from all faces and obstacles
    unsigned special; // a bit for each node that needs the general update
    unsigned images;  // a bit for each node that is an image beyond a face
    bool with_images; // whether the tile has such nodes
  };

  /// Whether what stages read beyond a side of the domain are images, which the tile holds.
  KOKKOS_FORCEINLINE_FUNCTION bool has_images(int axis, int side) const {
    if constexpr (holds_images)
      return !stages.first.domain.open[axis][side] && ImagesInTile<First>(stages.first).beyond(axis, side);
    else
      return false;
  }
  /// How many nodes of a tile they are. None are where a stage reads to the other side alone.
  KOKKOS_FORCEINLINE_FUNCTION int images_beyond(int axis, int side) const {
    return has_images(axis, side) ? min(radius, side == 0 ? below[axis] : above[axis]) : 0;
  }

  /// The first node of a tile.
  KOKKOS_FORCEINLINE_FUNCTION Index3 origin_of(Box3 const& core) const {
    Domain const& d = stages.first.domain;
    Index3 origin{{0, 0, 0}};
    TESSERA_UNROLL
    for (int a = 0; a < 2; ++a) {
      bool const at_upper_face = !d.open[a][1] && core.upper[a] == d.nodes[a];
      origin[a] = core.lower[a] - below[a] - (at_upper_face ? above[a] - images_beyond(a, 1) : 0);
      if (!d.open[a][0]) origin[a] = max(-images_beyond(a, 0), origin[a]);
    }
    return origin;
  }

  KOKKOS_FORCEINLINE_FUNCTION Place placed(Index3 const& origin, int column, int row) const {
    auto const& rules = stages.first;
    Domain const& d = rules.domain;
    Place place{origin[0] + column, origin[1] + row, false, 0u, 0u, false};
    // A halo is like the inside, but beyond the end of a period its nodes have the indices of the other end.
    auto const first_inside = [&](int axis) {
      return has_halo(d, axis, 0) ? d.straight_begin(axis) : Index{radius};
    };
    auto const stop_inside = [&](int axis) {
      return has_halo(d, axis, 1) ? min(d.straight_end(axis), d.readable.upper[axis])
                                  : d.nodes[axis] - radius - Shape::beyond(axis);
    };
    place.inside = !rules.obstacle.present() && origin[0] >= max(first_inside(0), d.readable.lower[0]) &&
                   origin[1] >= max(first_inside(1), d.readable.lower[1]) &&
                   origin[0] + width <= stop_inside(0) && origin[1] + height <= stop_inside(1);
    if (place.inside) return place;
    auto const exists_along = [&](int axis, Index i) {
      return d.wraps[axis] || (i >= d.readable.lower[axis] && i < d.readable.upper[axis]);
    };
    auto const interior_along = [&](int axis, Index i) {
      return d.wraps[axis] ||
             ((i >= (has_images(axis, 0) ? 0 : radius) || has_halo(d, axis, 0)) &&
              (i < d.nodes[axis] - (has_images(axis, 1) ? 0 : radius + Shape::beyond(axis)) ||
               has_halo(d, axis, 1)));
    };
    bool const x_exists = exists_along(0, place.x), x_interior = interior_along(0, place.x);
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      bool const exists = x_exists && exists_along(1, place.y + r);
      bool const interior =
          x_interior && interior_along(1, place.y + r) &&
          !rules.is_frozen({{in_memory<First>(d, 0, place.x), in_memory<First>(d, 1, place.y + r), 0}});
      place.special |= (exists && !interior ? 1u : 0u) << r;
    }
    if constexpr (holds_images) {
      Index const size[2] = {width, height};
      for (int a = 0; a < 2; ++a)
        place.with_images |= (images_beyond(a, 0) > 0 && origin[a] < 0) ||
                             (images_beyond(a, 1) > 0 && origin[a] + size[a] > d.nodes[a]);
      if (place.with_images)
        for (int r = 0; r < rows; ++r)
          if (ImagesInTile<First>(rules).is_image(place.x, place.y + r)) place.images |= 1u << r;
    }
    return place;
  }

  KOKKOS_FORCEINLINE_FUNCTION void load(Place const& place, SystemLevels<T, count> const& memory,
                                        T (&own)[count][rows]) const {
    Domain const& d = stages.first.domain;
    Index const x = in_memory<First>(d, 0, place.x, place.inside);
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      Index const node = x + in_memory<First>(d, 1, place.y + r, place.inside) * memory.stride_y;
      for_members<First::apart::all, count>([&](auto m) { own[m.number][r] = memory.in[m.number][node]; });
    }
  }

  /// What the formula reads at node r of the run.
  template <unsigned exchanged>
  struct Reads {
    T const* scratch;
    T const (&own)[count][rows];
    int r;
    template <int M>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int) const {
      if constexpr (!has_member(in_scratch | exchanged, M)) {
        return own[M][r];
      } else {
        if constexpr (has_member(in_registers, M))
          if (ox == 0 && r + oy >= 0 && r + oy < rows) return own[M][r + oy];
        return scratch[Shape::template slot<exchanged, M>(r + oy, ox)];
      }
    }
  };

  /// Makes one stage at all nodes of the run. `more`: whether another stage follows.
  template <class Member, class Stage>
  KOKKOS_FORCEINLINE_FUNCTION void make(Member const& member, Stage const& rules, bool keep,
                                        Place const& place, T* scratch, T (&own)[count][rows], Index now,
                                        bool more) const {
    constexpr unsigned exchanged = Stage::near & written;
    if constexpr (exchanged != 0) {
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r)
        for_members<exchanged, count>(
            [&](auto m) { scratch[Shape::template slot<exchanged, m.number>(r, 0)] = own[m.number][r]; });
      detail::team_barrier(member);
    }
    if constexpr (holds_images)
      if (place.with_images) {
        set_images<exchanged>(rules, place, scratch, own, now);
        detail::team_barrier(member);
      }
    Domain const& d = rules.domain;
    Index const x = in_memory<First>(d, 0, place.x, place.inside);
    T made[count][rows];
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      auto const parts = Stage::apart::split(rules.formula(Reads<exchanged>{scratch, own, r}, x,
                                                           in_memory<First>(d, 1, place.y + r, place.inside),
                                                           0, now, !place.inside));
      for_members<Stage::writes, count>([&](auto m) {
        // Special nodes keep their values, unless the general update follows. In place, no other node reads
        // what this one gets.
        T const value = (place.special >> r & 1u) != 0 ? own[m.number][r] : parts.v[m.number];
        (Stage::in_place ? own : made)[m.number][r] = value;
      });
    }
    if constexpr (!Stage::keeps_nodes)
      if (!keep && warp_any(member, place.special != 0))
        TileNodesAtEdges<Shape, exchanged, Stage>{rules, place.x, place.y, scratch, now}.make(
            member, place.special, own, Stage::in_place ? own : made);
    if constexpr (!Stage::in_place) {
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r)
        for_members<Stage::writes, count>([&](auto m) { own[m.number][r] = made[m.number][r]; });
    }
    if (exchanged != 0 || (holds_images && place.with_images))
      if (more) detail::team_barrier(member);
  }

  /// Gives the nodes of a run that lie beyond a face their images.
  template <unsigned exchanged, class Stage>
  KOKKOS_FORCEINLINE_FUNCTION void set_images(Stage const& rules, Place const& place, T* scratch,
                                              T (&own)[count][rows], Index now) const {
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r)
      if ((place.images >> r & 1u) != 0)
        ImagesInTile<Stage>(rules).set(
            place.x, place.y + r, now,
            [&](auto m, int dx, int dy) {
              return scratch[Shape::template slot<exchanged, m.number>(r + dy, dx)];
            },
            [&](auto m, T value) {
              scratch[Shape::template slot<exchanged, m.number>(r, 0)] = value;
              if constexpr (has_member(in_registers, m.number)) own[m.number][r] = value;
            });
  }
};

} // namespace tessera::detail
