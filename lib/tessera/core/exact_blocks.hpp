// SPDX-License-Identifier: Apache-2.0
// Adds many values to an ExactSum at the speed of vectors. Blocks of values are cut into slices of 42 bits,
// at multiples of a unit that the block's largest value decides; sums of 2^11 slices need 53 bits, so doubles
// add them without rounding, in any order. What a slice leaves of the values is sliced again. (Such
// splittings are those of S. M. Rump, T. Ogita and S. Oishi, Accurate floating-point summation part I, SIAM
// J. Sci. Comput. 31, 2008; J. Demmel and H. D. Nguyen, Parallel reproducible summation, IEEE Trans. Comput.
// 64, 2015.)
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/exact_sum.hpp>
#include <tessera/core/index.hpp>
#include <tessera/core/loop.hpp>

#include <cmath>
#include <cstdint>

namespace tessera::detail {

/// The unit of the slices of values whose largest magnitude has these bits.
struct SliceUnit {
  std::int64_t exponent; // of the largest magnitude, as a double has it

  KOKKOS_FUNCTION static SliceUnit of(std::int64_t largest_bits) { return {largest_bits >> 52}; }
  /// Whether values can be sliced: they are numbers, and neither near the largest nor the smallest there are.
  KOKKOS_FUNCTION bool can_slice() const { return exponent >= 64 && exponent <= 2000; }
  /// The unit for what slices of this one leave, which is at most half of it.
  KOKKOS_FUNCTION SliceUnit finer() const { return {exponent - 43}; }
  /// A unit for values up to four times as large.
  KOKKOS_FUNCTION SliceUnit coarser() const { return {exponent + 2}; }
  /// Whether values whose largest magnitude has these bits can be sliced by this unit too.
  KOKKOS_FUNCTION bool holds(std::int64_t largest_bits) const { return largest_bits >> 52 <= exponent; }
  /// 1.5 2^52 units: a sum with it is rounded to whole units.
  KOKKOS_FUNCTION double rounder() const {
    return Kokkos::bit_cast<double>((exponent + 11) << 52 | std::int64_t{1} << 51);
  }
};

KOKKOS_FORCEINLINE_FUNCTION std::int64_t magnitude_bits(double x) {
  return Kokkos::bit_cast<std::int64_t>(x) & 0x7fffffffffffffff;
}

/// Adds value(0), value(1), ... value(count - 1) to the entries of an ExactSum, a block a call. Entries are
/// less than 2^62 for up to 2^30 blocks.
/// \tparam alone whether one thread alone adds to these entries
template <class Exec, class Values, bool alone = false>
struct AddBlocksExactly {
  static constexpr int block = 2048;
  Values value;
  Index count;
  std::int64_t* entries;

  KOKKOS_FUNCTION void add(double x) const {
    ExactSum::parts(x, [this](int entry, std::int64_t part) {
      if constexpr (alone)
        entries[entry] += part;
      else if (part != 0)
        Kokkos::atomic_add(&entries[entry], part);
    });
  }

  /// On a host a call adds some blocks, one after the other: the unit for one suits the next in most cases.
  /// Where kernels have their portable forms, a thread adds a small block.
  static constexpr int group = 4, small_block = 64;
  KOKKOS_FUNCTION void operator()(Index number) const {
    if constexpr (is_portable<Exec>) {
      add_small_block(number * small_block, min(count, (number + 1) * small_block));
    } else {
      KOKKOS_IF_ON_HOST((add_blocks(number * (group * block), min(count, (number + 1) * (group * block)));))
    }
  }
  KOKKOS_FUNCTION void add_small_block(Index first, Index end) const {
    double left[small_block];
    int const n = static_cast<int>(end - first);
    for (int k = 0; k < n; ++k) left[k] = value(first + k);
    add_slices(left, n);
  }
  void add_blocks(Index first, Index end) const {
    for (double most = 0; first < end; first += block) add_block(first, most);
  }

  /// `most`: a guess at the largest magnitude, which becomes the largest of this block.
  void add_block(Index first, double& most) const {
    Index const end = min(first + block, count), whole = first + (end - first) / lanes * lanes;
    if (most == 0) most = largest_of(first, whole);
    if (add_in_two_slices(first, whole, most)) first = whole;
    alignas(64) double left[block];
    int const n = static_cast<int>(end - first);
    for (int k = 0; k < n; ++k) left[k] = value(first + k);
    add_slices(left, n);
  }

