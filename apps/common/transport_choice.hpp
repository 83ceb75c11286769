// SPDX-License-Identifier: Apache-2.0
// Which way a run's messages between ranks take.
#pragma once

#include <tessera/distributed.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace tessera::app {

/// The ways that this program knows, in the order in which they are taken.
inline constexpr char const* transport_names[] = {
#if defined(KOKKOS_ENABLE_CUDA)
    "peer",
#if defined(TESSERA_HAS_NCCL)
    "nccl",
#endif
#endif
    "mpi"};

/// The way that the environment's TESSERA_TRANSPORT names; empty: the first that these ranks can take. All
/// ranks have to name the same. Collective. \throws InvalidInput, on all ranks, for a name that this program
/// does not know
inline std::string asked_transport(Ranks const& ranks) {
  char const* const named = std::getenv("TESSERA_TRANSPORT");
  std::string const name = named == nullptr ? "" : named;
  ranks.expect_same("TESSERA_TRANSPORT", name);
  ranks.agree([&] {
    std::string known;
    for (char const* one : transport_names) {
      if (name.empty() || name == one) return;
      known += (known.empty() ? "" : ", ") + std::string(one);
    }
    throw InvalidInput(detail::text("TESSERA_TRANSPORT is '", name, "'; this program has: ", known));
  });
  return name;
}

/// Calls body(transport) with the way that was asked for, else with the fastest: between GPUs that can access
/// each other's memory, by NCCL, through the host. Collective.
/// \throws InvalidInput, on all ranks, if these ranks can't take the way that was asked for
template <class Body>
auto with_transport(Ranks const& ranks, Body const& body) {
  std::string const name = asked_transport(ranks);
#if defined(KOKKOS_ENABLE_CUDA)
  auto const shared = shared_devices(ranks);
  static bool said = false; // a run has several fields
  if (!shared.empty() && name.empty() && ranks.first() && !std::exchange(said, true))
    std::fprintf(stderr,
                 "warning: %s, so messages go through the host (start as many ranks as there are GPUs)\n",
                 shared.c_str());
  if (name == "peer" || (name.empty() && shared.empty() && PeerTransport::refusal(ranks).empty()))
    return body(PeerTransport(ranks));
#if defined(TESSERA_HAS_NCCL)
  if (name == "nccl" || (name.empty() && shared.empty())) return body(NcclTransport(ranks));
#endif
#endif
  return body(MpiTransport(ranks));
}

} // namespace tessera::app
