// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/device/check_cuda.hpp>
#include <tessera/core/device/flags.hpp>
#include <tessera/distributed/cuda/devices.hpp>
#include <tessera/distributed/cuda/peer_transport.hpp>
#include <tessera/distributed/detail/wait_watch.hpp>
#include <tessera/distributed/mpi/check.hpp>

#include <algorithm>
#include <cuda_runtime.h>

namespace tessera {

namespace {

constexpr int tag = 2;

using detail::check_cuda;
using detail::Flag;
using detail::Flags;

Index padded(Index bytes) { return (bytes + 255) / 256 * 256; }

} // namespace

std::string PeerTransport::refusal(Ranks const& ranks) {
  auto const all = devices_of(ranks);
  std::string why = shared_devices(ranks);
  int mine = 0, other = 0, can = 0;
  for (std::size_t r = 0; r < all.size() && why.empty(); ++r) {
    if (all[r].machine != all[0].machine)
      why = detail::text("rank ", r, " is on ", all[r].machine.data(), ", rank 0 on ", all[0].machine.data());
    else if (static_cast<int>(r) != ranks.rank() &&
             (cudaGetDevice(&mine) != cudaSuccess ||
              cudaDeviceGetByPCIBusId(&other, all[r].bus.data()) != cudaSuccess ||
              cudaDeviceCanAccessPeer(&can, mine, other) != cudaSuccess || can == 0))
      why = detail::text("the GPU of rank ", ranks.rank(), " can't access that of rank ", r);
  }
  static_cast<void>(cudaGetLastError()); // a refusal is no error of what follows
  return ranks.any(!why.empty()) && why.empty() ? "GPUs of other ranks can't access each other" : why;
}

PeerTransport::PeerTransport(Ranks const& ranks, std::chrono::seconds patience)
    : ranks_(ranks), patience_(patience) {
  auto const why = refusal(ranks);
  ranks.agree([&] {
    if (!why.empty())
      throw InvalidInput(
          detail::text("peer access: ", why, " (use tessera::NcclTransport or tessera::MpiTransport)"));
  });
}

/// What one channel holds: in this rank's memory the flags that its peers raise, then two places for each
/// message that comes in; and the same memory of its peers, as this process sees it.
struct PeerTransport::Channel::Memory {
  Ranks ranks;
  std::byte* own = nullptr;
  std::vector<std::byte*> opened{}; // of the peers, by message that goes out
  std::vector<std::byte*> targets[places]{}, sources[places]{};
  detail::ExchangeFlags flags{}; // of the exchange that was started last
  std::vector<int> peers{};      // by message that comes in
  std::string what = "a field";
  std::chrono::seconds patience;
  std::shared_ptr<void> watched{};

  Memory(Ranks const& all, std::chrono::seconds longest) : ranks(all), patience(longest) {}

