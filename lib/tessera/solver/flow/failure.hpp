// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/core/error.hpp>

namespace tessera {

/// What Flow throws where a flow can't go on: it is not finite, or Poisson's equation does not converge.
/// Ranks that share the flow all throw it, with the same words.
class FlowFailure : public RunFailure {
public:
  using RunFailure::RunFailure;
};

} // namespace tessera
