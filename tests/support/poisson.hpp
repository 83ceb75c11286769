// SPDX-License-Identifier: Apache-2.0
// What tests of Poisson's equation share.
#pragma once

#include <tessera/solver/poisson/ends.hpp>

#include <cmath>
#include <numbers>
#include <string>

#include "support/node_views.hpp"

namespace tessera::test {

template <int D>
std::string text(PoissonEnds<D> const& ends) {
  std::string joined;
  for (auto end : ends) joined += std::string(joined.empty() ? "" : " ") + name_of(end);
  return joined;
}

} // namespace tessera::test
