// SPDX-License-Identifier: Apache-2.0
// Compares a system of fields with plain loops, bit for bit: by every scheme, with tiles and without, with
// and without an obstacle.
#pragma once

#include <gtest/gtest.h>

#include "support/memory.hpp"
#include "support/random.hpp"
#include "support/system_reference.hpp"
#include "support/systems.hpp"

namespace tessera::test {

using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

/// The rules of a reference for conditions of the library.
inline FaceRule rule_of(Periodic const&, int) { return {FaceRule::periodic, 0}; }
inline FaceRule rule_of(Fixed const&, int) { return {FaceRule::fixed, 0}; }
inline FaceRule rule_of(ZeroGradient const&, int) { return {FaceRule::zero_gradient, 0}; }
inline FaceRule rule_of(HalfMirrored const&, int) { return {FaceRule::half_mirrored, 0}; }
inline FaceRule rule_of(Mirrored const&, int) { return {FaceRule::mirrored, 0}; }
inline FaceRule rule_of(Antisymmetric const&, int) { return {FaceRule::antisymmetric, 0}; }
template <class Q>
FaceRule rule_of(Dirichlet<Q> const& c, int m) {
  if constexpr (std::is_arithmetic_v<Q>) {
    return {FaceRule::dirichlet, static_cast<double>(c.constant)};
  } else { // a struct of doubles
    double parts[sizeof(Q) / sizeof(double)];
    std::memcpy(parts, &c.constant, sizeof parts);
    return {FaceRule::dirichlet, parts[m]};
  }
}
template <class Q>
FaceRule rule_of(Neumann<Q> const& c, int) {
  return {FaceRule::neumann, static_cast<double>(c.flux)};
}
template <class... C>
FaceRule rule_of(ByMember<C...> const& c, int m) {
  FaceRule found;
  [&]<int... N>(std::integer_sequence<int, N...>) {
    ((N == m ? void(found = rule_of(c.conditions.template get<N>(), 0)) : void()), ...);
  }
  (std::make_integer_sequence<int, sizeof...(C)>{});
  return found;
}

/// The `at` of the reference: the formulas here ask for the step alone.
struct StepAlone {
  Index number;
  Index step() const { return number; }
};

template <class Reference, class Stage>
void make_stage(Reference& reference, Stage const& stage, Index step) {
  reference.stage([&](auto const& u) { return stage(u, StepAlone{step}); }, Stage::written);
}

/// Compares one scheme with the reference.
template <class System, class T, int D, class Layout, class BoundaryType, class SchemeType>
void compare(std::array<long, 3> const& nodes, BoundaryType const& boundary, SchemeType const& scheme,
             int steps, bool obstacle, std::string const& what) {
  SCOPED_TRACE(what);
  using V = typename System::Value;
  using View = Kokkos::View<typename detail::ViewData<T, D>::type, Layout, typename Exec::memory_space>;
  constexpr int M = SystemReference<V, T, D>::M;
  SystemReference<V, T, D> reference(nodes);
  auto const step = System::step();
  reference.width = decltype(step)::radius;
  Grid<D> grid{};
  for (int d = 0; d < D; ++d) {
    auto const a = static_cast<std::size_t>(d);
    grid.nodes[a] = nodes[a];
    grid.spacing[a] = reference.spacing[a] = 0.5 + 0.25 * d;
  }
  for (int m = 0; m < M; ++m)
    detail::for_each_face<D>([&](auto face) {
      reference.rules[static_cast<std::size_t>(m)][static_cast<std::size_t>(face.number)] =
          rule_of(boundary.template face<face.number>(), m);
    });
  auto const mask_at = [=](std::array<long, 3> const& i) {
    return obstacle && (i[0] * 7 + i[1] * 5 + i[2] * 3) % 11 == 4;
  };
  reference.frozen = mask_at;

  auto const layout = [&] {
    if constexpr (D == 1)
      return Layout(static_cast<std::size_t>(nodes[0]));
    else if constexpr (D == 2)
      return Layout(static_cast<std::size_t>(nodes[0]), static_cast<std::size_t>(nodes[1]));
    else
      return Layout(static_cast<std::size_t>(nodes[0]), static_cast<std::size_t>(nodes[1]),
                    static_cast<std::size_t>(nodes[2]));
  }();
  auto const for_nodes = [&](auto const& body) {
    for (long x = 0; x < nodes[0]; ++x)
      for (long y = 0; y < nodes[1]; ++y)
        for (long z = 0; z < nodes[2]; ++z) body(std::array<long, 3>{x, y, z});
  };
  auto const value_of = [](auto const& view, std::array<long, 3> const& i) -> auto& {
    if constexpr (D == 1)
      return view(i[0]);
    else if constexpr (D == 2)
      return view(i[0], i[1]);
    else
      return view(i[0], i[1], i[2]);
  };
  Kokkos::Array<View, M> views;
  Random random(static_cast<std::uint64_t>(nodes[0] * 1000 + nodes[1] * 10 + nodes[2]));
  for (int m = 0; m < M; ++m) {
    auto& view = views[static_cast<std::size_t>(m)];
    view = View("member", layout);
    auto const host = Kokkos::create_mirror_view(view);
    for_nodes([&](std::array<long, 3> const& i) {
      value_of(host, i) = reference.at(m, i) = static_cast<T>(1 + 0.5 * random.value());
    });
    copy_nodes(view, host);
  }
  using MaskView =
      Kokkos::View<typename detail::ViewData<std::uint8_t, D>::type, Layout, typename Exec::memory_space>;
  MaskView mask;
  if (obstacle) {
    mask = MaskView("mask", layout);
    auto const host = Kokkos::create_mirror_view(mask);
    for_nodes([&](std::array<long, 3> const& i) { value_of(host, i) = mask_at(i); });
    copy_nodes(mask, host);
  }

  for (int s = 0; s < steps; ++s)
    std::apply([&](auto const&... stage) { (make_stage(reference, stage, s), ...); }, step.stage);

  tessera::System<V, View> const u(grid, views);
  Exec const exec;
  using StepType = std::remove_const_t<decltype(step)>;
  Stepper<Exec, tessera::System<V, View>, StepType, BoundaryType, SchemeType, MaskView> stepper(
      exec, u, step, boundary, scheme, Clock{}, mask);
  stepper.advance(u, steps / 2); // an odd number of sweeps somewhere
  stepper.advance(u, steps - steps / 2);
  exec.fence();
  long different = 0;
  for (int m = 0; m < M; ++m) {
    auto const host =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, views[static_cast<std::size_t>(m)]);
    for_nodes([&](std::array<long, 3> const& i) {
      T const is = value_of(host, i);
      T const wanted = reference.at(m, i);
      if (std::memcmp(&is, &wanted, sizeof is) == 0) return;
      if (different++ == 0)
        ADD_FAILURE() << "member " << m << " at " << i[0] << ", " << i[1] << ", " << i[2] << ": " << is
                      << ", not " << wanted;
    });
  }
  EXPECT_EQ(different, 0);
}

