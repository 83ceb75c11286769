// SPDX-License-Identifier: Apache-2.0
#include <tessera/distributed/cuda/devices.hpp>
#include <tessera/distributed/nccl/transport.hpp>

#include <nccl.h>

namespace tessera {

struct NcclTransport::Communicator {
  ncclComm_t handle = nullptr;

  explicit Communicator(Ranks const& ranks) {
    ncclUniqueId id{};
    ranks.agree([&] {
      if (ranks.first()) check(ncclGetUniqueId(&id), "ncclGetUniqueId");
    });
    id = ranks.broadcast(id);
    ranks.agree(
        [&] { check(ncclCommInitRank(&handle, ranks.count(), id, ranks.rank()), "ncclCommInitRank"); });
  }
  Communicator(Communicator const&) = delete;
  Communicator& operator=(Communicator const&) = delete;
  ~Communicator() { ncclCommDestroy(handle); }

  static void check(ncclResult_t result, char const* call) {
    if (result != ncclSuccess)
      throw RunFailure(detail::text(call, ": ", ncclGetErrorString(result), ": ", ncclGetLastError(nullptr)));
  }
};

NcclTransport::NcclTransport(Ranks const& ranks) : ranks_(ranks) {
  auto const shared = shared_devices(ranks);
  ranks.agree([&] {
    if (!shared.empty())
      throw InvalidInput(
          detail::text("NCCL: ", shared, " (start a rank for each GPU, or use tessera::MpiTransport)"));
  });
  communicator_ = std::make_shared<Communicator const>(ranks);
}

struct NcclTransport::Channel::Messages {
  Ranks ranks;
  std::shared_ptr<Communicator const> communicator;
  std::vector<Message> out, in;
};

NcclTransport::Channel NcclTransport::open(std::span<Message const> out, std::span<Message const> in) const {
  return Channel(std::make_shared<Channel::Messages const>(
      Channel::Messages{ranks_, communicator_, {out.begin(), out.end()}, {in.begin(), in.end()}}));
}

void NcclTransport::Channel::start_messages(void* stream) {
  auto const& [ranks, communicator, out, in] = *messages_;
  if (out.empty() && in.empty()) return;
  ncclResult_t result = ncclGroupStart();
  auto const each = [&](std::vector<Message> const& messages, auto const& move) {
    for (auto const& m : messages)
      if (result == ncclSuccess)
        result = move(m.data, static_cast<std::size_t>(m.values) * m.value_bytes, ncclInt8, m.peer,
                      communicator->handle, static_cast<cudaStream_t>(stream));
  };
  each(out, ncclSend);
  each(in, ncclRecv);
  if (ncclResult_t const ended = ncclGroupEnd(); result == ncclSuccess) result = ended;
  if (result != ncclSuccess)
    ranks.abort(detail::text("a halo message failed: NCCL: ", ncclGetErrorString(result), ": ",
                             ncclGetLastError(communicator->handle)));
}

} // namespace tessera
