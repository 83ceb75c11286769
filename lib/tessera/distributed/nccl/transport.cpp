// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/device/check_cuda.hpp>
#include <tessera/distributed/cuda/devices.hpp>
#include <tessera/distributed/detail/wait_watch.hpp>
#include <tessera/distributed/nccl/transport.hpp>

#include <cuda_runtime.h>
#include <deque>
#include <mutex>
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

NcclTransport::NcclTransport(Ranks const& ranks, std::chrono::seconds patience)
    : ranks_(ranks), patience_(patience) {
  auto const shared = shared_devices(ranks);
  ranks.agree([&] {
    if (!shared.empty())
      throw InvalidInput(
          detail::text("NCCL: ", shared, " (start a rank for each GPU, or use tessera::MpiTransport)"));
  });
  communicator_ = std::make_shared<Communicator const>(ranks);
}

namespace {

/// The exchanges that a stream has not ended, as far as is known, with events around each. There are no more
/// of them than launches that a stream takes before the host waits.
class OpenExchanges {
public:
  OpenExchanges() = default;
  OpenExchanges(OpenExchanges const&) = delete;
  OpenExchanges& operator=(OpenExchanges const&) = delete;
  ~OpenExchanges() {
    for (auto const* list : {&open_, &free_})
      for (auto const& exchange : *list) {
        cudaEventDestroy(exchange.begun);
        cudaEventDestroy(exchange.ended);
      }
  }

  void begin(cudaStream_t stream) {
    std::lock_guard const lock(mutex_);
    forget_ended();
    Exchange next{};
    if (!free_.empty()) {
      next = free_.front();
      free_.pop_front();
    } else if (cudaEventCreateWithFlags(&next.begun, cudaEventDisableTiming) != cudaSuccess ||
               cudaEventCreateWithFlags(&next.ended, cudaEventDisableTiming) != cudaSuccess) {
      return;
    }
    next.number = ++number_;
    cudaEventRecord(next.begun, stream);
    now_ = next;
  }
  void end(cudaStream_t stream) {
    std::lock_guard const lock(mutex_);
    if (now_.ended == nullptr) return;
    cudaEventRecord(now_.ended, stream);
    open_.push_back(now_);
    now_ = {};
  }
  /// The number of the exchange that has begun on the device and not ended; 0: none.
  unsigned long long awaited() {
    std::lock_guard const lock(mutex_);
    forget_ended();
    return !open_.empty() && cudaEventQuery(open_.front().begun) == cudaSuccess ? open_.front().number : 0;
  }

private:
  struct Exchange {
    cudaEvent_t begun, ended;
    unsigned long long number;
  };
  void forget_ended() {
    while (!open_.empty() && cudaEventQuery(open_.front().ended) == cudaSuccess) {
      free_.push_back(open_.front());
      open_.pop_front();
    }
  }

  std::mutex mutex_; // a thread of the host looks on
  std::deque<Exchange> open_, free_;
  Exchange now_{};
  unsigned long long number_ = 0;
};

} // namespace

struct NcclTransport::Channel::Messages {
  Ranks ranks;
  std::shared_ptr<Communicator const> communicator;
  std::vector<Message> out, in;
  std::chrono::seconds patience;
  OpenExchanges exchanges{};
  std::shared_ptr<void> watched{}; // ends before what it looks at

  bool watches() const { return patience.count() > 0 && !in.empty(); }
};

NcclTransport::Channel NcclTransport::open(std::span<Message const> out, std::span<Message const> in) const {
  return Channel(std::shared_ptr<Channel::Messages>(new Channel::Messages{
      ranks_, communicator_, {out.begin(), out.end()}, {in.begin(), in.end()}, patience_}));
}

void NcclTransport::Channel::carries(std::string const& what) {
  if (!messages_->watches()) return;
  int device = 0;
  detail::check_cuda(cudaGetDevice(&device), "the GPU of this rank");
  std::string peers;
  for (auto const& message : messages_->in)
    peers += detail::text(peers.empty() ? "rank " : " or ", message.peer);
  messages_->watched = detail::watch_waits(
      [messages = messages_.get(), device, peers, what]() -> std::optional<detail::DeviceWait> {
        cudaSetDevice(device);
        auto const number = messages->exchanges.awaited();
        if (number == 0) return {};
        return detail::DeviceWait{number, detail::text(peers, " in exchange ", number, " of ", what)};
      },
      messages_->patience, messages_->ranks.rank());
}

void NcclTransport::Channel::start_messages(void* stream) {
  auto& [ranks, communicator, out, in, patience, exchanges, watched] = *messages_;
  if (out.empty() && in.empty()) return;
  if (messages_->watches()) exchanges.begin(static_cast<cudaStream_t>(stream));
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
  if (messages_->watches()) exchanges.end(static_cast<cudaStream_t>(stream));
  if (result != ncclSuccess)
    ranks.abort(detail::text("a halo message failed: NCCL: ", ncclGetErrorString(result), ": ",
                             ncclGetLastError(communicator->handle)));
}

} // namespace tessera