/// Fills a member's View with numbers that follow from the place, and counts where two Views differ.
template <class View>
struct FillMember {
  View view;
  unsigned member;
  KOKKOS_FUNCTION void operator()(int i, int j) const {
    unsigned const hash =
        (static_cast<unsigned>(i) * 7919u + static_cast<unsigned>(j) * 104729u + member * 31u) * 2654435761u;
    view(i, j) = static_cast<typename View::non_const_value_type>(1) +
                 static_cast<typename View::non_const_value_type>(hash >> 12) *
                     static_cast<typename View::non_const_value_type>(0x1p-21);
  }
};
template <class View>
struct CountDifferent {
  View one, other;
  KOKKOS_FUNCTION void operator()(int i, int j, long& different) const {
    different += one(i, j) != other(i, j) ? 1 : 0;
  }
};

/// Compares a scheme with Direct on a plane that is too large for the reference. A host's is smaller: its
/// schemes take the same ways there.
template <class System, class T, class Layout, class BoundaryType>
void compare_with_direct(std::array<long, 2> nodes, BoundaryType const& boundary, char const* scheme,
                         int steps) {
  SCOPED_TRACE(scheme);
  using V = typename System::Value;
  using View = Kokkos::View<T**, Layout, typename Exec::memory_space>;
  using MaskView = Kokkos::View<std::uint8_t**, Layout, typename Exec::memory_space>;
  if (detail::on_host<Exec>) nodes = {nodes[0] / 10, nodes[1] / 10};
  auto const step = System::step();
  using StepType = std::remove_const_t<decltype(step)>;
  Grid<2> const grid{.nodes = {nodes[0], nodes[1]}, .spacing = {0.5, 0.75}};
  constexpr int M = detail::Apart<V, T>::count;
  Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>> const all({0, 0}, {nodes[0], nodes[1]});
  Kokkos::Array<View, M> by_scheme, by_direct;
  for (auto const& [views, name] : {std::pair{&by_scheme, scheme}, std::pair{&by_direct, Direct::name}}) {
    for (int m = 0; m < M; ++m) {
      auto& view = (*views)[static_cast<std::size_t>(m)] = View("member", nodes[0], nodes[1]);
      Kokkos::parallel_for("fill", all, FillMember<View>{view, static_cast<unsigned>(m)});
    }
    tessera::System<V, View> const u(grid, *views);
    Stepper<Exec, tessera::System<V, View>, StepType, BoundaryType, AnyScheme, MaskView> stepper(
        Exec(), u, step, boundary, AnyScheme{name}, Clock{}, MaskView());
    stepper.advance(u, steps);
  }
  for (int m = 0; m < M; ++m) {
    auto const at = static_cast<std::size_t>(m);
    long different = 0;
    Kokkos::parallel_reduce("compare", all, CountDifferent<View>{by_scheme[at], by_direct[at]}, different);
    EXPECT_EQ(different, 0) << "member " << m << " of " << nodes[0] << " x " << nodes[1];
  }
}

