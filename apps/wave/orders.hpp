// SPDX-License-Identifier: Apache-2.0
// The orders in space that the program offers: the CMake option TESSERA_WAVE_ORDERS.
#pragma once

#include <utility>

namespace tessera::wave {

inline constexpr int default_order = 8;
inline constexpr int orders[] = {TESSERA_WAVE_ORDERS};
using Orders = std::integer_sequence<int, TESSERA_WAVE_ORDERS>;

} // namespace tessera::wave
