// SPDX-License-Identifier: Apache-2.0
// A condition for each member of a system's struct.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/core/error.hpp>

#include <tuple>

namespace tessera {

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
  std::tuple<Conditions...> condition;

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
  return {{}, std::tuple<Conditions...>(conditions...)};
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

/// The boundary of one member: that member's condition on faces that have one by member, on others the
/// condition for all members.
template <class BoundaryType, int M>
struct MemberBoundary {
  BoundaryType const& all;
  template <int Number>
  KOKKOS_FORCEINLINE_FUNCTION auto const& face() const {
    auto const& condition = all.template face<Number>();
    if constexpr (members_of_condition < std::remove_cvref_t < decltype(condition) >>> 0)
      return std::get<M>(condition.condition);
    else
      return condition;
  }
};

} // namespace detail
} // namespace tessera
