// SPDX-License-Identifier: Apache-2.0
// A transport whose type is hidden: what steps on ranks is compiled once, and runs over MPI or a loopback.
#pragma once

#include <tessera/distributed/transport.hpp>
#include <tessera/grid/field.hpp>

#include <functional>
#include <memory>

#include "support/memory.hpp"

namespace tessera::test {

class AnyTransport {
public:
  static constexpr char const* name = "any";
  static constexpr bool device_memory = false;

  template <class TransportType>
  explicit AnyTransport(TransportType const& transport)
      : open_([transport](std::span<Message const> out, std::span<Message const> in) {
          auto const channel = std::make_shared<typename TransportType::Channel>(transport.open(out, in));
          return Channel{[channel](Exec const& exec) { channel->start(exec); },
                         [channel](Exec const& exec) { channel->finish(exec); },
                         [channel] { return channel->test(); }};
        }) {}

  class Channel {
  public:
    Channel(std::function<void(Exec const&)> start, std::function<void(Exec const&)> finish,
            std::function<bool()> test)
        : start_(std::move(start)), finish_(std::move(finish)), test_(std::move(test)) {}
    void start(Exec const& exec) { start_(exec); }
    void finish(Exec const& exec) { finish_(exec); }
    bool test() { return test_(); }

  private:
    std::function<void(Exec const&)> start_, finish_;
    std::function<bool()> test_;
  };

  Channel open(std::span<Message const> out, std::span<Message const> in) const { return open_(out, in); }

private:
  std::function<Channel(std::span<Message const>, std::span<Message const>)> open_;
};

} // namespace tessera::test
