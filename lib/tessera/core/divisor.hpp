// SPDX-License-Identifier: Apache-2.0
// Division by a number that is known before a launch, as a multiplication and a shift. A device has no
// instruction that divides. If a thread has few nodes to update, two divisions take as long as the update.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace tessera::detail {

/// Quotients of numbers in [0, 2^31) and a positive number (Granlund and Montgomery 1994, section 4).
class Divisor {
public:
  Divisor() = default;
  explicit Divisor(int number) : number_(number) {
    auto const d = static_cast<std::uint64_t>(number);
    while ((std::uint64_t{1} << shift_) < d) ++shift_;
    factor_ = static_cast<std::uint32_t>((((std::uint64_t{1} << shift_) - d) << 32) / d + 1);
  }

  KOKKOS_FORCEINLINE_FUNCTION int number() const { return number_; }
  KOKKOS_FORCEINLINE_FUNCTION int quotient(int n) const {
    auto const u = static_cast<std::uint32_t>(n);
    auto const high = static_cast<std::uint32_t>((static_cast<std::uint64_t>(factor_) * u) >> 32);
    return static_cast<int>((high + u) >> shift_); // the sum is less than 2^32
  }

private:
  int number_ = 1;
  std::uint32_t factor_ = 1;
  int shift_ = 0;
};

} // namespace tessera::detail
