// SPDX-License-Identifier: Apache-2.0
// MpiTransport: messages by MPI, from and to memory that the host reaches.
#pragma once

#include <tessera/distributed/mpi/ranks.hpp>
#include <tessera/distributed/patience.hpp>
#include <tessera/distributed/transport.hpp>

#include <chrono>

namespace tessera {

/// Carries messages by MPI's persistent requests, from and to the host's memory; a field on a device goes
/// through pinned memory. A start waits for the instance on which messages are packed, and for no other.
class MpiTransport {
public:
  static constexpr char const* name = "MPI";
  static constexpr bool device_memory = false;

  /// A rank that has waited for a message for a minute says from whom it is to come, and in which exchange of
  /// which field; after `patience` it ends the job. 0 waits for ever. Ranks wait also while another one
  /// writes a file.
  explicit MpiTransport(Ranks const& ranks, std::chrono::seconds patience = patience_of_environment())
      : ranks_(ranks), patience_(patience) {}

  /// The messages between this rank and its peers, which are started again and again (see ChannelOn).
  class Channel {
  public:
    template <class Exec>
    void start(Exec const& exec) {
      exec.fence("tessera: messages are packed");
      start_messages();
    }
    template <class Exec>
    void finish(Exec const&) {
      wait();
    }
    bool test();
    void carries(std::string const& what);

  private:
    friend class MpiTransport;
    struct Requests;
    explicit Channel(std::shared_ptr<Requests> requests) : requests_(std::move(requests)) {}
    void start_messages();
    void wait();

    std::shared_ptr<Requests> requests_;
  };

  void expect_same(char const* what, std::string const& value) const { ranks_.expect_same(what, value); }
  Ranks const& ranks() const { return ranks_; }

  /// \throws InvalidInput for messages of more than 2^31 - 1 values, which MPI can't count
  Channel open(std::span<Message const> out, std::span<Message const> in) const;

private:
  Ranks ranks_;
  std::chrono::seconds patience_;
};

} // namespace tessera
