// SPDX-License-Identifier: Apache-2.0
// The limit of an exchange: how fast a copy of as many bytes goes from one device to another.
#pragma once

#include <cstddef>

namespace tessera::perf {

/// Seconds that a copy of so many bytes takes, each of many in a row, from this rank's GPU to that of
/// another; on a host from memory to memory, by one thread. 0 if there is no other GPU, or none that can be
/// reached.
double seconds_of_copy(std::size_t bytes, int other_device);

} // namespace tessera::perf
