// SPDX-License-Identifier: Apache-2.0
// ExactSum: a sum of floating-point numbers without rounding, which therefore does not depend on their order.
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace tessera {

/// A sum of doubles as a fixed-point number wide enough for all of them: no addition rounds, so the sum has
/// the same bits in whatever order, by however many threads or ranks it is formed. Only value() rounds, once,
/// to the nearest double. (A superaccumulator, after R. M. Neal, Fast exact summation using small and large
/// superaccumulators, arXiv:1505.05571, 2015.)
class ExactSum {
public:
  /// Limbs of 32 bits each, the first in units of 2^-1074; those above 2098 bits are room for carries.
  static constexpr int limbs = 68;
  /// Three more entries count infinities, negative infinities and NaNs.
  static constexpr int entries = limbs + 3;

  KOKKOS_FUNCTION ExactSum() {
    for (int i = 0; i < entries; ++i) entry_[i] = 0;
  }

  /// A sum of such entries, each less than 2^62 in magnitude, see parts().
  explicit ExactSum(std::int64_t const* entries) {
    for (int i = 0; i < ExactSum::entries; ++i) entry_[i] = entries[i];
    carry();
  }

  KOKKOS_FUNCTION void add(double x) {
    parts(x, [this](int entry, std::int64_t part) { entry_[entry] += part; });
    if (++added_ == room) carry();
  }

  /// Calls add(entry, part) for the up to three entries of which x is made; parts are less than 2^32 in
  /// magnitude. Entries to which several threads add at a time are summed with it.
  template <class Add>
  KOKKOS_FUNCTION static void parts(double x, Add const& add) {
    auto const bits = Kokkos::bit_cast<std::uint64_t>(x);
    bool const negative = (bits >> 63) != 0;
    int const exponent = static_cast<int>(bits >> 52 & 0x7ff);
    std::uint64_t fraction = bits & 0xfffffffffffffu;
    if (exponent == 0x7ff) {
      add(limbs + (fraction != 0 ? 2 : negative ? 1 : 0), 1);
      return;
    }
    if (exponent != 0) fraction |= std::uint64_t{1} << 52;
    // The fraction's last bit is worth 2^(place - 1074).
    int const place = exponent == 0 ? 0 : exponent - 1, limb = place / 32, shift = place % 32;
    auto const low = static_cast<std::int64_t>(fraction << shift & 0xffffffffu);
    auto const middle = static_cast<std::int64_t>(fraction >> (32 - shift) & 0xffffffffu);
    auto const high = static_cast<std::int64_t>(fraction >> 32 >> (32 - shift));
    add(limb, negative ? -low : low);
    add(limb + 1, negative ? -middle : middle);
    add(limb + 2, negative ? -high : high);
  }

  KOKKOS_FUNCTION void add(ExactSum other) {
    other.carry();
    carry();
    for (int i = 0; i < entries; ++i) entry_[i] += other.entry_[i];
    carry();
  }

  /// Lets every limb but the last lie between 0 and 2^32, so that 2^30 such sums may be added entry by entry.
  KOKKOS_FUNCTION void carry() {
    for (int i = 0; i + 1 < limbs; ++i) {
      entry_[i + 1] += entry_[i] >> 32; // rounds down, also below zero
      entry_[i] &= 0xffffffff;
    }
    added_ = 0;
  }

  /// The entries, after carry(), for sums over ranks.
  std::int64_t* data() { return entry_; }

  /// The sum, rounded to the nearest double, of two as near to the even one. It is +0 where everything
  /// cancels.
  double value() const {
    double const infinity = std::numeric_limits<double>::infinity();
    bool const up = entry_[limbs] > 0, down = entry_[limbs + 1] > 0;
    if (entry_[limbs + 2] > 0 || (up && down)) return std::numeric_limits<double>::quiet_NaN();
    if (up || down) return up ? infinity : -infinity;

    ExactSum sum = *this;
    sum.carry();
    bool const negative = sum.entry_[limbs - 1] < 0;
    if (negative) {
      for (int i = 0; i < limbs; ++i) sum.entry_[i] = -sum.entry_[i];
      sum.carry();
    }
    int top = limbs - 1;
    while (top > 0 && sum.entry_[top] == 0) --top;
    int last = 32 * top + 63; // the highest bit that is set
    while (last > 0 && !sum.bit(last)) --last;
    int const first = last > 52 ? last - 52 : 0; // the lowest bit that a double keeps
    std::uint64_t kept = 0;
    for (int i = last; i >= first; --i) kept = kept << 1 | (sum.bit(i) ? 1u : 0u);
    if (first > 0 && sum.bit(first - 1)) {
      bool above_half = false;
      for (int i = 0; i < first - 1 && !above_half; ++i) above_half = sum.bit(i);
      if (above_half || (kept & 1) != 0) ++kept;
    }
    double const size = std::ldexp(static_cast<double>(kept), first - 1074);
    return negative ? -size : size;
  }

private:
  static constexpr std::int64_t room = std::int64_t{1} << 30; // additions of less than 2^32 that a limb holds

  // Bits of the last limb beyond its 32 are counted on.
  bool bit(int i) const {
    int const limb = i / 32 < limbs ? i / 32 : limbs - 1;
    return (entry_[limb] >> (i - 32 * limb) & 1) != 0;
  }

  std::int64_t entry_[entries];
  std::int64_t added_ = 0; // since the last carry()
};

} // namespace tessera
