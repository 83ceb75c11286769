// SPDX-License-Identifier: Apache-2.0
// Whether this build checks bounds.
#pragma once

namespace tessera::detail {

/// Whether the build looks for formulas that break their promises, such as reads outside of the declared
/// pattern (the CMake option TESSERA_BOUNDS_CHECK).
#ifdef TESSERA_BOUNDS_CHECK
inline constexpr bool checks_bounds = true;
#else
inline constexpr bool checks_bounds = false;
#endif

} // namespace tessera::detail
