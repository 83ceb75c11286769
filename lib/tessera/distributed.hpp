// SPDX-License-Identifier: Apache-2.0
// Everything for a grid that ranks share; link Tessera::distributed.
#pragma once

#include <tessera/distributed/cut.hpp>
#include <tessera/distributed/gather.hpp>
#include <tessera/distributed/halo_exchange.hpp>
#include <tessera/distributed/launch.hpp>
#include <tessera/distributed/mpi/ranks.hpp>
#include <tessera/distributed/mpi/session.hpp>
#include <tessera/distributed/mpi/transport.hpp>
#include <tessera/distributed/reduce.hpp>
#include <tessera/distributed/system_blocks.hpp>
#include <tessera/distributed/system_exchange.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <tessera/distributed/cuda/devices.hpp>
#include <tessera/distributed/cuda/peer_transport.hpp>
#endif
#if defined(TESSERA_HAS_NCCL)
#include <tessera/distributed/nccl/transport.hpp>
#endif
