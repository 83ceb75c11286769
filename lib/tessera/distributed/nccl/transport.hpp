// SPDX-License-Identifier: Apache-2.0
// NcclTransport: messages between GPUs by NVIDIA's NCCL, in the order of a stream.
#pragma once

#include <tessera/distributed/mpi/ranks.hpp>
#include <tessera/distributed/patience.hpp>
#include <tessera/distributed/transport.hpp>

namespace tessera {

/// Carries messages between the memories of GPUs, one of which belongs to each rank. Messages are part of the
/// instance's stream, so no host waits for them. MPI starts it and says how it ends.
class NcclTransport {
public:
  static constexpr char const* name = "NCCL";
  static constexpr bool device_memory = true;

  /// Makes NCCL's communicator of these ranks. Collective; Kokkos has to be initialised, since it chooses
  /// each rank's GPU. \throws InvalidInput, on all ranks, if two of them share a GPU, which NCCL can't serve
  /// \throws RunFailure, on all ranks, if NCCL can't be started
  /// \param patience as MpiTransport's; a thread of the host looks once a second whether messages have come
  explicit NcclTransport(Ranks const& ranks, std::chrono::seconds patience = patience_of_environment());

  /// The messages between this rank and its peers, which are started again and again (see ChannelOn).
  class Channel {
  public:
    template <class Exec>
    void start(Exec const& exec) {
      start_messages(exec.cuda_stream());
    }
    template <class Exec>
    void finish(Exec const&) {} // what the stream is given next comes after the messages
    bool test() { return true; }
    void carries(std::string const& what);

  private:
    friend class NcclTransport;
    struct Messages;
    explicit Channel(std::shared_ptr<Messages> messages) : messages_(std::move(messages)) {}
    void start_messages(void* stream);

    std::shared_ptr<Messages> messages_;
  };

  void expect_same(char const* what, std::string const& value) const { ranks_.expect_same(what, value); }
  Ranks const& ranks() const { return ranks_; }

  Channel open(std::span<Message const> out, std::span<Message const> in) const;

private:
  struct Communicator;
  Ranks ranks_;
  std::chrono::seconds patience_;
  std::shared_ptr<Communicator const> communicator_;
};

} // namespace tessera
