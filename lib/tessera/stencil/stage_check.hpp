// SPDX-License-Identifier: Apache-2.0
// Tries the formula of a stage before a scheme does, so that a mistake in it gives one short message and not
// one for every way in which schemes read.
#pragma once

#include <tessera/core/converted.hpp>
#include <tessera/grid/node.hpp>
#include <tessera/stencil/stages.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace tessera::detail {

/// A `u` that has all that a stage may ask of it.
template <class V, int D>
struct TrialReads {
  template <class... Offsets>
  KOKKOS_FUNCTION V operator()(Offsets...) const {
    static_assert(sizeof...(Offsets) == D, "u(...) takes one offset per axis of the grid");
    return here();
  }
  KOKKOS_FUNCTION V here() const { return same_bytes<V>(Parts<unsigned char, sizeof(V)>{}); }
  KOKKOS_FUNCTION V along(int, int) const { return here(); }
  template <class T = V>
  KOKKOS_FUNCTION V previous() const {
    static_assert(!std::is_same_v<T, V>,
                  "u.previous(): a stage of a system reads no older level (let a member "
                  "hold the older value and copy it in a stage)");
    return here();
  }
};

/// What can be said of a stage's formula without its body.
template <class Stage, class V, class Order>
struct StageCheck {
  using Reads = TrialReads<V, Order::dimension>;
  using At = Node<Order>;
  static constexpr bool callable = std::is_invocable_v<Stage const&, Reads const&, At const&>;
  static constexpr bool not_const = !callable && std::is_invocable_v<Stage&, Reads const&, At const&>;
  static constexpr bool without_at = !callable && std::is_invocable_v<Stage const&, Reads const&>;
  static constexpr bool gives_value = [] {
    if constexpr (callable)
      return becomes<std::remove_cvref_t<std::invoke_result_t<Stage const&, Reads const&, At const&>>, V>;
    else
      return true;
  }();
  static constexpr bool ok = callable && gives_value;

  static_assert(!not_const, "tessera: the formula of a stage is a const function: "
                            "KOKKOS_FUNCTION Em operator()(auto const& u, auto const& at) const");
  static_assert(!without_at, "tessera: the formula of a stage takes u and at, also where it does not ask at: "
                             "KOKKOS_FUNCTION Em operator()(auto const& u, auto const& at) const");
  static_assert(callable || not_const || without_at,
                "tessera: a stage has a formula: "
                "KOKKOS_FUNCTION Em operator()(auto const& u, auto const& at) const");
  static_assert(gives_value, "tessera: what the formula of a stage gives does not become a value of the "
                             "field's type, the struct of the system");

  /// The compiler reads the formula's body here first; it is never called.
  static V tried(Stage const& stage, At const& at) { return stage(Reads{}, at); }
};

template <class S, int D>
concept is_stage_of = is_stage<S> && S::reads.dimension == D;

template <class StagesType, class V, class Order>
inline constexpr bool stages_are_ok = false;
template <class... S, class V, class Order>
inline constexpr bool stages_are_ok<Stages<S...>, V, Order> = [] {
  if constexpr ((... && is_stage_of<S, Order::dimension>))
    return (... & StageCheck<S, V, Order>::ok);
  else
    return false;
}();

template <class V, class Order, class... S>
void try_stages(Stages<S...> const&) {
  (static_cast<void>(&StageCheck<S, V, Order>::tried), ...);
}

} // namespace tessera::detail
