// SPDX-License-Identifier: Apache-2.0
// How far the stages of a step read, as a schedule and tiles need to know it.
#pragma once

#include <tessera/scheme/detail/system/schedule.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <algorithm>
#include <tuple>
#include <vector>

namespace tessera::detail {

/// How far a stage reads along each axis, with what it needs of images at closed faces: a read m nodes beyond
/// a face is an image of a node inside, on the other side of the node. A face that sets all that the stage
/// writes needs no image.
template <class Rules>
StageReach reach_of_stage(Rules const& rules) {
  StageReach reach;
  for (int a = 0; a < Rules::dimension; ++a) {
    int const below = Rules::below(a), above = Rules::above(a);
    auto const images = [&](int side) {
      EdgeKind const kind = rules.edge_kind(a, side);
      return kind == EdgeKind::image || kind == EdgeKind::mixed ||
             (Rules::reads_both_sides && kind != EdgeKind::open);
    };
    // An image of a staggered member lies one node further inside.
    reach.halo_below[a] = below;
    reach.halo_above[a] = above;
    reach.below[a] = images(1) ? std::max(below, above + rules.beyond(a)) : below;
    reach.above[a] = images(0) ? std::max(below, above) : above;
  }
  reach.near = Rules::near;
  reach.writes = Rules::writes;
  return reach;
}

/// The same of all stages of a step.
template <class... Rules>
std::vector<StageReach> reaches_of(std::tuple<Rules...> const& rules) {
  return std::apply([](auto const&... stage) { return std::vector<StageReach>{reach_of_stage(stage)...}; },
                    rules);
}

/// How far the stages of a step read where no face is near.
template <class... Rules>
std::vector<StageReach> reaches_without_images(std::tuple<Rules...> const&) {
  auto const one = []<class Stage>(std::type_identity<Stage>) {
    StageReach reach;
    for (int a = 0; a < Stage::dimension; ++a) {
      reach.below[a] = reach.halo_below[a] = Stage::below(a);
      reach.above[a] = reach.halo_above[a] = Stage::above(a);
    }
    reach.near = Stage::near;
    reach.writes = Stage::writes;
    return reach;
  };
  return {one(std::type_identity<Rules>{})...};
}

} // namespace tessera::detail
