// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/boundary/condition.hpp>
#include <tessera/boundary/detail/held.hpp>
#include <tessera/core/converted.hpp>

#include <concepts>
#include <type_traits>

namespace tessera {

/// A condition whose kind is chosen at run time, by a configuration file say. One type holds any of the
/// kinds, so that a program compiles each scheme once and not for every mixture of conditions on its faces.
///
///     using Side = OneOf<Fixed, Dirichlet<double>, Neumann<double>, Periodic>;
///     Side const left = heated ? Side(Dirichlet(1.0)) : Side(Neumann(0.0));
///     auto const boundary = everywhere(Side(Neumann(0.0))).on(west, left);
///
/// It does what the kind that it holds does, bit for bit. A kernel finds out which one that is wherever it
/// meets a face: that costs branches, and the registers of the kind that needs most. Every kind has to suit
/// the field's type, whether or not it is ever held. It is trivially copyable where all kinds are; where one
/// holds a View, copies count as the View's do. Without an argument it holds the first kind.
template <class First, class... Rest>
class OneOf {
  template <class Condition>
  static constexpr int times = (std::is_same_v<Condition, First> + ... + std::is_same_v<Condition, Rest>);

  static_assert((BoundaryCondition<First> && ... && BoundaryCondition<Rest>),
                "tessera::OneOf: every alternative is a condition (one derives from tessera::SetsNodes "
                "or tessera::ExtendsField)");
  static_assert(((times<First> == 1) && ... && (times<Rest> == 1)),
                "tessera::OneOf: every alternative stands there once");

public:
  static constexpr bool pointwise = detail::sets_pointwise<First> && (detail::sets_pointwise<Rest> && ...);

  KOKKOS_FUNCTION OneOf() requires std::default_initializable<First> : OneOf(First{}) {}

  template <class Condition>
  requires(times<Condition> == 1) KOKKOS_FUNCTION OneOf(Condition const& condition)
      : held_(condition), role_(condition.role()), precedence_(condition.precedence()),
        pointwise_(detail::sets_pointwise<Condition>) {
    // A condition that does not speak of a promise does not make it.
    if constexpr (requires { condition.frozen(); }) frozen_ = condition.frozen();
    if constexpr (requires { condition.constant_in_time(); })
      constant_in_time_ = condition.constant_in_time();
    if constexpr (requires { condition.copies_interior(); }) copies_interior_ = condition.copies_interior();
  }

  /// Whether it is of this kind.
  template <class Condition>
  requires(times<Condition> == 1) KOKKOS_FUNCTION bool holds() const {
    return held_.template holds<Condition>();
  }

  /// use(condition) of the condition that it holds; it gives the same type for all kinds.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION auto visit(Use const& use) const {
    return held_.visit(use);
  }

  // What does not depend on the node is looked up once: kernels ask it of every face, at every node near one.
  KOKKOS_FUNCTION Role role() const { return role_; }
  KOKKOS_FUNCTION int precedence() const { return precedence_; }
  KOKKOS_FUNCTION bool frozen() const { return frozen_; }
  KOKKOS_FUNCTION bool constant_in_time() const { return constant_in_time_; }
  KOKKOS_FUNCTION bool copies_interior() const { return copies_interior_; }
  /// Whether the values that the kind held sets are known to depend on no other node.
  KOKKOS_FUNCTION bool held_is_pointwise() const { return pointwise_; }

  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const& at, FaceTag face) const {
    using T = std::remove_cvref_t<decltype(u.here())>;
    return held_.template visit_among<MaySet>(
        [&](auto const& condition) -> T { return detail::converted<T>(condition.value(u, at, face)); },
        [&]() -> T { return u.here(); });
  }

  KOKKOS_FUNCTION int depth(int m) const {
    return held_.template visit_among<MayExtend>(
        [m](auto const& condition) -> int { return condition.depth(m); }, [m]() -> int { return m; });
  }
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    return held_.template visit_among<MayExtend>(
        [&](auto const& condition) -> T { return detail::converted<T>(condition.beyond(inside, m, h, at)); },
        [&]() -> T { return inside; });
  }

private:
  // A condition of one role answers what is asked of the other role as its base does, so that no code is made
  // for it there.
  template <class Condition>
  using MaySet = std::bool_constant<!std::derived_from<Condition, ExtendsField>>;
  template <class Condition>
  using MayExtend = std::bool_constant<!std::derived_from<Condition, SetsNodes>>;

  detail::Held<First, Rest...> held_;
  Role role_;
  int precedence_;
  bool pointwise_;
  bool frozen_ = false, constant_in_time_ = false, copies_interior_ = false;
};

} // namespace tessera
