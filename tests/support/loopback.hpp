// SPDX-License-Identifier: Apache-2.0
// A transport between ranks that are fibers of one process. A seed decides when each message is read from the
// sender's memory and written to the receiver's: at any moment between start and finish.
#pragma once

#include <tessera/distributed/transport.hpp>

#include <cstring>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <memory>

#include "support/fibers.hpp"
#include "support/random.hpp"

namespace tessera::test {

/// All ranks, and the messages that are under way between them.
class LoopbackWorld {
public:
  LoopbackWorld(int ranks, std::uint64_t seed) : ranks_(ranks), random_(seed) {}

  /// Runs body(rank) for all ranks, until all have returned.
  template <class Body>
  void run(Body const& body) {
    for (int rank = 0; rank < ranks_; ++rank) fibers_.start([&body, rank] { body(rank); });
    fibers_.finish();
    for (auto const& [pair, waiting] : waiting_)
      EXPECT_TRUE(waiting.out.empty() && waiting.in.empty()) << "a message without its counterpart";
  }
  int ranks() const { return ranks_; }
  /// Called by all ranks: none goes on before all have come.
  void wait_for_all() {
    int const meeting = arrived_++ / ranks_;
    while (arrived_ / ranks_ <= meeting) fibers_.yield();
  }
  Index delivered() const { return delivered_; }

  /// One side of a message, and whether its memory is free again.
  struct Side {
    Message message;
    bool done = true;
  };

  void start(int rank, std::deque<Side>& out, std::deque<Side>& in) {
    for (auto& side : in) {
      ASSERT_TRUE(side.done) << "a channel is started twice";
      side.done = false;
      std::memset(side.message.data, 0xff, bytes(side)); // NaN until it has arrived
      waiting_[{side.message.peer, rank}].in.push_back(&side);
    }
    for (auto& side : out) {
      ASSERT_TRUE(side.done) << "a channel is started twice";
      Sent sent{&side, {}};
      if (random_.below(2) == 0) sent.copy(); // the sender may go on before the message is received
      side.done = !sent.bytes.empty();
      waiting_[{rank, side.message.peer}].out.push_back(std::move(sent));
    }
  }

  static bool done(std::deque<Side> const& sides) {
    for (auto const& side : sides)
      if (!side.done) return false;
    return true;
  }

  /// Delivers some of the messages whose two sides have started.
  void deliver_some() {
    for (auto& [pair, waiting] : waiting_)
      while (!waiting.out.empty() && !waiting.in.empty() && random_.below(3) == 0) {
        auto& from = waiting.out.front();
        auto& to = *waiting.in.front();
        if (from.bytes.empty()) {
          from.copy();
          from.side->done = true;
        }
        ASSERT_EQ(from.bytes.size(), bytes(to)) << "from " << pair.first << " to " << pair.second;
        std::memcpy(to.message.data, from.bytes.data(), from.bytes.size());
        to.done = true;
        waiting.out.pop_front();
        waiting.in.pop_front();
        ++delivered_;
      }
  }

  void wait(std::deque<Side> const& out, std::deque<Side> const& in) {
    while (!testing::Test::HasFatalFailure() && (!done(out) || !done(in))) {
      deliver_some();
      fibers_.yield();
    }
  }

private:
  static std::size_t bytes(Side const& side) {
    return static_cast<std::size_t>(side.message.values) * side.message.value_bytes;
  }
  struct Sent {
    Side* side;
    std::vector<std::byte> bytes; // empty while the sender's memory holds them
    void copy() { bytes.assign(side->message.data, side->message.data + LoopbackWorld::bytes(*side)); }
  };
  struct Waiting {
    std::deque<Sent> out;
    std::deque<Side*> in;
  };

  int ranks_;
  Random random_;
  Fibers fibers_;
  std::map<std::pair<int, int>, Waiting> waiting_; // by sender and receiver
  Index delivered_ = 0;
  int arrived_ = 0; // at wait_for_all(), all times together
};

/// One rank's end.
class Loopback {
public:
  static constexpr char const* name = "loopback";
  static constexpr bool device_memory = false;

  Loopback(LoopbackWorld& world, int rank) : world_(&world), rank_(rank) {}

  class Channel {
  public:
    Channel(LoopbackWorld& world, int rank, std::span<Message const> out, std::span<Message const> in)
        : world_(&world), rank_(rank), sides_(std::make_unique<Sides>()) {
      for (auto const& message : out) sides_->out.push_back({message});
      for (auto const& message : in) sides_->in.push_back({message});
    }
    template <class Exec>
    void start(Exec const& exec) {
      exec.fence("loopback: messages are packed");
      world_->start(rank_, sides_->out, sides_->in);
    }
    template <class Exec>
    void finish(Exec const&) {
      world_->wait(sides_->out, sides_->in);
    }
    bool test() {
      world_->deliver_some();
      return LoopbackWorld::done(sides_->out) && LoopbackWorld::done(sides_->in);
    }

  private:
    struct Sides {
      std::deque<LoopbackWorld::Side> out, in;
    };
    LoopbackWorld* world_;
    int rank_;
    std::unique_ptr<Sides> sides_; // messages under way point here
  };

  Channel open(std::span<Message const> out, std::span<Message const> in) const {
    return Channel(*world_, rank_, out, in);
  }

private:
  LoopbackWorld* world_;
  int rank_;
};

} // namespace tessera::test
