// SPDX-License-Identifier: Apache-2.0
// Pieces: an array that is too large to be there at once, as files get it.
#pragma once

#include <functional>
#include <span>

namespace tessera::io {

/// Gives an array piece by piece, in logical row-major order: calls put(values) for pieces of whole planes
/// across axis 0.
template <class T>
using Pieces = std::function<void(std::function<void(std::span<const T>)> const& put)>;

} // namespace tessera::io
