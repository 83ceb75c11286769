// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tessera::detail {

/// Whether the build looks for formulas that break their promises (the CMake option TESSERA_BOUNDS_CHECK).
#ifdef TESSERA_BOUNDS_CHECK
inline constexpr bool checks_bounds = true;
#else
inline constexpr bool checks_bounds = false;
#endif

} // namespace tessera::detail
