// SPDX-License-Identifier: Apache-2.0
// What answers a formula's reads: a Source gives the value at an offset (x, y, z) from its node.
#pragma once

namespace tessera::detail {

/// Whether a Source finds neighbours by address, so that offsets need not be known while compiling.
template <class Source>
inline constexpr bool reads_memory = false;
template <class Source>
requires requires { Source::of_memory; }
inline constexpr bool reads_memory<Source> = Source::of_memory;

} // namespace tessera::detail
