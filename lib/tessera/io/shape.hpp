// SPDX-License-Identifier: Apache-2.0
// Shape: the extents of an array.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tessera::io {

/// Extents of an array in logical order, axis 0 first. Arrays that are passed to io are row-major: the last
/// index runs fastest, whatever the layout of the View that they come from.
using Shape = std::vector<std::size_t>;

/// Number of elements; 1 for the empty shape (a scalar).
/// \throws InvalidInput if the product does not fit std::size_t
std::size_t element_count(Shape const& shape);

/// The shape in words: "37 x 53", or "scalar".
std::string to_string(Shape const& shape);

} // namespace tessera::io
