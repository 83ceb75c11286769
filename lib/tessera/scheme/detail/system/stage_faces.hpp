// SPDX-License-Identifier: Apache-2.0
// What the stages of a step do to the nodes at faces, as tiles in registers ask it.
#pragma once

#include <tessera/scheme/detail/system/images_in_tile.hpp>
#include <tessera/scheme/detail/system/stage_edges.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>

namespace tessera::detail {

/// A bit for each stage: whether it leaves all nodes at faces as they are, and whether it does so once it has
/// set them. Nodes at faces beyond which tiles hold images do not count.
struct StageFaces {
  unsigned keeps = 0, settles = 0;

  template <class... Rules>
  explicit StageFaces(StageList<Rules...> const& stages) {
    stages.for_each([&](auto const& stage, int number, bool) {
      StageEdges const edges(stage);
      if (edges.beyond[0] + edges.beyond[1] > 0) return;
      if (edges.freeze_all ||
          (tiles_hold_images<Rules...> && all_faces<Rules...>(stage, [](FaceTraits p) { return p.frozen; })))
        keeps |= 1u << number;
      if (all_faces<Rules...>(stage, [](FaceTraits p) { return p.frozen || p.constant_in_time; }))
        settles |= 1u << number;
    });
  }

private:
  /// Whether holds(traits) is true of all closed faces without images.
  template <class... All, class Stage, class Holds>
  static bool all_faces(Stage const& stage, Holds const& holds) {
    bool all = true;
    for (int a = 0; a < Stage::dimension; ++a)
      for (int side = 0; side < 2; ++side) {
        if (stage.domain.open[a][side]) continue;
        if constexpr (tiles_hold_images<All...>)
          if (ImagesInTile<Stage>(stage).beyond(a, side)) continue;
        all &= holds(traits_of<Stage::dimension>(stage.boundary, 2 * Stage::Order::memory_axis(a) + side));
      }
    return all;
  }
};

} // namespace tessera::detail
