// SPDX-License-Identifier: Apache-2.0
// Loops over all schemes of the library, with parameters that suit the small grids of tests.
#pragma once

#include <tessera/tessera.hpp>

#include <type_traits>

#include "support/memory.hpp"

namespace tessera::test {

/// Calls body(scheme) with each scheme that can step fields of T by this stencil, all parameters at their
/// defaults.
template <class StencilType, class T, class Body>
void for_each_default_scheme(Body const& body) {
  Schemes::for_each([&](auto scheme) {
    if constexpr (detail::can_step<decltype(scheme), Exec, StencilType, T>) body(scheme);
  });
}

/// Calls body(name, scheme) with each of these schemes, with tiles that fit several times into grids of a few
/// tens of nodes.
template <class StencilType, class T = double, class Body>
void for_each_scheme(Body const& body) {
  constexpr int D = StencilType::reads.dimension, R = StencilType::reads.radius;
  for_each_default_scheme<StencilType, T>([&](auto scheme) {
    using SchemeType = decltype(scheme);
    int reach = R;
    if constexpr (takes_fused_steps<SchemeType>) {
      scheme.fused_steps = 4;
      reach *= scheme.fused_steps;
    }
    if constexpr (takes_tile<SchemeType> && detail::on_host<Exec>) {
      scheme.tile = {2 * reach + 11, 2 * reach + 6, 2 * reach + 5};
      for (int a = D; a < 3; ++a) scheme.tile[a] = 0;
    } else if constexpr (std::is_same_v<SchemeType, Tiled>) {
      scheme.tile = {2 * reach + 11, 0, 0};
    }
    body(SchemeType::name, scheme);
  });
}

} // namespace tessera::test
