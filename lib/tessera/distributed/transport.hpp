// SPDX-License-Identifier: Apache-2.0
// What a transport is, which carries messages between ranks.
#pragma once

#include <tessera/core/index.hpp>

#include <concepts>
#include <cstddef>
#include <span>

namespace tessera {

/// A message to or from one peer: contiguous values in memory that stays where it is.
struct Message {
  int peer; ///< the other rank
  std::byte* data;
  Index values;
  std::size_t value_bytes;
};

/// Messages that are sent and received again and again, at most one each way a peer. The ranks at both ends
/// start the channels of a transport in the same order.
///
/// start(exec) sends what the work on exec so far leaves in `out`, and lets `in` be written over once that
/// work is done. After finish(exec), work that exec is given next finds the messages in `in`. A transport
/// through a host waits for exec, and for its messages; one that works in the order of a device's stream
/// waits for neither. test() moves a host's messages on and says whether they have arrived. No member throws:
/// a message that can't be delivered ends the job. A member carries(what), if there is one, is told once
/// whose messages they are ("the field 'u'"), for what a rank says that waits too long.
template <class C, class Exec>
concept ChannelOn = requires(C& channel, Exec const& exec) {
  channel.start(exec);
  channel.finish(exec);
  { channel.test() } -> std::same_as<bool>;
};

/// A transport opens channels. `device_memory` says whether its messages may lie in memory that a host does
/// not reach; if not, they lie in pinned memory, which kernels of a device read and write too. A member
/// expect_same(what, text), as that of tessera::Ranks, is used if there is one.
template <class T>
concept Transport = requires(T const& transport, std::span<Message const> messages) {
  { T::device_memory } -> std::convertible_to<bool>;
  { T::name } -> std::convertible_to<char const*>;
  transport.open(messages, messages); // out, in
  typename T::Channel;
};

/// Whether messages lie where the channel says, in one of several places in turn, rather than in the memory
/// for which it was opened: target(place, i) for message i of those that go out, source(place, i) for those
/// that come in, place() for the next exchange. Such a channel also has start(exec, packs), which makes the
/// moves that pack messages and sends them, and exchange(exec, packs, unpacks), which receives and unpacks
/// messages too (detail::Moves).
template <class C>
concept PlacesMessages = requires(C const& channel, std::size_t i) {
  { C::places } -> std::convertible_to<int>;
  { channel.place() } -> std::same_as<int>;
  { channel.target(0, i) } -> std::same_as<std::byte*>;
  { channel.source(0, i) } -> std::same_as<std::byte*>;
};

} // namespace tessera
