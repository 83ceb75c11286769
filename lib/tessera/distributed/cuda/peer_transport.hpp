// SPDX-License-Identifier: Apache-2.0
// PeerTransport: messages between the GPUs of one machine, which write each other's memory.
#pragma once

#include <tessera/core/device/flags.hpp>
#include <tessera/distributed/mpi/ranks.hpp>
#include <tessera/distributed/patience.hpp>
#include <tessera/distributed/transport.hpp>

namespace tessera {

/// Carries messages between GPUs of one machine that can access each other's memory (NVLink, or PCI Express).
/// What packs a message writes it where the other rank reads it; then a flag says that it is there. So a
/// message is no copy, no library's kernel, and no wait of a host. One GPU belongs to each rank.
///
/// A receiver has two places for each message. That is enough if messages go both ways between two ranks: a
/// rank writes a place again only after it has got the message that the other one sent once it had read it.
class PeerTransport {
public:
  static constexpr char const* name = "peer access";
  static constexpr bool device_memory = true;

  /// Collective; Kokkos has to be initialised, since it chooses each rank's GPU.
  /// \throws InvalidInput, on all ranks, if ranks are on several machines, share a GPU, or have GPUs that
  /// can't access each other's memory
  /// \param patience as MpiTransport's; a thread of the host looks once a second at what the GPU awaits
  explicit PeerTransport(Ranks const& ranks, std::chrono::seconds patience = patience_of_environment());

  /// The same reasons in words, without an exception; empty if it can be used. Collective.
  static std::string refusal(Ranks const& ranks);

  /// The messages between this rank and its peers, which are started again and again (see ChannelOn).
  class Channel {
  public:
    /// Where the next exchange writes message i of those that go out, and reads message i of those that come
    /// in: one of two places, in turn.
    static constexpr int places = 2;
    int place() const;
    std::byte* target(int place, std::size_t i) const;
    std::byte* source(int place, std::size_t i) const;

    /// Makes the moves that pack messages, then raises the flags: one kernel.
    template <class Exec, class Packs>
    void start(Exec const& exec, Packs const& packs) {
      send_and_receive(exec, packs, detail::NoMoves{}, next(false));
    }
    template <class Exec>
    void start(Exec const& exec) {
      start(exec, detail::NoMoves{});
    }
    template <class Exec>
    void finish(Exec const& exec) {
      wait(exec.cuda_stream());
    }
    /// Packs, raises the flags, awaits those of the peers and unpacks: one kernel, whose teams wait.
    template <class Exec, class Packs, class Unpacks>
    void exchange(Exec const& exec, Packs const& packs, Unpacks const& unpacks) {
      send_and_receive(exec, packs, unpacks, next(true));
    }
    bool test() { return true; }
    void carries(std::string const& what);

  private:
    friend class PeerTransport;
    struct Memory;
    explicit Channel(std::shared_ptr<Memory> memory) : memory_(std::move(memory)) {}
    template <class Exec, class Packs, class Unpacks>
    void send_and_receive(Exec const& exec, Packs const& packs, Unpacks const& unpacks,
                          detail::ExchangeFlags const& flags) {
      detail::send_and_receive(exec, packs, unpacks, flags);
      check_launch();
    }
    /// The flags of the next exchange, which begins with this.
    detail::ExchangeFlags next(bool awaits);
    void wait(void* stream);
    void check_launch() const;

    std::shared_ptr<Memory> memory_;
  };

  void expect_same(char const* what, std::string const& value) const { ranks_.expect_same(what, value); }
  Ranks const& ranks() const { return ranks_; }

  /// Allocates where messages arrive; the memory of the given messages is not used. Collective.
  /// \throws InvalidInput if messages do not go both ways between two ranks
  Channel open(std::span<Message const> out, std::span<Message const> in) const;

private:
  Ranks ranks_;
  std::chrono::seconds patience_;
};

} // namespace tessera
