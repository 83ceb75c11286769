// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/io/picture.hpp>

namespace tessera::io {

/// The perceptually even map "viridis" (public domain), from 0 (dark violet) to 1 (yellow), as nine anchors with
/// straight lines between. Outside [0, 1] the ends are kept; NaN is grey.
Colour colour_of(double position);

} // namespace tessera::io
