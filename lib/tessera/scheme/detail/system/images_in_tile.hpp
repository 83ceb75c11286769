// SPDX-License-Identifier: Apache-2.0
// What a tile reads beyond faces that extend its fields (device_tiles.hpp). Such a tile holds the nodes
// beyond the face as well, and before each step these are given their images. So the formula updates the
// nodes at the face like all others:
//
//      | g g | e . . |        e: at the edge;  g: image of a node that the tile holds
//
#pragma once

#include <tessera/scheme/detail/device/images_at_faces.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

/// Images of the values of a plane. `Rules` are those of a stage whose values are seen as a whole, or of one
/// member (MemberRules).
template <class Rules>
class ImagesOfValues {
  using Images = ImagesAtFaces<Rules>;
  using T = typename Rules::value_type;

public:
  static constexpr bool possible = Images::template can_extend<0, 0> || Images::template can_extend<0, 1> ||
                                   Images::template can_extend<1, 0> || Images::template can_extend<1, 1>;

  KOKKOS_FORCEINLINE_FUNCTION explicit ImagesOfValues(Rules const& rules) : rules_(rules), images_(rules) {}

  /// Whether the nodes beyond a closed face are images of nodes within the radius of it.
  KOKKOS_FORCEINLINE_FUNCTION bool beyond(int axis, int side) const {
    return images_.extends_from_within(axis, side);
  }

  /// The value of node (x, y), which is an image. source(dx, dy): the value that far from it.
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION T value(Index x, Index y, Index step, Source const& source) const {
    Index3 const node{{x, y, 0}};
    T const inside = source(distance<0>(x), distance<1>(y));
    return Images::columns_first
               ? images_.template value<1>(images_.template value<0>(inside, node, step), node, step)
               : images_.template value<0>(images_.template value<1>(inside, node, step), node, step);
  }

private:
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION int distance(Index i) const {
    if (rules_.domain.wraps[Axis] || (i >= 0 && i < rules_.domain.nodes[Axis])) return 0;
    int const at = static_cast<int>(i);
    return images_.template inside<Axis>(at) - at;
  }

  Rules const& rules_;
  Images images_;
};

/// The rules of one member of a system whose members have conditions of their own.
template <class Stage, int M>
struct MemberRules {
  using value_type = typename Stage::member_type;
  using Order = typename Stage::Order;
  using boundary_type = MemberBoundary<typename Stage::boundary_type, typename Stage::value_type, M>;
  static constexpr int dimension = Stage::dimension, radius = Stage::radius;
  boundary_type boundary;
  Domain const& domain;
  KOKKOS_FORCEINLINE_FUNCTION explicit MemberRules(Stage const& stage)
      : boundary{stage.boundary}, domain(stage.domain) {}
};

/// Images of what a stage reads at neighbours.
template <class Stage>
class ImagesInTile {
  static constexpr int count = Stage::count, radius = Stage::radius;
  static constexpr unsigned asked = Stage::near | Stage::writes;
  template <int M>
  using ImagesOfMember = ImagesOfValues<MemberRules<Stage, M>>;

public:
  /// Whether there can be images: all members that have a say may be images. A value is seen as a whole only
  /// if the tile has all its members at neighbours.
  static constexpr bool possible = [] {
    if constexpr (Stage::dimension != 2 || Stage::near == 0) {
      return false;
    } else if constexpr (Stage::by_member) {
      bool all = true;
      for_members<asked, count>([&](auto m) { all &= ImagesOfMember<m.number>::possible; });
      return all;
    } else {
      return Stage::near == Stage::apart::all && ImagesOfValues<Stage>::possible;
    }
  }();

  KOKKOS_FORCEINLINE_FUNCTION explicit ImagesInTile(Stage const& stage) : stage_(stage) {}

  /// Whether all that the stage reads beyond a closed face are images of nodes within the radius of it.
  KOKKOS_FORCEINLINE_FUNCTION bool beyond(int axis, int side) const {
    if constexpr (Stage::by_member) {
      bool all = true;
      for_members<asked, count>([&](auto m) {
        MemberRules<Stage, m.number> const rules(stage_);
        all &= ImagesOfMember<m.number>(rules).beyond(axis, side);
      });
      return all;
    } else {
      return ImagesOfValues<Stage>(stage_).beyond(axis, side);
    }
  }

  /// Whether a node lies beyond a face where there are images.
  KOKKOS_FORCEINLINE_FUNCTION bool is_image(Index x, Index y) const {
    return reaches(0, x) && reaches(1, y) && !(is_inside(0, x) && is_inside(1, y));
  }

  /// Gives node (x, y), which is an image, the members that the stage reads at neighbours: store(m, value).
  /// source(m, dx, dy): a member so far from the node. `m` has the member's number as a constant.
  template <class Source, class Store>
  KOKKOS_FORCEINLINE_FUNCTION void set(Index x, Index y, Index step, Source const& source,
                                       Store const& store) const {
    if constexpr (Stage::by_member) {
      for_members<Stage::near, count>([&](auto m) {
        MemberRules<Stage, m.number> const rules(stage_);
        store(m, ImagesOfMember<m.number>(rules).value(x, y, step,
                                                       [&](int dx, int dy) { return source(m, dx, dy); }));
      });
    } else {
      using apart = typename Stage::apart;
      auto const image = apart::split(ImagesOfValues<Stage>(stage_).value(x, y, step, [&](int dx, int dy) {
        typename apart::Array inside;
        for_members<Stage::near, count>([&](auto m) { inside.v[m.number] = source(m, dx, dy); });
        return apart::join(inside);
      }));
      for_members<Stage::near, count>([&](auto m) { store(m, image.v[m.number]); });
    }
  }

private:
  /// Whether an index lies inside, or in a halo.
  KOKKOS_FORCEINLINE_FUNCTION bool is_inside(int axis, Index i) const {
    Domain const& d = stage_.domain;
    return d.wraps[axis] || (i >= d.readable.lower[axis] && i < d.readable.upper[axis]);
  }
  /// Whether an index lies there, or beyond a face where there are images.
  KOKKOS_FORCEINLINE_FUNCTION bool reaches(int axis, Index i) const {
    Domain const& d = stage_.domain;
    return is_inside(axis, i) || (i < 0 && i >= -radius && !d.open[axis][0] && beyond(axis, 0)) ||
           (i >= d.nodes[axis] && i < d.nodes[axis] + radius && !d.open[axis][1] && beyond(axis, 1));
  }

  Stage const& stage_;
};

/// Whether the tiles of these stages hold images: where a step is one stage.
template <class... Stages>
inline constexpr bool tiles_hold_images = false;
template <class Stage>
inline constexpr bool tiles_hold_images<Stage> = ImagesInTile<Stage>::possible;

} // namespace tessera::detail
