// SPDX-License-Identifier: Apache-2.0
// Injections and samplings of a stage: the members that they are for, and what a host does after the
// formula (node/points.hpp).
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <bit>

namespace tessera::detail {

/// The number of the member that an injection or a sampling of a stage is for.
template <class V, class T, class On>
constexpr int member_of() {
  static_assert(On::of_member, "tessera::inject<&S::member>(...): a system's points are for a member of its "
                               "struct (the same holds for sample)");
  constexpr unsigned bits = bits_of_member<V, T, On::member>();
  static_assert(std::popcount(bits) == 1,
                "tessera::inject<&S::member>(...): a single value, no array (the same holds for sample)");
  return std::countr_zero(bits);
}

/// The members that a stage's samplings are for, and those of its samplings and injections.
template <class V, class T, class... P>
constexpr unsigned members_of_points(std::type_identity<PointsList<P...>>, bool of_injections) {
  return (0u | ... | (P::injects && !of_injections ? 0u : bits_of_member<V, T, P::member>()));
}

/// Whether each stage writes the members of its points, and no later stage those that it samples.
template <class V, class T, class... Stage>
constexpr bool samples_are_final() {
  unsigned const writes[] = {StageMembers<Stage, V, T>::writes...};
  unsigned const sampled[] = {
      members_of_points<V, T>(std::type_identity<typename PointsOf<Stage>::type>{}, false)...};
  unsigned const named[] = {
      members_of_points<V, T>(std::type_identity<typename PointsOf<Stage>::type>{}, true)...};
  constexpr std::size_t count = sizeof...(Stage);
  for (std::size_t k = 0; k < count; ++k) {
    if ((named[k] & ~writes[k]) != 0) return false;
    for (std::size_t later = k + 1; later < count; ++later)
      if ((sampled[k] & writes[later]) != 0) return false;
  }
  return true;
}

/// Makes injections and samples after a stage's formula, see apply_points. access.out(m, y, z) is the row of
/// member m at column 0.
template <class Rules, class Access>
TESSERA_ALWAYS_INLINE inline void apply_stage_points(Rules const& rules, Box3 const& box, Box3 const& kept,
                                                     Index step, Access const& access) {
  if constexpr (visits_points<Rules>) {
    using V = typename Rules::value_type;
    using T = typename Rules::member_type;
    using Order = typename Rules::Order;
    visit_points(
        rules, box, kept, step,
        [&]<class On>(On const&, Index3 const& i) {
          if constexpr (Rules::by_member) {
            using Own = MemberBoundary<typename Rules::boundary_type, V, member_of<V, T, On>()>;
            return setting_face<Order, Rules::radius>(rules.domain, Own{rules.boundary}, i) >= 0;
          } else {
            return setting_face<Order, Rules::radius>(rules.domain, rules.boundary, i) >= 0;
          }
        },
        [&]<class On>(On const&, Index x, Index y, Index z) {
          return access.out(member_of<V, T, On>(), y, z) + x;
        });
  }
}

} // namespace tessera::detail
