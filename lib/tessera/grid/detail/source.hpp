// SPDX-License-Identifier: Apache-2.0
// A Source answers a formula's reads: it returns the value at an offset (x, y, z) from its node.
#pragma once

namespace tessera::detail {

/// Whether a Source finds neighbours by address, so that offsets need not be compile-time constants.
template <class Source>
inline constexpr bool reads_memory = false;
template <class Source>
requires requires { Source::of_memory; }
inline constexpr bool reads_memory<Source> = Source::of_memory;

} // namespace tessera::detail
