// SPDX-License-Identifier: Apache-2.0
// Streaming: a slice of the field marches along the slow axis (2.5D, Micikevicius 2009), a queue of planes with it.
#pragma once

#include <tessera/scheme/detail/streaming/plan.hpp>

namespace tessera {

struct Streaming {
  static constexpr char const* name = "streaming";
  Tile tile = {0, 0, 0}; ///< nodes per axis, halo included, unit-stride axis first; 0: default of the backend

  template <class Exec, class Rules>
  using Plan = detail::StreamingPlan<Exec, Rules>;
};

} // namespace tessera
