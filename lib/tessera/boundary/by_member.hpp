// SPDX-License-Identifier: Apache-2.0
// A condition for each member of a system's struct.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/boundary/halfway.hpp>
#include <tessera/core/error.hpp>
#include <tessera/grid/staggering.hpp>

namespace tessera {

namespace detail {

/// Conditions side by side, found by their number. std::tuple can't be used in a device's code.
template <class... Conditions>
struct ConditionList;
template <class First, class... Rest>
struct ConditionList<First, Rest...> {
  First first;
  ConditionList<Rest...> rest;
  explicit ConditionList(First const& one, Rest const&... others) : first(one), rest(others...) {}
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION constexpr auto const& get() const {
    if constexpr (M == 0)
      return first;
    else
      return rest.template get<M - 1>();
  }
};
template <>
struct ConditionList<> {};

} // namespace detail

/// Conditions of a face by member, in the order of the struct; by_member(...) makes it. Each one is a
/// condition of numbers. Where it sets nodes it sets its member alone; members whose condition extends the
/// field follow the formula.
///
///     // A perfect conductor: the electric field is 0, the magnetic field follows the formula.
///     everywhere(by_member(Dirichlet{0.}, Mirrored{}, Mirrored{}))
template <class... Conditions>
struct ByMember : ExtendsField {
  static_assert((BoundaryCondition<Conditions> && ...),
                "tessera::by_member(...): a condition for each member");
  static_assert(
      (!std::is_same_v<Conditions, Periodic> && ...),
      "tessera::by_member(...): an axis is periodic for all members or for none; give the face Periodic "
      "itself");
  static constexpr int count = sizeof...(Conditions);
  detail::ConditionList<Conditions...> conditions;

  explicit ByMember(Conditions const&... of_members) : conditions(of_members...) {}

  /// Systems ask the members' own conditions; other fields have no members.
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    static_assert(!std::is_same_v<T, T>, "tessera::by_member(...): conditions by member are for systems of "
                                         "fields (tessera::make_system); a field has one condition a face");
    return inside;
  }
};

/// \throws InvalidInput for a OneOf that holds Periodic, as the compiler refuses Periodic itself
template <class... Conditions>
ByMember<Conditions...> by_member(Conditions const&... conditions) {
  if ((... || (conditions.role() == Role::wraps)))
    throw InvalidInput(
        "by_member: a member's condition is periodic, and an axis is periodic for all members or "
        "for none (give the face Periodic itself)");
  return ByMember<Conditions...>(conditions...);
}

namespace detail {

template <class C>
inline constexpr int members_of_condition = 0;
template <class... C>
inline constexpr int members_of_condition<ByMember<C...>> = sizeof...(C);

template <class... C>
inline constexpr bool sets_pointwise<ByMember<C...>> = (sets_pointwise<C> && ...);

/// Whether every face of D axes that has conditions by member has one for each of Count members.
template <class BoundaryType, int D, int Count>
inline constexpr bool fits_members = []<int... F>(std::integer_sequence<int, F...>) {
  constexpr int given[] = {members_of_condition<
      std::remove_cvref_t<decltype(std::declval<BoundaryType>().template face<F>())>>...};
  for (int conditions : given)
    if (conditions != 0 && conditions != Count) return false;
  return true;
}
(std::make_integer_sequence<int, 2 * D>{});

/// The boundary of member M of a struct V: that member's condition on faces that have one by member, on
/// others the condition for all members. Across faces that the member straddles it is what that condition
/// means half a spacing off.
template <class BoundaryType, class V, int M>
struct MemberBoundary {
  static constexpr unsigned half = half_axes<V, M>;
  BoundaryType const& all;

  template <int Number>
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) face() const {
    if constexpr ((half >> Number / 2 & 1u) != 0)
      return halfway(on_nodes<Number>());
    else
      return on_nodes<Number>();
  }

private:
  template <int Number>
  KOKKOS_FORCEINLINE_FUNCTION auto const& on_nodes() const {
    auto const& condition = all.template face<Number>();
    if constexpr (members_of_condition<std::remove_cvref_t<decltype(condition)>> != 0)
      return condition.conditions.template get<M>();
    else
      return condition;
  }
};

} // namespace detail
} // namespace tessera
