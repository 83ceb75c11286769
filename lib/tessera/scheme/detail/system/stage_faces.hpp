// SPDX-License-Identifier: Apache-2.0
// What the stages of a step do to the nodes at faces, as tiles in registers ask it.
#pragma once

#include <tessera/scheme/detail/system/stage_edges.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>

namespace tessera::detail {

/// A bit for each stage: whether it leaves all nodes at faces as they are, and whether it does so once it has
/// set them.
struct StageFaces {
  unsigned keeps = 0, settles = 0;

  template <class... Rules>
  explicit StageFaces(StageList<Rules...> const& stages) {
    stages.for_each([&](auto const& stage, int number, bool) {
      StageEdges const edges(stage);
      if (edges.beyond[0] + edges.beyond[1] > 0) return;
      if (edges.freeze_all) keeps |= 1u << number;
      if (values_are_constant(stage)) settles |= 1u << number;
    });
  }

private:
  /// Whether all closed faces set values that never change.
  template <class Stage>
  static bool values_are_constant(Stage const& stage) {
    bool all = true;
    for (int a = 0; a < Stage::dimension; ++a)
      for (int side = 0; side < 2; ++side) {
        if (stage.domain.open[a][side]) continue;
        FaceTraits const traits =
            traits_of<Stage::dimension>(stage.boundary, 2 * Stage::Order::memory_axis(a) + side);
        all &= traits.frozen || traits.constant_in_time;
      }
    return all;
  }
};

} // namespace tessera::detail
