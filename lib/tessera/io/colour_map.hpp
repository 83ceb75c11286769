// SPDX-License-Identifier: Apache-2.0
// colour_of(): the colour map of pictures.
#pragma once

#include <tessera/io/picture.hpp>

namespace tessera::io {

/// The perceptually uniform map "viridis" (public domain), from 0 (dark violet) to 1 (yellow), as nine
/// anchors with linear interpolation between them. Positions outside [0, 1] get the colour of the nearer end;
/// NaN is grey.
Colour colour_of(double position);

} // namespace tessera::io
