// SPDX-License-Identifier: Apache-2.0
// MessagePlan: the messages of an exchange that is made again and again, and where their values lie.
#pragma once

#include <tessera/distributed/detail/moves.hpp>
#include <tessera/distributed/transport.hpp>

#include <string>
#include <vector>

namespace tessera::detail {

/// Opens a channel for the messages of `what`, which "the field 'u'" is.
template <class TransportType>
auto open_channel(TransportType const& transport, std::string const& what, std::span<Message const> out,
                  std::span<Message const> in) {
  auto channel = transport.open(out, in);
  if constexpr (requires { channel.carries(what); }) channel.carries(what);
  return channel;
}

/// \tparam Lists the boxes of all messages that go one way
template <class Channel, class Lists>
class MessagePlan {
public:
  /// \param send_lists, receive_lists make the lists of messages of which message m lies at the address that
  ///        the function they are given says for m
  template <class SendLists, class ReceiveLists>
  MessagePlan(Channel channel, std::span<Message const> out, std::span<Message const> in,
              SendLists const& send_lists, ReceiveLists const& receive_lists)
      : channel_(std::move(channel)), peers_(static_cast<int>(out.size())) {
    if constexpr (PlacesMessages<Channel>) {
      for (int p = 0; p < Channel::places; ++p)
        ways_.push_back({send_lists([&](std::size_t m) { return channel_.target(p, m); }),
                         receive_lists([&](std::size_t m) { return channel_.source(p, m); })});
    } else {
      ways_.push_back({send_lists([&](std::size_t m) { return out[m].data; }),
                       receive_lists([&](std::size_t m) { return in[m].data; })});
    }
  }

  /// Ranks to which this one sends.
  int peers() const { return peers_; }
  Lists const& sent() const { return ways_[0].send; }

  /// Packs messages and sends them. packs(lists) are the moves of a field's values to the messages of these
  /// lists.
  template <class Exec, class Packs>
  void start(Exec const& exec, Packs const& packs) {
    auto const moves = packs(next().send);
    if constexpr (PlacesMessages<Channel>) {
      channel_.start(exec, moves);
    } else {
      make_moves("tessera::halo::pack", exec, moves);
      channel_.start(exec);
    }
  }
  /// Receives the messages that were started last, and unpacks them.
  template <class Exec, class Unpacks>
  void finish(Exec const& exec, Unpacks const& unpacks) {
    channel_.finish(exec);
    make_moves("tessera::halo::unpack", exec, unpacks(ways_[started_].receive));
  }
  /// Both at once, which a device may do by one kernel.
  template <class Exec, class Packs, class Unpacks>
  void fill(Exec const& exec, Packs const& packs, Unpacks const& unpacks) {
    if constexpr (PlacesMessages<Channel>) {
      auto const& way = next();
      channel_.exchange(exec, packs(way.send), unpacks(way.receive));
    } else {
      start(exec, packs);
      finish(exec, unpacks);
    }
  }

private:
  struct Way {
    Lists send, receive;
  };

  Way const& next() {
    if constexpr (PlacesMessages<Channel>) started_ = static_cast<std::size_t>(channel_.place());
    return ways_[started_];
  }

  Channel channel_;
  int peers_;
  std::vector<Way> ways_{}; // one, or one for each of the channel's places
  std::size_t started_ = 0; // that of the exchange that was started last
};

} // namespace tessera::detail
