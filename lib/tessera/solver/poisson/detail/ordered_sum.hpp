// SPDX-License-Identifier: Apache-2.0
// Sums whose bits depend on the length alone: neither on the number of threads, nor on whether cores or a
// device add.
#pragma once

#include <tessera/core/loop.hpp>

namespace tessera::detail {

/// A block has `rows` rows of `lanes` values. Each lane adds its column from top to bottom, then lanes are
/// added in pairs, 16 apart, 8 apart, and so on.
template <class Exec, class T, bool scaled = false>
struct SumBlocks {
  static constexpr int lanes = 32, rows = 64, block = lanes * rows;
  T const* a;
  T const* b; // null: ones
  Index count;
  double* sums;
  double scale = 1; // of both factors, if they are scaled

  KOKKOS_FORCEINLINE_FUNCTION double product(Index i) const {
    if constexpr (scaled) return (scale * static_cast<double>(a[i])) * (scale * static_cast<double>(b[i]));
    return b == nullptr ? static_cast<double>(a[i]) : static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  KOKKOS_FORCEINLINE_FUNCTION void add_pairs(double* lane) const {
    for (int apart = lanes / 2; apart > 0; apart /= 2)
      for (int k = 0; k < apart; ++k) lane[k] += lane[k + apart];
  }

  /// On a host a call adds a block.
  KOKKOS_FUNCTION void operator()(Index number) const {
    KOKKOS_IF_ON_HOST(
        (double lane[lanes] = {}; double* const sum = lane;
         for (Index first = number * block; first < (number + 1) * block && first < count; first += lanes) {
           auto const add = [=, this](Index k) { sum[k] += product(first + k); };
           if (first + lanes <= count)
             simd_for(0, lanes, add);
           else
             for (Index k = 0; first + k < count; ++k) add(k);
         } add_pairs(lane);
         sums[number] = lane[0];))
  }

  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Scratch = Kokkos::View<double*, typename Exec::scratch_memory_space, Kokkos::MemoryUnmanaged>;

  /// On a device a team adds a block, and a member adds a lane.
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    Scratch const lane(team.team_scratch(0), lanes);
    Index const number = team.league_rank();
    double sum = 0;
    for (Index i = number * block + team.team_rank(); i < (number + 1) * block && i < count; i += lanes)
      sum += product(i);
    lane(team.team_rank()) = sum;
    team.team_barrier();
    if (team.team_rank() != 0) return;
    add_pairs(lane.data());
    sums[number] = lane(0);
  }
};

/// Owns the memory for sums of up to `longest` values. Copies share it, so only one sum may run at a time.
template <class Exec>
class OrderedSum {
public:
  OrderedSum() = default;
  explicit OrderedSum(Index longest)
      : sums_("tessera::ordered_sum",
              static_cast<std::size_t>(blocks_of(longest) + blocks_of(blocks_of(longest)))),
        result_("tessera::ordered_sum::result") {}

  /// The sum of a[i] b[i], or of a[i] without b. The call waits.
  template <class T>
  double operator()(Exec const& exec, Index count, T const* a, T const* b = nullptr) const {
    if (count == 0) return 0;
    launch(exec, SumBlocks<Exec, T>{a, b, count, sums_.data()});
    return sum_of_blocks(exec, count);
  }

  /// The sum of (scale a[i]) (scale b[i]), for values whose products are out of double's range. The call
  /// waits.
  template <class T>
  double scaled(Exec const& exec, Index count, T const* a, T const* b, double scale) const {
    if (count == 0) return 0;
    launch(exec, SumBlocks<Exec, T, true>{a, b, count, sums_.data(), scale});
    return sum_of_blocks(exec, count);
  }

private:
  double sum_of_blocks(Exec const& exec, Index count) const {
    Index offset = 0;
    // A pass writes its sums behind the ones that it reads, the next pass writes in front of them.
    for (Index left = blocks_of(count); left > 1; left = blocks_of(left)) {
      Index const next = offset == 0 ? left : 0;
      launch(exec, SumBlocks<Exec, double>{sums_.data() + offset, nullptr, left, sums_.data() + next});
      offset = next;
    }
    Kokkos::deep_copy(exec, result_, Kokkos::subview(sums_, offset));
    exec.fence("tessera::ordered_sum: the result");
    return result_();
  }

  static Index blocks_of(Index count) { return divide_up(count, SumBlocks<Exec, double>::block); }

  template <class Kernel>
  static void launch(Exec const& exec, Kernel const& kernel) {
    Index const blocks = blocks_of(kernel.count);
    if constexpr (on_host<Exec>) {
      Kokkos::parallel_for("tessera::ordered_sum::blocks",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, blocks), kernel);
    } else {
      Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(blocks), Kernel::lanes);
      policy.set_scratch_size(0, Kokkos::PerTeam(Kernel::Scratch::shmem_size(Kernel::lanes)));
      Kokkos::parallel_for("tessera::ordered_sum::blocks", policy, kernel);
    }
  }

  using Sums = Kokkos::View<double*, typename Exec::memory_space>;
  Sums sums_;
  Kokkos::View<double, Kokkos::HostSpace> result_;
};

} // namespace tessera::detail
