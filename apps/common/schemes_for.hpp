// SPDX-License-Identifier: Apache-2.0
// The schemes that can step what a program computes.
#pragma once

#include <tessera/scheme/schemes.hpp>

#include <string>
#include <type_traits>
#include <vector>

namespace tessera::app {

/// Names of the schemes that have a way to step fields of T by this stencil on the programs' device.
template <class StencilType, class T>
std::vector<std::string> schemes_for() {
  std::vector<std::string> names;
  Schemes::for_each([&](auto const& scheme) {
    using S = std::remove_cvref_t<decltype(scheme)>;
    if (detail::can_step<S, Kokkos::DefaultExecutionSpace, StencilType, T>) names.emplace_back(S::name);
  });
  return names;
}

} // namespace tessera::app
