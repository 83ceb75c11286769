// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/equation/face_condition.hpp>

namespace tessera {

/// A side of a box for waves, its kind chosen at run time. Beside the kinds of FaceCondition there is the
/// rigid side, on which u = 0: Antisymmetric, a mirror that changes the sign, for a stencil of any radius:
///
///     -u2 -u1 | 0 u1 u2 . . .
///
/// The node on the side follows the formula, which leaves an exact zero a zero. A Fixed side keeps a frame as
/// wide as the radius instead.
template <int D, class MemorySpace>
using WaveFace = OneOf<Fixed, PrescribedInTime<D, MemorySpace>, NeumannInTime<D, MemorySpace>, ZeroGradient,
                       Periodic, Antisymmetric>;

} // namespace tessera
