// SPDX-License-Identifier: Apache-2.0
// One stage of a system of fields: what it reads and writes, and the update of one node, which is the meaning
// of formula, boundary and obstacle for systems as Rules (node/rules.hpp) is for one field.
#pragma once

#include <tessera/boundary/by_member.hpp>
#include <tessera/boundary/detail/leaves_nodes.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/core/inlinable.hpp>
#include <tessera/scheme/detail/node/rules.hpp>
#include <tessera/scheme/detail/system/member_bits.hpp>
#include <tessera/scheme/detail/system/stage_reads.hpp>
#include <tessera/stencil/stages.hpp>

#include <algorithm>
#include <utility>

namespace tessera::detail {

/// Whether some face of a boundary has conditions by member, so that every member is treated apart.
template <class BoundaryType, int D>
inline constexpr bool is_by_member = []<int... F>(std::integer_sequence<int, F...>) {
  return (
      ... ||
      (members_of_condition<std::remove_cvref_t<decltype(std::declval<BoundaryType>().template face<F>())>> >
       0));
}
(std::make_integer_sequence<int, 2 * D>{});

/// The most values of the members `Near` that lie beyond the upper face of an axis.
template <class BoundaryType, class V, unsigned Near, int Count, int UserAxis>
inline constexpr int beyond_face = []<int... M>(std::integer_sequence<int, M...>) {
  return std::max(
      {0, ((Near >> M & 1u) != 0
               ? most_outside<std::remove_cvref_t<decltype(std::declval<MemberBoundary<BoundaryType, V, M>>()
                                                               .template face<2 * UserAxis + 1>())>>
               : 0)...});
}
(std::make_integer_sequence<int, Count>{});

/// What a stage's nodes near a side of the domain get.
enum class EdgeKind {
  open,   ///< the formula: nodes lie beyond the side, of a period's other end
  image,  ///< the formula, which reads images beyond the side
  set,    ///< values of the face's conditions, all members that the stage writes
  frozen, ///< their old values
  mixed,  ///< some members are set, others follow the formula
};

/// Value V with members of type T; Radius is the largest of the step's stages. `PointsType`: as in Rules.
template <class V, class T, class OrderType, class StageType, class BoundaryType, int Radius,
          class PointsType = PointsList<>>
struct StageRules {
  using value_type = V;
  using member_type = T;
  using Order = OrderType;
  using stencil_type = StageType;
  using boundary_type = BoundaryType;
  using apart = Apart<V, T>;
  static constexpr int dimension = Order::dimension, count = apart::count;
  static constexpr int radius = Radius; // of the step: so far from a face nodes are set
  static constexpr auto reach = reach_of(StageType::reads);
  static constexpr bool box = reach.shape == decltype(reach)::Shape::box;
  /// Whether every member is asked for its own condition: where they differ, or members that lie at different
  /// places meet a condition that knows places.
  static constexpr bool by_member =
      is_by_member<BoundaryType, dimension> ||
      (staggered_members<V>() != 0 && !leaves_nodes<BoundaryType, dimension, true>);

  static constexpr unsigned around = StageMembers<StageType, V, T>::around;
  static constexpr unsigned writes = StageMembers<StageType, V, T>::writes;
  /// The members that this stage needs at neighbours: those of the formula, and where a condition may look at
  /// neighbours, those that the condition sees.
  static constexpr unsigned near = is_pointwise<BoundaryType, dimension> ? around
                                   : by_member                           ? around | writes
                                                                         : apart::all;
  /// Whether conditions may read as far as the radius to both sides.
  static constexpr bool reads_both_sides = !is_pointwise<BoundaryType, dimension>;
  /// Whether all faces freeze their nodes, and whether they do or are a period's end.
  static constexpr bool freezes_faces = leaves_nodes<BoundaryType, dimension, false>;
  static constexpr bool keeps_nodes = leaves_nodes<BoundaryType, dimension, true>;
  /// Whether the members that it writes need no second level.
  static constexpr bool in_place = (near & writes) == 0;
  /// The members that are written to their second level.
  static constexpr unsigned written_apart = in_place ? 0u : writes;

  /// Values of the members that it needs at neighbours that lie beyond the upper side of a memory axis, at
  /// most: 1 where one of them is staggered across a face with a condition for that.
  KOKKOS_FUNCTION static constexpr int most_beyond(int axis) {
    int most[] = {beyond_face<BoundaryType, V, near, count, 0>, 0, 0};
    if constexpr (dimension > 1) most[1] = beyond_face<BoundaryType, V, near, count, 1>;
    if constexpr (dimension > 2) most[2] = beyond_face<BoundaryType, V, near, count, 2>;
    return axis < dimension ? most[Order::memory_axis(axis)] : 0; // the map between axes is its own inverse
  }

