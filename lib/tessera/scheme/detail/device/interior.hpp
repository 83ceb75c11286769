// SPDX-License-Identifier: Apache-2.0
// The middle of a domain, whose nodes read nothing beyond what memory holds. Around it are slabs a few nodes deep, whose
// nodes are updated with care one by one. Where a kernel knows how, the middle reaches to faces that keep their nodes, and
// around a ring along the rows.
#pragma once

#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

struct Interior {
  Box3 interior, plain; // plain: where the formula holds; other nodes of the middle keep their value
};

/// The middle. `far`: it reaches to faces that keep their nodes. Of those that are left to it none is near any other kind
/// of face, so that it does not matter which face wins. `reach`: columns that are read beside a pack; a halo that is
/// narrower does not serve.
template <bool far, class Rules>
Interior interior_of(Rules const& rules, Index reach) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  Box3 interior = d.whole();
  for (int a = 0; a < Rules::dimension; ++a) {
    interior.lower[a] = max(0, d.readable.lower[a] + R);
    interior.upper[a] = min(d.nodes[a], d.readable.upper[a] - R);
  }
  if (d.readable.lower[0] > -reach) interior.lower[0] = R;
  if (d.readable.upper[0] < d.nodes[0] + reach) interior.upper[0] = d.nodes[0] - R;
  Box3 plain = interior;
  if constexpr (far) {
    for (int a = 0; a < Rules::dimension; ++a) {
      if (rules.traits_at(a, 0).frozen) interior.lower[a] = 0;
      if (rules.traits_at(a, 1).frozen) interior.upper[a] = d.nodes[a];
    }
    if (d.wraps[0]) {
      interior.lower[0] = plain.lower[0] = 0;
      interior.upper[0] = plain.upper[0] = d.nodes[0];
    }
  }
  return {interior, plain};
}

} // namespace tessera::detail
