// SPDX-License-Identifier: Apache-2.0
// The class that handles tiles of kernel.hpp at closed faces whose conditions extend the field, or set nodes
// to values that depend on no other node than the next one inside. Tiles at a closed face begin or end there,
// so the nodes on it are the outermost ones of a tile: a member knows by its place which of its nodes lie on
// which face. Reads beyond a face are answered in registers before the formula is evaluated, and nodes that a
// face sets are overwritten after it.
#pragma once

#include <tessera/scheme/detail/temporal/registers_3d/frozen_shell.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace tessera::detail {

/// Whether the kind of a face's condition is known at run time only (OneOf).
template <class BoundaryType, int face>
inline constexpr bool kind_at_run_time = requires(BoundaryType const& boundary) {
  boundary.template face<face>().held_is_pointwise();
};
template <class BoundaryType, int... faces>
constexpr bool some_kind_at_run_time(std::integer_sequence<int, faces...>) {
  return (... || kind_at_run_time<BoundaryType, faces>);
}

template <class Rules>
struct EdgeShell : FrozenShell<Rules, true> {
  using Base = FrozenShell<Rules, true>;
  static constexpr int C = Base::C, rows = Base::rows;
  using typename Base::T;
  using Stage = typename Base::Stage;
  using Order = typename Rules::Order;
  using Patch = typename Stage::Patch;
  static constexpr bool wide = false; // rows need not be whole packs
  static constexpr bool answers = true, roomy = true;

  /// Whether the kind of some face is known at run time only.
  static constexpr bool finds_out =
      some_kind_at_run_time<typename Rules::boundary_type>(std::make_integer_sequence<int, 6>{});

  /// Whether faces do no more than this class handles, if no node is frozen by an obstacle.
  static bool handles(Rules const& rules) {
    bool all = !rules.obstacle.present();
    for_each_face<3>([&](auto face) {
      auto const& condition = rules.boundary.template face<face.number>();
      FaceTraits const traits = traits_of<3>(rules.boundary, face.number);
      if (condition.role() == Role::sets)
        all &= traits.frozen || traits.copies_interior || traits.pointwise;
      else if (condition.role() == Role::extends)
        all &= condition.depth(1) <= 1;
    });
    return all;
  }

  unsigned sides = 0; // the closed faces across x and y on which this member has nodes, a bit each

  KOKKOS_FORCEINLINE_FUNCTION EdgeShell(Rules const& rules, VolumePlace<T> const& p, bool obstacle)
      : Base(rules, p, obstacle) {
    Domain const& d = rules.domain;
    bool const at[4] = {p.x == 0, p.x + C == d.nodes[0], p.y == 0, p.y + rows == d.nodes[1]};
    TESSERA_UNROLL
    for (int side = 0; side < 4; ++side)
      if (at[side] && !d.open[side / 2][side % 2]) sides |= 1u << side;
  }

  /// Where rows are not whole packs, a pack may lie across the end of a period.
  KOKKOS_FORCEINLINE_FUNCTION int column(Rules const& rules, VolumePlace<T> const& p, int c) const {
    Domain const& d = rules.domain;
    return !d.wraps[0] || Base::x(p) + c < d.nodes[0] ? c : c - static_cast<int>(d.nodes[0]);
  }

  /// Replaces the neighbours that lie beyond a face by the images that its condition makes of nodes inside.
  /// \tparam ends whether plane z may lie on a face
  template <bool ends>
  KOKKOS_FORCEINLINE_FUNCTION void answer(Rules const& rules, VolumePlace<T> const& p, int z, Index now,
                                          Patch const& here, Patch& below, Patch& above, T (&south)[C],
                                          T (&north)[C], T (&west)[rows], T (&east)[rows]) const {
    unsigned const faces = faces_of<ends>(z);
    if (faces == 0) return;
    for_each_face<3>([&](auto face) {
      using Condition = std::remove_cvref_t<decltype(rules.boundary.template face<face.number>())>;
      if constexpr (!std::derived_from<Condition, SetsNodes> && !std::same_as<Condition, Periodic>) {
        constexpr int a = Order::memory_axis(face.axis);
        constexpr bool upper = face.upper;
        auto const& condition = rules.boundary.template face<face.number>();
        if (!(faces >> bit<a, upper> & 1u) || condition.role() != Role::extends) return;
        bool const next = condition.depth(1) > 0; // images are of the nodes next inside, not of those on it
        auto const image = [&](T inside, int r, int c) {
          Index3 edge = index(rules, p, r, c, z);
          edge[a] = upper ? rules.domain.nodes[a] - 1 : 0;
          if constexpr (kind_at_run_time<typename Rules::boundary_type, face.number>)
            return image_called<face.number>(rules, inside, edge, now);
          else
            return image_of<face.number>(rules, inside, edge, now);
        };
        if constexpr (a == 0) {
          constexpr int c = upper ? C - 1 : 0, inner = upper ? C - 2 : 1;
          TESSERA_UNROLL
          for (int r = 0; r < rows; ++r)
            (upper ? east : west)[r] = image(next ? here[r][inner] : here[r][c], r, c);
        } else if constexpr (a == 1) {
          constexpr int r = upper ? rows - 1 : 0, inner = upper ? rows - 2 : 1;
          TESSERA_UNROLL
          for (int c = 0; c < C; ++c)
            (upper ? north : south)[c] = image(next ? here[inner][c] : here[r][c], r, c);
        } else {
          TESSERA_UNROLL
          for (int r = 0; r < rows; ++r) {
            TESSERA_UNROLL
            for (int c = 0; c < C; ++c)
              (upper ? above : below)[r][c] = image(next ? (upper ? below : above)[r][c] : here[r][c], r, c);
          }
        }
      }
    });
  }

