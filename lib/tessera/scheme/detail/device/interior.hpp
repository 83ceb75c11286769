// SPDX-License-Identifier: Apache-2.0
// The interior of a domain: the nodes that read nothing beyond what memory holds. Around it lie slabs a few
// nodes deep, whose nodes get the general update one by one. The interior extends to faces whose nodes are
// frozen, and around a periodic axis along the rows.
#pragma once

#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

struct Interior {
  Box3 interior, by_formula; // by_formula: where the formula holds; other nodes of the interior are frozen
};

/// The interior of the domain. It takes in no frozen node that is near a face of another kind which sets
/// nodes, so that it does not matter which face sets the node. `reach`: columns that are read beside a pack;
/// a narrower halo is not read, and the interior ends R nodes before it. `held`: where a face sets what does
/// not change in time, the levels hold it, so that its nodes count as frozen (Levels::holds_constants).
template <class Rules>
Interior interior_of(Rules const& rules, Index reach, bool held = false) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  Box3 interior = d.whole();
  for (int a = 0; a < Rules::dimension; ++a) {
    interior.lower[a] = max(0, d.readable.lower[a] + R);
    interior.upper[a] = min(d.nodes[a], d.readable.upper[a] - R);
  }
  if (d.readable.lower[0] > -reach) interior.lower[0] = R;
  if (d.readable.upper[0] < d.nodes[0] + reach) interior.upper[0] = d.nodes[0] - R;
  Box3 by_formula = interior;
  for (int a = 0; a < Rules::dimension; ++a) {
    auto const frozen = [&](int side) {
      FaceTraits const traits = rules.traits_at(a, side);
      return traits.frozen || (held && traits.constant_in_time);
    };
    if (frozen(0)) interior.lower[a] = 0;
    if (frozen(1)) interior.upper[a] = d.nodes[a];
  }
  if (d.wraps[0]) {
    interior.lower[0] = by_formula.lower[0] = 0;
    interior.upper[0] = by_formula.upper[0] = d.nodes[0];
  }
  return {interior, by_formula};
}

} // namespace tessera::detail
