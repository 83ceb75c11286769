// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/device/check_cuda.hpp>
#include <tessera/distributed/cuda/devices.hpp>

#include <cstring>
#include <cuda_runtime.h>

namespace tessera {

std::vector<DeviceOfRank> devices_of(Ranks const& ranks) {
  DeviceOfRank mine;
  ranks.agree([&] {
    int device = 0, length = 0;
    detail::check_cuda(cudaGetDevice(&device), "the device of this rank");
    detail::check_cuda(cudaDeviceGetPCIBusId(mine.bus.data(), static_cast<int>(mine.bus.size()), device),
                       "the device of this rank");
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    MPI_Get_processor_name(name.data(), &length);
    std::strncpy(mine.machine.data(), name.data(), mine.machine.size() - 1);
  });
  return ranks.gather(mine);
}

std::string shared_devices(Ranks const& ranks) {
  auto const all = devices_of(ranks);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (all[i].bus == all[j].bus && all[i].machine == all[j].machine)
        return detail::text("ranks ", j, " and ", i, " share the GPU at ", all[i].bus.data(), " of ",
                            all[i].machine.data());
  return {};
}

} // namespace tessera