  StageType stencil;
  BoundaryType boundary;
  Domain domain;
  ObstacleData obstacle;
  PointsType points = {};

  /// The same for the conditions that there are.
  int beyond(int axis) const {
    if (most_beyond(axis) == 0 || domain.open[axis][1]) return 0;
    int most = 0;
    for_each_face<dimension>([&](auto face) {
      if constexpr (face.upper)
        if (Order::memory_axis(face.axis) == axis)
          for_members<near, count>([&](auto m) {
            MemberBoundary<BoundaryType, V, m.number> const own{boundary};
            most = std::max(most, outside_of(own.template face<face.number>()));
          });
    });
    return most;
  }

  /// How far it reads along a memory axis, on the lower and the upper side.
  KOKKOS_FUNCTION static constexpr int below(int axis) { return side(axis, false); }
  KOKKOS_FUNCTION static constexpr int above(int axis) { return side(axis, true); }

  /// The formula at a node whose reads all lie inside. `anywhere`: see Node.
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION V formula(Source const& source, Index x, Index y, Index z, Index step,
                                        bool anywhere = false) const {
    using Reads = StageReads<V, T, around, Source>;
    using Read = Reader<Order, StageType::reads, Reads>;
    keep_inlinable<StageType, Read, Node<Order>>();
    return converted<V>(stencil(Read(Reads{source}), Node<Order>(domain, Index3{{x, y, z}}, step, anywhere)));
  }

  /// The members that this stage gives a node, frozen and set nodes included. Members that it does not write
  /// keep any value.
  template <class Source>
  TESSERA_COLD V general(Source const& source, Index x, Index y, Index z, Index step) const {
    Index3 const i{{domain.around(0, x), domain.around(1, y), domain.around(2, z)}};
    if constexpr (by_member)
      return general_by_member(source, i, step);
    else
      return general_whole(source, i, step);
  }

