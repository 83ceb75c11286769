// SPDX-License-Identifier: Apache-2.0
// A number of each rank, joined on rank 0 in the order of ranks and given back to all, by messages of a
// transport.
#pragma once

#include <tessera/distributed/transport.hpp>

#include <Kokkos_Core.hpp>

#include <cstring>
#include <vector>

namespace tessera::detail {

template <class Exec, class TransportType>
class RankNumbers {
  using Space = std::conditional_t<TransportType::device_memory, typename Exec::memory_space,
                                   Kokkos::SharedHostPinnedSpace>;
  using Channel = typename TransportType::Channel;
  using Buffer = Kokkos::View<std::byte*, Space>;
  static constexpr std::size_t apart = 64; // bytes from one number to the next

public:
  std::size_t const bytes; // of a number

  /// All ranks make it, and join numbers, in the same order.
  RankNumbers(TransportType const& transport, int rank, int count, std::size_t bytes_of_number)
      : bytes(bytes_of_number), rank_(rank), count_(count), own_("tessera::own_number", apart),
        all_("tessera::all_numbers", rank == 0 ? apart * static_cast<std::size_t>(count) : 0),
        toward_(transport.open(rank == 0 ? std::vector<Message>{} : messages(own_),
                               rank == 0 ? messages(all_) : std::vector<Message>{})),
        back_(transport.open(rank == 0 ? messages_of_result() : std::vector<Message>{},
                             rank == 0 ? std::vector<Message>{} : messages(own_))) {}

  /// Joins all ranks' numbers; it waits for exec.
  template <class Reduction, class ResultView>
  void join(Exec const& exec, ResultView const& result) {
    using Number = typename ResultView::non_const_value_type;
    Kokkos::View<Number, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const own(
        reinterpret_cast<Number*>(own_.data()));
    Kokkos::deep_copy(exec, own, result);
    toward_.start(exec);
    toward_.finish(exec);
    if (rank_ == 0) {
      exec.fence("tessera: the ranks' numbers have arrived");
      auto const numbers = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, all_);
      Number joined = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, own)();
      for (int rank = 1; rank < count_; ++rank) {
        Number other;
        std::memcpy(&other, numbers.data() + apart * static_cast<std::size_t>(rank), sizeof other);
        joined = Reduction::join(joined, other);
      }
      Kokkos::deep_copy(exec, own, joined);
    }
    back_.start(exec);
    back_.finish(exec);
    Kokkos::deep_copy(exec, result, own);
    exec.fence("tessera: the joined number is there"); // before its memory is sent again
  }

private:
  /// Rank 0's messages from the others, or another rank's one with rank 0.
  std::vector<Message> messages(Buffer const& buffer) const {
    std::vector<Message> list;
    if (rank_ != 0) return {{0, buffer.data(), 1, bytes}};
    for (int peer = 1; peer < count_; ++peer)
      list.push_back({peer, buffer.data() + apart * static_cast<std::size_t>(peer), 1, bytes});
    return list;
  }
  std::vector<Message> messages_of_result() const {
    std::vector<Message> list;
    for (int peer = 1; peer < count_; ++peer) list.push_back({peer, own_.data(), 1, bytes});
    return list;
  }

  int rank_, count_;
  Buffer own_, all_;
  Channel toward_, back_;
};

} // namespace tessera::detail
