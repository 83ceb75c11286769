// SPDX-License-Identifier: Apache-2.0
// colour_of(): the colour maps of pictures.
#pragma once

#include <tessera/io/picture.hpp>

namespace tessera::io {

/// A colour of the perceptually uniform map "viridis" (public domain), from 0 (dark violet) to 1 (yellow), or
/// of Moreland's diverging map "cool to warm", ParaView's, from 0 (blue) over 0.5 (light grey) to 1 (red);
/// each as nine anchors with linear interpolation between them. Positions outside [0, 1] get the colour of
/// the nearer end; NaN is grey.
Colour colour_of(double position, ColourMap map = ColourMap::viridis);

} // namespace tessera::io