  /// Gives the nodes that faces set their values.
  template <bool ends>
  KOKKOS_FORCEINLINE_FUNCTION void apply_edges(Rules const& rules, VolumePlace<T> const& p, Stage const& of,
                                               Patch& updated) const {
    unsigned const faces = faces_of<ends>(of.z);
    if (faces == 0) return;
    for_each_face<3>([&](auto face) {
      using Condition = std::remove_cvref_t<decltype(rules.boundary.template face<face.number>())>;
      if constexpr (!std::derived_from<Condition, ExtendsField>) {
        constexpr int a = Order::memory_axis(face.axis);
        constexpr unsigned mine = bit<a, face.upper>;
        if (!(faces >> mine & 1u) || rank<face.number>(rules) < 0) return;
        // Of the nodes on this face, those that also lie on a face of higher rank are set by that one.
        unsigned const higher = faces & faces_above<face.number>(rules);
        FaceTraits const traits = traits_of<3>(rules.boundary, face.number);
        bool const frozen = traits.frozen || (of.later && traits.constant_in_time);
        TESSERA_UNROLL
        for (int r = 0; r < rows; ++r) {
          TESSERA_UNROLL
          for (int c = 0; c < C; ++c) {
            unsigned const on = (c == 0 ? 1u : 0) | (c == C - 1 ? 2u : 0) | (r == 0 ? 4u : 0) |
                                (r == rows - 1 ? 8u : 0) | 48u; // faces on which the patch has this node
            if (!(on >> mine & 1u)) continue;
            if ((higher & on) != 0) continue;
            if (frozen)
              updated[r][c] = of.here[r][c];
            else if (traits.copies_interior)
              updated[r][c] = of.reads(r, c)(a == 0 ? inward<face.upper> : 0, a == 1 ? inward<face.upper> : 0,
                                             a == 2 ? inward<face.upper> : 0);
            else
              updated[r][c] = set<face.number>(rules, of.here[r][c], index(rules, p, r, c, of.z), of.now + 1);
          }
        }
      }
    });
  }

private:
  template <int axis, bool upper>
  static constexpr unsigned bit = 2 * axis + (upper ? 1 : 0);
  template <bool upper>
  static constexpr int inward = upper ? -1 : 1;

  /// The closed faces on which this member has nodes in plane z.
  template <bool ends>
  KOKKOS_FORCEINLINE_FUNCTION unsigned faces_of(int z) const {
    unsigned faces = sides;
    if constexpr (ends) faces |= (z == Base::bottom ? 16u : 0) | (z == Base::top ? 32u : 0);
    return faces;
  }

  KOKKOS_FORCEINLINE_FUNCTION Index3 index(Rules const& rules, VolumePlace<T> const& p, int r, int c,
                                           int z) const {
    return {{Base::x(p) + column(rules, p, c), Base::y(p) + Base::row(rules, r), Base::plane(rules, z)}};
  }

  /// Where faces meet, the one of the highest rank sets the nodes (setting_face); negative: it sets none.
  template <int number>
  KOKKOS_FORCEINLINE_FUNCTION static int rank(Rules const& rules) {
    auto const& condition = rules.boundary.template face<number>();
    return condition.role() == Role::sets ? condition.precedence() * 6 + (5 - number) : -1;
  }
  template <int number>
  KOKKOS_FORCEINLINE_FUNCTION static unsigned faces_above(Rules const& rules) {
    unsigned above = 0;
    for_each_face<3>([&](auto other) {
      constexpr int a = Order::memory_axis(other.axis);
      if constexpr (other.number != number)
        if (rank<other.number>(rules) > rank<number>(rules)) above |= 1u << bit<a, other.upper>;
    });
    return above;
  }

  /// What lies beyond node `edge` of a face.
  template <int number>
  KOKKOS_FORCEINLINE_FUNCTION static T image_of(Rules const& rules, T inside, Index3 const& edge, Index now) {
    constexpr int a = Order::memory_axis(number / 2);
    return converted<T>(rules.boundary.template face<number>().beyond(
        inside, 1, rules.domain.spacing[a], Node<Order>(rules.domain, edge, now, true)));
  }
  /// The same, but never inlined: the code of all kinds would be repeated at every node of a patch.
  template <int number>
  TESSERA_NOINLINE static T image_called(Rules const& rules, T inside, Index3 const& edge, Index now) {
    return image_of<number>(rules, inside, edge, now);
  }

  /// The source of a condition that depends on no neighbour.
  struct Here {
    T value;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int, int, int) const { return value; }
    KOKKOS_FORCEINLINE_FUNCTION T previous() const requires(Rules::two_levels) { return value; }
  };
  template <int number>
  TESSERA_NOINLINE static T set(Rules const& rules, T here, Index3 const& i, Index step) {
    Reader<Order, Rules::stencil_type::reads, Here> const u(Here{here});
    return converted<T>(rules.boundary.template face<number>().value(
        u, Node<Order>(rules.domain, i, step, true), Face<number>{}));
  }
};

} // namespace tessera::detail
