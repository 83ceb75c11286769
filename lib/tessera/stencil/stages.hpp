// SPDX-License-Identifier: Apache-2.0
// The stages of a step of a system of fields: formulas that are applied one after the other.
#pragma once

#include <tessera/stencil/members.hpp>
#include <tessera/stencil/reach.hpp>
#include <tessera/stencil/reader.hpp>

#include <tuple>
#include <type_traits>

namespace tessera {

namespace detail {
template <class S>
concept is_stage = requires {
  S::reads.dimension;
};
template <class S>
inline constexpr bool has_previous = false;
template <class S>
requires requires { S::previous; }
inline constexpr bool has_previous<S> = S::previous;
} // namespace detail

/// The formulas of a step, in the order in which they are applied. A stage is a value with
///
///     static constexpr auto reads = tessera::star<D>(radius);       // box, forward, backward, between
///     static constexpr auto around = tessera::members<&Em::ez>;     // read at neighbours; without it all
///     static constexpr auto writes = tessera::members<&Em::hx>;     // given a new value; without it all
///     KOKKOS_FUNCTION Em operator()(auto const& u, auto const& at) const;
///
/// `u` reads the members as the stages before left them: u.here() gives all members of the node,
/// u(offsets...) those of a neighbour. Of a neighbour only the members of `around` have their value; the
/// others are NaN. Of what the formula returns, the members of `writes` are stored. A member that no stage
/// writes is an input, which is never copied. If no member of `around` is written, the stage works in place.
/// `reads` may have radius 0. `at.step()` counts steps, not stages.
template <class... S>
struct Stages {
  static_assert(sizeof...(S) > 0, "tessera::stages(...): at least one stage");
  static_assert(
      (detail::is_stage<S> && ...),
      "tessera::stages(...): a stage has `static constexpr auto reads = tessera::star<D>(radius)` (or "
      "box, forward, backward, between) and a formula operator()(u, at) const");
  static_assert(!(detail::has_previous<S> || ...),
                "tessera::stages(...): a stage has no u.previous(); let a member hold the older level");
  static constexpr int count = sizeof...(S);
  std::tuple<S...> stage;

  template <int K>
  using type = std::tuple_element_t<K, std::tuple<S...>>;
  static constexpr int dimension = [] {
    if constexpr ((detail::is_stage<S> && ...))
      return type<0>::reads.dimension;
    else
      return 0;
  }();
  static constexpr bool same_axes = [] {
    if constexpr ((detail::is_stage<S> && ...))
      return ((S::reads.dimension == dimension) && ...);
    else
      return true;
  }();
  static_assert(same_axes, "tessera::stages(...): all stages read the same number of axes");
  /// The largest radius of all stages: conditions set nodes within so many nodes of a face.
  static constexpr int radius = [] {
    int most = 0;
    if constexpr ((detail::is_stage<S> && ...))
      ((most = S::reads.radius > most ? S::reads.radius : most), ...);
    return most;
  }();
};

/// The stages of a step, in the order in which they are applied.
template <class... S>
Stages<S...> stages(S const&... stage) {
  return {std::tuple<S...>(stage...)};
}

namespace detail {

/// Whether the step is given as stages, or as one formula.
template <class S>
inline constexpr bool is_stages = false;
template <class... S>
inline constexpr bool is_stages<Stages<S...>> = true;

template <class S>
auto as_stages(S const& step) {
  if constexpr (is_stages<S>)
    return step;
  else
    return stages(step);
}

/// What a stage says of the members of a struct V with values T.
template <class Stage, class V, class T>
struct StageMembers {
  static constexpr unsigned around = [] {
    unsigned named = Apart<V, T>::all;
    if constexpr (requires { Stage::around; }) named = bits_of<V, T>(Stage::around);
    return Stage::reads.radius > 0 ? named : 0u; // the node alone has no neighbours, whatever is named
  }();
  static constexpr unsigned writes = [] {
    if constexpr (requires { Stage::writes; })
      return bits_of<V, T>(Stage::writes);
    else
      return Apart<V, T>::all;
  }();
  static_assert(writes != 0, "tessera: a stage writes at least one member");
};

} // namespace detail
} // namespace tessera