  /// What the GPU awaits now, as it has told the host.
  std::optional<detail::DeviceWait> awaited() const {
    auto const read = [this](std::size_t i) { return *static_cast<Flag const volatile*>(flags.seen + i); };
    auto const number = read(0);
    std::string missing;
    for (std::size_t i = 0; i < peers.size(); ++i)
      if (read(1 + i) < number) missing += detail::text(missing.empty() ? "rank " : ", ", peers[i]);
    if (missing.empty()) return {};
    return detail::DeviceWait{number, detail::text(missing, " in exchange ", number, " of ", what)};
  }
  Memory(Memory const&) = delete;
  Memory& operator=(Memory const&) = delete;
  ~Memory() {
    cudaDeviceSynchronize();
    watched.reset();
    cudaFreeHost(flags.seen);
    for (auto* peer : opened) cudaIpcCloseMemHandle(peer);
    cudaFree(own);
  }
};

int PeerTransport::Channel::place() const { return static_cast<int>(memory_->flags.number % places); }
std::byte* PeerTransport::Channel::target(int place, std::size_t i) const {
  return memory_->targets[place][i];
}
std::byte* PeerTransport::Channel::source(int place, std::size_t i) const {
  return memory_->sources[place][i];
}

void PeerTransport::Channel::carries(std::string const& what) {
  if (memory_->flags.seen == nullptr) return;
  memory_->what = what;
  memory_->watched = detail::watch_waits([memory = memory_.get()] { return memory->awaited(); },
                                         memory_->patience, memory_->ranks.rank());
}

detail::ExchangeFlags PeerTransport::Channel::next(bool awaits) {
  ++memory_->flags.number;
  auto flags = memory_->flags;
  if (!awaits) flags.awaited.count = 0;
  return flags;
}

void PeerTransport::Channel::wait(void* stream) {
  detail::await_flags(memory_->flags.awaited, memory_->flags.number, memory_->flags.seen,
                      static_cast<cudaStream_t>(stream));
  check_launch();
}

void PeerTransport::Channel::check_launch() const {
  if (cudaError_t const error = cudaGetLastError(); error != cudaSuccess)
    memory_->ranks.abort(detail::text("a halo message failed: ", cudaGetErrorString(error)));
}

PeerTransport::Channel PeerTransport::open(std::span<Message const> out, std::span<Message const> in) const {
  /// Where a sender finds its places in the receiver's memory.
  struct Place {
    Index flag, message[Channel::places];
  };
  auto memory = std::make_shared<Channel::Memory>(ranks_, patience_);
  std::vector<Place> mine, theirs(out.size());
  cudaIpcMemHandle_t handle{};
  ranks_.agree([&] {
    auto const peers = [](std::span<Message const> messages) {
      std::vector<int> list;
      for (auto const& m : messages) list.push_back(m.peer);
      std::sort(list.begin(), list.end());
      return list;
    };
    if (peers(out) != peers(in))
      throw InvalidInput(
          "peer access: messages that go one way only between two ranks (use tessera::NcclTransport "
          "or tessera::MpiTransport)");
    if (in.size() > Flags::most)
      throw InvalidInput(
          detail::text("peer access: ", in.size(), " neighbours of a block; it takes ", Flags::most));
    Index const counter = static_cast<Index>(in.size() * sizeof(Flag)); // of teams
    Index bytes = padded(counter + static_cast<Index>(sizeof(unsigned)));
    for (std::size_t i = 0; i < in.size(); ++i) {
      Place place{static_cast<Index>(i * sizeof(Flag)), {}};
      for (auto& at : place.message) {
        at = bytes;
        bytes += padded(in[i].values * static_cast<Index>(in[i].value_bytes));
      }
      mine.push_back(place);
    }
    // A handle is that of whole blocks of 2 MiB, so an allocation takes whole ones.
    bytes = (bytes + (Index{1} << 21) - 1) >> 21 << 21;
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&memory->own), static_cast<std::size_t>(bytes)),
               "memory for halos");
    check_cuda(cudaMemset(memory->own, 0, static_cast<std::size_t>(bytes)), "memory for halos is cleared");
    check_cuda(cudaDeviceSynchronize(), "memory for halos is cleared");
    memory->flags.teams = reinterpret_cast<unsigned*>(memory->own + counter);
    check_cuda(cudaIpcGetMemHandle(&handle, memory->own), "a handle of memory for halos");
  });
  auto const handles = ranks_.gather(handle);

  MPI_Comm const comm = ranks_.communicator();
  std::vector<MPI_Request> requests(in.size() + out.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    detail::check_mpi(comm,
                      MPI_Irecv(&theirs[i], sizeof(Place), MPI_BYTE, out[i].peer, tag, comm, &requests[i]),
                      "MPI_Irecv");
  for (std::size_t i = 0; i < in.size(); ++i)
    detail::check_mpi(
        comm, MPI_Isend(&mine[i], sizeof(Place), MPI_BYTE, in[i].peer, tag, comm, &requests[out.size() + i]),
        "MPI_Isend");
  detail::check_mpi(comm,
                    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
                    "MPI_Waitall");

  ranks_.agree([&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      void* peer = nullptr;
      check_cuda(cudaIpcOpenMemHandle(&peer, handles[static_cast<std::size_t>(out[i].peer)],
                                      cudaIpcMemLazyEnablePeerAccess),
                 "memory of another rank");
      memory->opened.push_back(static_cast<std::byte*>(peer));
      for (int p = 0; p < Channel::places; ++p)
        memory->targets[p].push_back(memory->opened[i] + theirs[i].message[p]);
      memory->flags.raised.of[i] = reinterpret_cast<Flag*>(memory->opened[i] + theirs[i].flag);
    }
    for (std::size_t i = 0; i < in.size(); ++i) {
      for (int p = 0; p < Channel::places; ++p)
        memory->sources[p].push_back(memory->own + mine[i].message[p]);
      memory->flags.awaited.of[i] = reinterpret_cast<Flag*>(memory->own + mine[i].flag);
    }
    memory->flags.raised.count = static_cast<int>(out.size());
    memory->flags.awaited.count = static_cast<int>(in.size());
    if (patience_.count() == 0 || in.empty()) return;
    for (auto const& message : in) memory->peers.push_back(message.peer);
    std::size_t const bytes = (1 + in.size()) * sizeof(Flag);
    check_cuda(cudaHostAlloc(reinterpret_cast<void**>(&memory->flags.seen), bytes,
                             cudaHostAllocPortable | cudaHostAllocMapped),
               "memory of the host for what is awaited");
    std::fill_n(memory->flags.seen, 1 + in.size(), Flag{0});
  });
  return Channel(std::move(memory));
}

} // namespace tessera