  /// Adds n values, which it overwrites.
  KOKKOS_FUNCTION void add_slices(double* left, int n) const {
    std::int64_t largest = 0;
    for (int k = 0; k < n; ++k) largest = max(largest, magnitude_bits(left[k]));
    while (largest != 0) {
      auto const unit = SliceUnit::of(largest);
      if (!unit.can_slice()) {
        for (int k = 0; k < n; ++k) add(left[k]);
        return;
      }
      double const rounder = unit.rounder();
      double sum = 0;
      largest = 0;
      for (int k = 0; k < n; ++k) {
        double const slice = (left[k] + rounder) - rounder;
        sum += slice;
        left[k] -= slice;
        largest = max(largest, magnitude_bits(left[k]));
      }
      add(sum);
    }
  }

  static constexpr int lanes = 16, ahead = 1024;                     // values that are loaded early
  static double larger(double a, double b) { return a > b ? a : b; } // leaves out an a that is no number
  static double largest_of(double const (&values)[lanes]) {
    double most = 0;
    for (double const one : values) most = larger(one, most);
    return most;
  }
  double largest_of(Index first, Index end) const {
    double most[lanes] = {};
    for (Index row = first; row < end; row += lanes)
      simd_for<double>(0, lanes, [&](Index k) { most[k] = larger(std::fabs(value(row + k)), most[k]); });
    return largest_of(most);
  }

  /// Adds whole rows of values in one pass by the unit that the guess suggests. It adds nothing, and returns
  /// false, if values are much larger, or if some have digits beyond two slices, both of which is rare.
  bool add_in_two_slices(Index first, Index end, double& guess) const {
    SliceUnit const unit = SliceUnit::of(magnitude_bits(guess)).coarser(), finer = unit.finer();
    if (!unit.can_slice() || !finer.can_slice()) return false;
    double const rounder = unit.rounder(), fine_rounder = finer.rounder();
    double most[lanes] = {}, rest[lanes] = {}, sum[lanes] = {}, fine_sum[lanes] = {};
    for (Index row = first; row < end; row += lanes) {
      value.prefetch(row + ahead, lanes);
      simd_for<double>(0, lanes, [&](Index k) {
        double const x = value(row + k), slice = (x + rounder) - rounder, left = x - slice,
                     fine = (left + fine_rounder) - fine_rounder;
        most[k] = larger(std::fabs(x), most[k]);
        rest[k] = larger(std::fabs(left - fine), rest[k]);
        sum[k] += slice; // is no number where x is none
        fine_sum[k] += fine;
      });
    }
    for (int k = 1; k < lanes; ++k) {
      sum[0] += sum[k];
      fine_sum[0] += fine_sum[k];
    }
    guess = largest_of(most);
    if (!unit.holds(magnitude_bits(guess)) || largest_of(rest) > 0 || std::isnan(sum[0])) return false;
    add(sum[0]);
    add(fine_sum[0]);
    return true;
  }

  /// On a CUDA device a team adds a block, and each of its `members` some of the block's values.
  static constexpr int members = 256, each = block / members;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    Index const first = Index{team.league_rank()} * block + team.team_rank();
    double left[each];
    for (int k = 0; k < each; ++k) {
      Index const i = first + k * members;
      left[k] = i < count ? value(i) : 0.;
    }
    for (std::int64_t largest = largest_of(team, left); largest != 0; largest = largest_of(team, left)) {
      auto const unit = SliceUnit::of(largest);
      if (!unit.can_slice()) {
        for (int k = 0; k < each; ++k) add(left[k]);
        return;
      }
      double const rounder = unit.rounder();
      double own = 0, sum = 0;
      for (int k = 0; k < each; ++k) {
        double const slice = (left[k] + rounder) - rounder;
        own += slice;
        left[k] -= slice;
      }
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(team, members), [&](int, double& all) { all += own; }, sum);
      if (team.team_rank() == 0) add(sum);
    }
  }
  KOKKOS_FUNCTION static std::int64_t largest_of(Team const& team, double const (&left)[each]) {
    std::int64_t largest = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, members),
        [&](int, std::int64_t& most) {
          for (int k = 0; k < each; ++k) most = max(most, magnitude_bits(left[k]));
        },
        Kokkos::Max<std::int64_t>(largest));
    return largest;
  }
};

/// Launches that on exec; the entries are complete when its kernels are.
template <class Exec, class Values>
void add_exactly(char const* label, Exec const& exec, Values const& value, Index count,
                 std::int64_t* entries) {
  using Kernel = AddBlocksExactly<Exec, Values>;
  Index const blocks = divide_up(count, Kernel::block);
  Kernel const kernel{value, count, entries};
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>;
  if constexpr (is_portable<Exec>)
    Kokkos::parallel_for(label, Policy(exec, 0, divide_up(count, Kernel::small_block)), kernel);
  else if constexpr (on_host<Exec>)
    Kokkos::parallel_for(label, Policy(exec, 0, divide_up(blocks, Kernel::group)), kernel);
  else
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(blocks), Kernel::members),
                         kernel);
}

} // namespace tessera::detail
