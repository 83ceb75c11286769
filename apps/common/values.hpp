// SPDX-License-Identifier: Apache-2.0
// What a ValueSpec says, as numbers on the nodes.
#pragma once

#include <optional>

#include "geometry.hpp"

namespace tessera::app {

/// One value per node in logical row-major order.
/// \param what names the field in errors: "the initial field"
/// \throws InvalidInput if a file does not fit, or a value is not finite (naming the node)
std::vector<double> values_on_grid(ValueSpec const& spec, Geometry const& geometry, std::string const& what);

/// Throws InvalidInput naming the first node whose value is not finite.
void require_finite(std::vector<double> const& values, Geometry const& geometry, std::string const& what);

/// One value per node of a face (see face_names), the remaining axes in their order.
std::vector<double> values_on_face(ValueSpec const& spec, Geometry const& geometry, std::size_t face);

/// One byte per node, 1 where the value is not zero. Integer datasets are taken as well as floating-point ones.
std::vector<std::uint8_t> mask_on_grid(ValueSpec const& spec, Geometry const& geometry);

/// The shape of the file behind it, where there is one.
std::optional<io::Shape> shape_of(ValueSpec const& spec);

/// The value in words that tell two different ones apart, for the fingerprint of a problem: an expression as it
/// stands, a file by the hash of its data.
std::string description(ValueSpec const& spec, std::vector<double> const& values);

} // namespace tessera::app
