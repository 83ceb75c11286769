// SPDX-License-Identifier: Apache-2.0
// Random fields, the same on every machine. They never contain a zero, since a zero would hide a wrong read.
#pragma once

#include <tessera/core/mixed.hpp>

#include <cstdint>
#include <vector>

namespace tessera::test {

/// splitmix64: a generator of full period with 64 bits of state.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() { return detail::mixed(state_ += 0x9e3779b97f4a7c15u); }
  /// A number uniform in (-1, 1), never 0.
  double value() { return (static_cast<double>(bits() >> 12) + 0.5) / 2251799813685248.0 - 1.0; }
  /// A number uniform in [0, count).
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(count));
  }

private:
  std::uint64_t state_;
};

template <class T>
std::vector<T> random_values(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& v : values) v = static_cast<T>(random.value());
  return values;
}

} // namespace tessera::test
