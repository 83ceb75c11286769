// SPDX-License-Identifier: Apache-2.0
// From the user's options to the source of the waves.
#pragma once

#include "setup.hpp"

namespace tessera::maxwell {

/// Whether a component of E is 0 at a node for the sake of walls. In three dimensions it lies half a spacing
/// beyond its node along its own axis, so the last one is beyond the wall.
bool e_is_kept(int direction, app::Geometry const& g, std::array<bool, 3> const& walled,
               app::NodeIndex const& node);

/// Makes the source that the options ask for, if any. Walls, conductors and layers are known by then.
/// \throws InvalidInput where nothing can be driven, or not in that direction, or waves would not be plane
void prepare_source(app::Options const& options, Settings const& settings, Prepared& prepared);

} // namespace tessera::maxwell
