// SPDX-License-Identifier: Apache-2.0
// Boundary: a condition for every face of a grid, made by everywhere(c).on(face, c2).
#pragma once

#include <tessera/boundary/conditions.hpp>
#include <tessera/boundary/face.hpp>

#include <type_traits>

namespace tessera {

namespace detail {
template <int Number, class Condition>
struct OnFace {
  static constexpr int number = Number;
  Condition condition;
};
} // namespace detail

/// Marks that a domain has no obstacle. An obstacle is a View of bytes on the grid, nonzero at frozen nodes.
struct NoObstacle {};

/// A condition for every face: a default one, and those that replace it on single faces.
/// everywhere(c).on(face, c2).on(...) makes it; if a face is given twice, the later condition holds.
template <class Default, class... Replaced>
class Boundary : public Replaced... {
  static_assert(BoundaryCondition<Default>,
                "tessera::everywhere(condition): a condition derives from tessera::SetsNodes "
                "or tessera::ExtendsField");

public:
  /// A default condition, and those that replace it; everywhere() and on() call this.
  explicit Boundary(Default const& everywhere, Replaced const&... replaced)
      : Replaced(replaced)..., default_(everywhere) {}

  /// A boundary with this condition on one face, and this boundary's conditions elsewhere.
  template <int Number, class Condition>
  auto on(Face<Number>, Condition const& condition) const {
    if constexpr ((... || (Replaced::number == Number))) {
      return replaced_on<Number>(condition);
    } else {
      return Boundary<Default, Replaced..., detail::OnFace<Number, Condition>>(
          default_, static_cast<Replaced const&>(*this)..., detail::OnFace<Number, Condition>{condition});
    }
  }

  /// Whether every face with a condition of its own exists on a grid of D axes.
  template <int D>
  static constexpr bool fits = (... && (Replaced::number < 2 * D));

  /// The condition of face `Number`.
  template <int Number>
  KOKKOS_FORCEINLINE_FUNCTION auto const& face() const {
    return find<Number, Replaced...>();
  }

private:
  template <int Number>
  KOKKOS_FORCEINLINE_FUNCTION auto const& find() const {
    return default_;
  }
  template <int Number, class First, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION auto const& find() const {
    if constexpr (First::number == Number)
      return static_cast<First const&>(*this).condition;
    else
      return find<Number, Rest...>();
  }

  template <int Number, class Condition>
  auto replaced_on(Condition const& condition) const {
    auto const pick = [&]<class Old>(Old const& old) {
      if constexpr (Old::number == Number)
        return detail::OnFace<Number, Condition>{condition};
      else
        return old;
    };
    return Boundary<Default, decltype(pick(std::declval<Replaced>()))...>(
        default_, pick(static_cast<Replaced const&>(*this))...);
  }

  Default default_;
};

/// Whether a type is a Boundary.
template <class>
inline constexpr bool is_boundary_v = false;
/// It is one.
template <class... Conditions>
inline constexpr bool is_boundary_v<Boundary<Conditions...>> = true;

/// The same condition on every face; `.on(west, ...)` replaces it on one.
template <class Condition>
Boundary<Condition> everywhere(Condition const& condition) {
  return Boundary<Condition>(condition);
}

} // namespace tessera
