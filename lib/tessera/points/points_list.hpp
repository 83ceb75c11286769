// SPDX-License-Identifier: Apache-2.0
// The injections and samplings of a formula, as kernels hold them. A std::tuple would do, but a device can't
// call its functions.
#pragma once

#include <tessera/core/index.hpp>

#include <limits>
#include <type_traits>

namespace tessera {

template <class Formula, class... P>
struct WithPoints;

namespace detail {

/// An injection or a sampling, and the member of the struct that it is for; nullptr: values are numbers.
template <auto Member, class DataType>
struct PointsOn {
  static constexpr bool injects = DataType::injects;
  static constexpr auto member = Member;
  static constexpr bool of_member = !std::is_null_pointer_v<std::remove_cvref_t<decltype(Member)>>;
  DataType data;

  PointsOn halved() const { return {data.halved()}; }
  PointsOn for_trials() const {
    PointsOn any_length = *this;
    any_length.data.longest = std::numeric_limits<Index>::max();
    return any_length;
  }

  template <class V, class T>
  KOKKOS_FORCEINLINE_FUNCTION static void add(V& value, T const& addend) {
    if constexpr (of_member)
      value.*Member += addend;
    else
      value += addend;
  }
};

template <class... P>
struct PointsList;

template <>
struct PointsList<> {
  static constexpr bool any = false, samples = false;
  PointsList halved() const { return {}; }
  PointsList for_trials() const { return {}; }
  template <class Body>
  void for_each(Body const&) const {}
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_in_kernel(Body const&) const {}
};

template <class First, class... Rest>
struct PointsList<First, Rest...> {
  static constexpr bool any = true, samples = !First::injects || PointsList<Rest...>::samples;
  First first;
  PointsList<Rest...> rest;

  PointsList(First const& one, PointsList<Rest...> const& others) : first(one), rest(others) {}
  explicit PointsList(First const& one, Rest const&... others) : first(one), rest(others...) {}

  PointsList halved() const { return PointsList(first.halved(), rest.halved()); }
  PointsList for_trials() const { return PointsList(first.for_trials(), rest.for_trials()); }

  /// Calls body(on) for each of them.
  template <class Body>
  void for_each(Body const& body) const {
    body(first);
    rest.for_each(body);
  }
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_in_kernel(Body const& body) const {
    body(first);
    rest.for_each_in_kernel(body);
  }
};

/// The type to which injections are added: that of the field for numbers, so that a formula of another
/// precision is rounded first, as it is without points.
template <class V, class... P>
struct Injected {
  using type = V;
};
template <class V, auto Member, class DataType, class... Rest>
struct Injected<V, PointsOn<Member, DataType>, Rest...> {
  static auto find() {
    if constexpr (DataType::injects && !PointsOn<Member, DataType>::of_member)
      return std::type_identity<std::remove_cvref_t<decltype(std::declval<DataType const&>().factor)>>{};
    else
      return std::type_identity<typename Injected<V, Rest...>::type>{};
  }
  using type = typename decltype(find())::type;
};
template <class V, class... P>
KOKKOS_FORCEINLINE_FUNCTION auto as_injected(V const& value) {
  return static_cast<typename Injected<V, P...>::type>(value);
}

/// A stencil for trial runs, whose samples nobody reads: their points allow advances of any length.
template <class StencilType>
StencilType for_trials(StencilType const& stencil) {
  if constexpr (requires { stencil.points.for_trials(); }) {
    auto any_length = stencil;
    any_length.points = stencil.points.for_trials();
    return any_length;
  } else {
    return stencil;
  }
}

template <class>
inline constexpr bool has_points = false;
template <class Formula, class... P>
inline constexpr bool has_points<WithPoints<Formula, P...>> = true;

/// The points of a stencil; none for most.
template <class StencilType>
struct PointsOf {
  using type = PointsList<>;
  using formula = StencilType;
  static PointsList<> get(StencilType const&) { return {}; }
  static StencilType const& without(StencilType const& stencil) { return stencil; }
};
template <class Formula, class... P>
struct PointsOf<WithPoints<Formula, P...>> {
  using type = PointsList<P...>;
  using formula = Formula;
  static PointsList<P...> const& get(WithPoints<Formula, P...> const& stencil) { return stencil.points; }
  static Formula const& without(WithPoints<Formula, P...> const& stencil) { return stencil; }
};

} // namespace detail
} // namespace tessera
