// SPDX-License-Identifier: Apache-2.0
// One node's update, the single place where formula, boundary and obstacle meet. Every scheme calls it, so every
// scheme gives the same bits.
#pragma once

#include <tessera/boundary/detail/extended.hpp>
#include <tessera/boundary/detail/frame.hpp>
#include <tessera/boundary/detail/obstacle_data.hpp>
#include <tessera/core/bounds_check.hpp>
#include <tessera/scheme/detail/node/levels.hpp>
#include <tessera/stencil/stencil.hpp>

#include <optional>

namespace tessera::detail {

/// A formula at a node whose reads all lie inside. `step` counts the old time level.
template <class Rules, class Formula, class Source>
KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Formula const& formula, Source const& source, Domain const& domain,
                                          Index3 const& i, Index step) {
  return converted<typename Rules::value_type>(
      formula(Reader<typename Rules::Order, Rules::stencil_type::reads, Source>(source),
              Node<typename Rules::Order>(domain, i, step)));
}

template <class T, class OrderType, class StencilType, class BoundaryType>
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
  static constexpr bool two_levels = reads_previous<StencilType>;

  StencilType stencil;
  BoundaryType boundary;
  Domain domain;
  ObstacleData obstacle;

  /// A node's Source as the stencil wants it: with the node's value in `before` where it reads two levels.
  template <class Source, class Before>
  KOKKOS_FORCEINLINE_FUNCTION static auto with_previous(Source const& source, Before const& before) {
    if constexpr (two_levels)
      return TwoLevels<T, Source>{source, before()};
    else
      return source;
  }

  /// The formula alone.
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION T formula(Source const& source, Index x, Index y, Index z, Index step) const {
    return evaluate<Rules>(stencil, source, domain, {{x, y, z}}, step);
  }

  /// The update of any node: obstacle, then face, then formula; what a condition or the formula reads beyond a face is
  /// answered by that face.
  template <class Source>
  TESSERA_COLD T general(Source const& source, Index x, Index y, Index z, Index step) const {
    Index3 const i{{domain.wraps[0] ? domain.in_domain(0, x) : x,
                    domain.wraps[1] ? domain.in_domain(1, y) : y,
                    domain.wraps[2] ? domain.in_domain(2, z) : z}};
    using Answered = Extended<T, Order, radius, BoundaryType, Source>;
    Reader<Order, StencilType::reads, Answered> const u(Answered{domain, boundary, source, i, step});
    if constexpr (checks_bounds) ask_in_vain(u, i, step);
    if (is_frozen(i)) return source(0, 0, 0);
    int const winner = setting_face<Order, radius>(domain, boundary, i);
    if (winner >= 0) return set_value<T>(boundary, winner, u, Node<Order>(domain, i, step + 1));
    return converted<T>(stencil(u, Node<Order>(domain, i, step)));
  }

  /// Evaluates the formula where its value is not needed, in builds with bounds checks: some schemes do so in all builds, so a
  /// formula that must not be evaluated there is found with every scheme.
  template <class Reads>
  KOKKOS_FORCEINLINE_FUNCTION void ask_in_vain(Reads const& u, Index3 const& i, Index step) const {
    static_cast<void>(stencil(u, Node<Order>(domain, i, step)));
  }

  KOKKOS_FORCEINLINE_FUNCTION bool is_frozen(Index3 const& i) const {
    return obstacle.present() && obstacle.at(i[0], i[1], i[2]);
  }

  /// What a closed face promises of the nodes within the radius, where no face across has a say in them.
  FaceTraits traits_at(int axis, int side) const {
    return domain.open[axis][side] ? FaceTraits{}
                                   : traits_of<dimension>(boundary, 2 * Order::memory_axis(axis) + side);
  }

  /// Of a row that no other face touches: the node whose old value the nodes at this end take, themselves (0) or the next one
  /// inside; nothing where they need care.
  std::optional<int> copied_at_end(int side) const {
    if (checks_bounds) return {};
    FaceTraits const traits = traits_at(0, side);
    if (traits.frozen) return 0;
    if (traits.copies_interior && !obstacle.present()) return side == 0 ? 1 : -1;
    return {};
  }

  /// The box that an update of `box` reads.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr Box3 grown(Box3 box, Index nodes) {
    for (int a = 0; a < dimension; ++a) {
      box.lower[a] -= nodes;
      box.upper[a] += nodes;
    }
    return box;
  }
};

} // namespace tessera::detail
