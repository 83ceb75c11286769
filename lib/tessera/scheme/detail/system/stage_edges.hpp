// SPDX-License-Identifier: Apache-2.0
// What the nodes near the sides of the domain get from a stage.
#pragma once

#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

/// The edge kinds of a stage on all sides of the domain.
struct StageEdges {
  EdgeKind kind[3][2];
  int beyond[3]; // values at the upper sides that reads answer by images, see StageRules::beyond
  bool freeze_all =
      true; // whether all closed sides freeze their nodes, so that it does not matter which one does

  template <class Rules>
  explicit StageEdges(Rules const& rules) {
    for (int a = 0; a < 3; ++a)
      for (int side = 0; side < 2; ++side)
        kind[a][side] = a < Rules::dimension ? rules.edge_kind(a, side) : EdgeKind::open;
    for (int a = 0; a < 3; ++a) beyond[a] = a < Rules::dimension ? rules.beyond(a) : 0;
    for (auto const& axis : kind)
      for (EdgeKind const one : axis) freeze_all &= one == EdgeKind::open || one == EdgeKind::frozen;
  }
};

} // namespace tessera::detail
