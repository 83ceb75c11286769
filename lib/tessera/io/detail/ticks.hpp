// SPDX-License-Identifier: Apache-2.0
// Ticks of an axis: round numbers and how they are written.
#pragma once

#include <string>
#include <vector>

namespace tessera::io::detail {

struct Tick {
  double value;
  std::string label;
};

struct Ticks {
  std::vector<Tick> ticks;
  /// What the labels leave out, where all values agree in their first digits: the axis shows value - base.
  double base = 0.;
};

/// The multiples of 1, 2 or 5 times a power of ten from `low` to `high`, at most so many and at least one:
/// where there is none, or `low` is `high`, the ends themselves. Labels have the digits that tell neighbours
/// apart. \param whole whether only integers will do
Ticks round_ticks(double low, double high, int most, bool whole = false);

/// A number with at most four digits, its exponent without zeros in front: "0.25", "1.5e-7", "0".
std::string short_number(double value);

} // namespace tessera::io::detail