/// By every scheme. Each boundary is compiled for one layout, since it takes a second or two for each; the
/// tests of a system take both layouts, and both precisions, in turn.
template <class System, class T, int D, class Layout, class BoundaryType>
void compare_schemes(std::array<long, 3> const& nodes, BoundaryType const& boundary,
                     std::string const& what) {
  // By name, so that each boundary is compiled once and not for each scheme.
  auto const with = [&](AnyScheme const& scheme, int steps, bool obstacle) {
    compare<System, T, D, Layout>(nodes, boundary, scheme, steps, obstacle,
                                  what + ", " + std::to_string(nodes[0]) + " x " + std::to_string(nodes[1]) +
                                      " x " + std::to_string(nodes[2]) + ", " + scheme.name + " " +
                                      std::to_string(scheme.fused_steps) +
                                      (scheme.tile[0] > 0 ? ", tile" : "") + (obstacle ? ", obstacle" : ""));
  };
  constexpr Tile own = {0, 0, 0};
  for (bool obstacle : {false, true}) {
    with({Direct::name}, 5, obstacle);
    with({Tiled::name}, 3, obstacle);
    if constexpr (D > 1) with({Streaming::name}, 5, obstacle);
    with({Temporal::name}, 21, obstacle);
    with({Temporal::name, own, 2}, 7, obstacle);
    if constexpr (detail::on_host<Exec>) { // a device's tiles have sizes of their own
      Tile const tile = {System::tile, D > 1 ? System::tile + 1 : 0, D > 2 ? System::tile + 2 : 0};
      with({Temporal::name, tile, 3}, 10, obstacle);
      if constexpr (D > 1) with({Streaming::name, tile}, 4, obstacle);
    }
  }
}

} // namespace tessera::test
