// SPDX-License-Identifier: Apache-2.0
// The update of one node. This is the single place of the meaning of formula, boundary and obstacle. Every
// scheme gives the bits that it gives; the files listed under "Where a boundary acts" in
// scheme/detail/README.md answer a part of it again, for speed alone.
//
// All kernels name their compile-time parameters by the same letters:
//
//     T   type of a value
//     D   dimension: axes of the grid
//     R   radius of the stencil
//     C   columns of a pack, which is what a device thread moves at once (core/device/pack.hpp)
#pragma once

#include <tessera/boundary/detail/extended.hpp>
#include <tessera/boundary/detail/frame.hpp>
#include <tessera/boundary/detail/obstacle_data.hpp>
#include <tessera/core/bounds_check.hpp>
#include <tessera/points/points_list.hpp>
#include <tessera/scheme/detail/node/levels.hpp>
#include <tessera/stencil/stencil.hpp>

#include <optional>

namespace tessera::detail {

/// The formula at a node whose reads all lie inside. `step` is the number of the old time level; `anywhere`
/// is as Node has it.
template <class Rules, class Formula, class Source>
KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Formula const& formula, Source const& source, Domain const& domain,
                                          Index3 const& i, Index step, bool anywhere = false) {
  return converted<typename Rules::value_type>(
      formula(Reader<typename Rules::Order, Rules::stencil_type::reads, Source>(source),
              Node<typename Rules::Order>(domain, i, step, anywhere)));
}

/// `PointsType`: injections and samplings that the kernels of a host make beside the formula (points.hpp); on
/// a device they are part of the stencil.
template <class T, class OrderType, class StencilType, class BoundaryType, class PointsType = PointsList<>>
struct Rules {
  using value_type = T;
  using Order = OrderType;
  using stencil_type = StencilType;
  using boundary_type = BoundaryType;
  static constexpr int dimension = Order::dimension;
  static constexpr int radius = StencilType::reads.radius;
  static constexpr bool star = StencilType::reads.shape == decltype(StencilType::reads)::Shape::star;

  template <class Other>
  using with_stencil = Rules<T, OrderType, Other, BoundaryType>;
  template <class Other, class OtherPoints = PointsType>
  using with_formula = Rules<T, OrderType, Other, BoundaryType, OtherPoints>;
  static constexpr bool two_levels = reads_previous<StencilType>;

  StencilType stencil;
  BoundaryType boundary;
  Domain domain;
  ObstacleData obstacle;
  PointsType points = {};

  /// A node's Source as the stencil wants it: together with the node's previous value, which `before` gives,
  /// if the stencil reads two levels.
  template <class Source, class Previous>
  KOKKOS_FORCEINLINE_FUNCTION static auto with_previous(Source const& source, Previous const& previous) {
    if constexpr (two_levels)
      return TwoLevels<T, Source>{source, previous()};
    else
      return source;
  }

  /// The update by the formula alone.
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION T formula(Source const& source, Index x, Index y, Index z, Index step,
                                        bool anywhere = false) const {
    return evaluate<Rules>(stencil, source, domain, {{x, y, z}}, step, anywhere);
  }

  /// The update of any node. A node of an obstacle is frozen; else a face may set the node; else the formula
  /// updates it. What a condition or the formula reads beyond a face, that face answers.
  template <class Source>
  TESSERA_COLD T general(Source const& source, Index x, Index y, Index z, Index step) const {
    Index3 const i{{domain.around(0, x), domain.around(1, y), domain.around(2, z)}};
    using Answered = Extended<T, Order, radius, BoundaryType, Source>;
    Reader<Order, StencilType::reads, Answered> const u(Answered{domain, boundary, source, i, step});
    if constexpr (checks_bounds) ask_in_vain(u, i, step);
    if (is_frozen(i)) return source(0, 0, 0);
    int const winner = setting_face<Order, radius>(domain, boundary, i);
    if (winner >= 0) return set_value<T>(boundary, winner, u, Node<Order>(domain, i, step + 1, true));
    return converted<T>(stencil(u, Node<Order>(domain, i, step, true)));
  }

  /// Evaluates the formula where its value is not needed, in builds with bounds checks. Some schemes do so in
  /// all builds; here every scheme does, so that a formula which must not be evaluated there is found with
  /// each of them.
  template <class Reads>
  KOKKOS_FORCEINLINE_FUNCTION void ask_in_vain(Reads const& u, Index3 const& i, Index step) const {
    static_cast<void>(stencil(u, Node<Order>(domain, i, step, true)));
  }

  KOKKOS_FORCEINLINE_FUNCTION bool is_frozen(Index3 const& i) const {
    return obstacle.present() && obstacle.at(i[0], i[1], i[2]);
  }

  /// Whether a closed face sets the nodes within the radius.
  bool sets_at(int axis, int side) const {
    return !domain.open[axis][side] && sets_nodes<dimension>(boundary, 2 * Order::memory_axis(axis) + side);
  }

  /// What a closed face promises about the nodes within the radius, as far as no face of another axis sets
  /// them.
  FaceTraits traits_at(int axis, int side) const {
    return domain.open[axis][side] ? FaceTraits{}
                                   : traits_of<dimension>(boundary, 2 * Order::memory_axis(axis) + side);
  }

  /// How the nodes at an end of a row are updated, if no face of another axis touches the row: the offset of
  /// the node whose old value each of them takes, 0 for itself and 1 or -1 for the next one inside. Nothing
  /// if they need the general update.
  std::optional<int> copied_at_end(int side) const {
    if (checks_bounds) return {};
    FaceTraits const traits = traits_at(0, side);
    if (traits.frozen) return 0;
    if (traits.copies_interior && !obstacle.present()) return side == 0 ? 1 : -1;
    return {};
  }

  /// The box that an update of `box` reads, if `nodes` is the radius.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr Box3 grown(Box3 box, Index nodes) {
    for (int a = 0; a < dimension; ++a) {
      box.lower[a] -= nodes;
      box.upper[a] += nodes;
    }
    return box;
  }
};

} // namespace tessera::detail