  /// The members at an offset from node i, as the formula reads them: images where they lie beyond faces.
  /// `source` reads around the node.
  template <class Source>
  typename apart::Array members_at(Source const& source, Index3 const& i, Index3 const& offset,
                                   Index step) const {
    int const x = static_cast<int>(offset[0]), y = static_cast<int>(offset[1]),
              z = static_cast<int>(offset[2]);
    if constexpr (by_member) {
      AnsweredByMember<Source> const answered{*this, source, i, step};
      typename apart::Array members{};
      for_members<near, count>(
          [&](auto m) { members.v[m.number] = answered.template member<m.number>(x, y, z); });
      return members;
    } else {
      using Whole = StageReads<V, T, apart::all, Source>;
      return apart::split(
          Extended<V, Order, Radius, BoundaryType, Whole>{domain, boundary, Whole{source}, i, step}(x, y, z));
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION bool is_frozen(Index3 const& i) const {
    return obstacle.present() && obstacle.at(i[0], i[1], i[2]);
  }

  /// What the nodes near a side of the domain get, wherever no face of another axis has a say.
  EdgeKind edge_kind(int axis, int side) const {
    if (domain.open[axis][side]) return EdgeKind::open;
    int const number = 2 * Order::memory_axis(axis) + side;
    int sets = 0, freezes = 0, of = 0;
    for_conditions_of_writes([&](auto const& faces) {
      sets += sets_nodes<dimension>(faces, number);
      freezes += traits_of<dimension>(faces, number).frozen;
      ++of;
    });
    return freezes == of ? EdgeKind::frozen
           : sets == of  ? EdgeKind::set
           : sets == 0   ? EdgeKind::image
                         : EdgeKind::mixed;
  }

  /// Whether the conditions of a side set all members that the stage writes to values that do not change in
  /// time, or leave them as they are.
  bool is_constant_in_time(int axis, int side) const {
    bool all = true;
    for_conditions_of_writes([&](auto const& faces) {
      FaceTraits const traits = traits_of<dimension>(faces, 2 * Order::memory_axis(axis) + side);
      all &= traits.frozen || traits.constant_in_time;
    });
    return all;
  }

  /// The values to which face `winner` sets a node.
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION V set_whole(Source const& source, int winner, Index3 const& i, Index step,
                                          bool anywhere = false) const {
    using Whole = StageReads<V, T, apart::all, Source>;
    using Answered = Extended<V, Order, Radius, BoundaryType, Whole>;
    Reader<Order, whole_reach, Answered> const u(Answered{domain, boundary, Whole{source}, i, step});
    return set_value<V>(boundary, winner, u, Node<Order>(domain, i, step + 1, anywhere));
  }

  /// The value to which face `winner` sets member M of a node.
  template <int M, class Source>
  KOKKOS_FORCEINLINE_FUNCTION T set_member(Source const& source, int winner, Index3 const& i, Index step,
                                           bool anywhere = false) const {
    MemberBoundary<BoundaryType, V, M> const own{boundary};
    using Own = MemberReads<T, M, Source>;
    using Extension = Extended<T, Order, Radius, MemberBoundary<BoundaryType, V, M>, Own>;
    using Answered = std::conditional_t<half_axes<V, M> == 0, Extension, ExtendedAround<T, Extension>>;
    Reader<Order, whole_reach, Answered> const u(Answered{Extension{domain, own, Own{source}, i, step}});
    return set_value<T>(own, winner, u, NodeOfMember<Order, half_axes<V, M>>(domain, i, step + 1, anywhere));
  }

private:
  /// Calls body(boundary) for the boundary of each member that the stage writes, or once for that of all.
  template <class Body>
  void for_conditions_of_writes(Body const& body) const {
    if constexpr (by_member)
      for_members<writes, count>([&](auto m) { body(MemberBoundary<BoundaryType, V, m.number>{boundary}); });
    else
      body(boundary);
  }

  KOKKOS_FUNCTION static constexpr int side(int axis, bool upper) {
    constexpr Reach own = reach; // a device has no static member to index
    int nodes = 0;
    if constexpr (reads_both_sides)
      nodes = near == 0 ? 0 : Radius;
    else if constexpr (around != 0)
      for (int d = 0; d < dimension; ++d)
        if (Order::memory_axis(d) == axis) nodes = upper ? own.upper[d] : own.lower[d];
    return nodes;
  }

  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION V general_whole(Source const& source, Index3 const& i, Index step) const {
    using Whole = StageReads<V, T, apart::all, Source>;
    using Answered = Extended<V, Order, Radius, BoundaryType, Whole>;
    Answered const answered{domain, boundary, Whole{source}, i, step};
    Reader<Order, whole_reach, Answered> const u(answered);
    if (is_frozen(i)) return u.here();
    int const winner = setting_face<Order, Radius>(domain, boundary, i);
    if (winner >= 0) return set_whole(source, winner, i, step, true);
    return formula(WholeReads<V, Answered>{answered}, i[0], i[1], i[2], step, true);
  }

  template <class Source>
  struct AnsweredByMember {
    StageRules const& rules;
    Source source;
    Index3 i;
    Index step;
    template <int M>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int oz) const {
      // Of members that the formula does not read around it sees what the node holds.
      if constexpr (half_axes<V, M> != 0 && (around >> M & 1u) == 0)
        return source.template member<M>(ox, oy, oz);
      MemberBoundary<BoundaryType, V, M> const boundary{rules.boundary};
      using Own = MemberReads<T, M, Source>;
      return Extended<T, Order, Radius, MemberBoundary<BoundaryType, V, M>, Own>{
          rules.domain, boundary, Own{source}, i, step}(ox, oy, oz);
    }
  };

  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION V general_by_member(Source const& source, Index3 const& i, Index step) const {
    typename apart::Array parts{};
    for_members<apart::all, count>(
        [&](auto m) { parts.v[m.number] = source.template member<m.number>(0, 0, 0); });
    if (is_frozen(i)) return apart::join(parts);
    int winners[count];
    bool by_formula = false;
    for_members<writes, count>([&](auto m) {
      winners[m.number] =
          setting_face<Order, Radius>(domain, MemberBoundary<BoundaryType, V, m.number>{boundary}, i);
      by_formula |= winners[m.number] < 0;
    });
    typename apart::Array made{};
    if (by_formula)
      made = apart::split(
          formula(AnsweredByMember<Source>{*this, source, i, step}, i[0], i[1], i[2], step, true));
    for_members<writes, count>([&](auto m) {
      parts.v[m.number] = winners[m.number] < 0
                              ? made.v[m.number]
                              : set_member<m.number>(source, winners[m.number], i, step, true);
    });
    return apart::join(parts);
  }

  /// What a condition may read: the radius to both sides.
  static constexpr auto whole_reach = make_reach<dimension>(Pattern<dimension>::Shape::box, Radius, Radius);
};

} // namespace tessera::detail
