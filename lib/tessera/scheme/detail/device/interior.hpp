// SPDX-License-Identifier: Apache-2.0
// The middle of a domain, whose nodes read nothing beyond what memory holds. Around it are slabs a few nodes deep, whose
// nodes are updated with care one by one. Where a kernel knows how, the middle reaches to faces that keep their nodes, and
// around a ring along the rows.
#pragma once

#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

struct Middle {
  Box3 middle, plain; // plain: where the formula holds; other nodes of the middle keep their value
};

/// The middle. `far`: it reaches to faces that keep their nodes. Of those that are left to it none is near any other kind
/// of face, so that it does not matter which face wins. `reach`: columns that are read beside a pack; a halo that is
/// narrower does not serve.
template <bool far, class Rules>
Middle middle_of(Rules const& rules, Index reach) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  Box3 middle = d.whole();
  for (int a = 0; a < Rules::dimension; ++a) {
    middle.lower[a] = max(0, d.readable.lower[a] + R);
    middle.upper[a] = min(d.nodes[a], d.readable.upper[a] - R);
  }
  if (d.readable.lower[0] > -reach) middle.lower[0] = R;
  if (d.readable.upper[0] < d.nodes[0] + reach) middle.upper[0] = d.nodes[0] - R;
  Box3 plain = middle;
  if constexpr (far) {
    for (int a = 0; a < Rules::dimension; ++a) {
      if (rules.promise_at(a, 0).keeps) middle.lower[a] = 0;
      if (rules.promise_at(a, 1).keeps) middle.upper[a] = d.nodes[a];
    }
    if (d.wraps[0]) {
      middle.lower[0] = plain.lower[0] = 0;
      middle.upper[0] = plain.upper[0] = d.nodes[0];
    }
  }
  return {middle, plain};
}

} // namespace tessera::detail
