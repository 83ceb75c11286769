// SPDX-License-Identifier: Apache-2.0
// Which GPUs the ranks of a job have.
#pragma once

#include <tessera/distributed/mpi/ranks.hpp>

#include <array>

namespace tessera {

/// The GPU that a rank uses, and the machine in which it is.
struct DeviceOfRank {
  std::array<char, 32> bus{};      ///< its address on the machine's bus
  std::array<char, 128> machine{}; ///< the machine's name
};

/// The current CUDA device of every rank, by rank. Collective; Kokkos has to be initialised.
std::vector<DeviceOfRank> devices_of(Ranks const& ranks);

/// Two ranks that use the same GPU, in words: "ranks 0 and 2 share the GPU at 0000:04:00.0 of node7". Empty
/// if each rank has a GPU of its own. Collective.
std::string shared_devices(Ranks const& ranks);

} // namespace tessera
