// SPDX-License-Identifier: Apache-2.0
// Words and numbers as users type them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::app {

/// The candidate with the fewest edits (letters inserted, left out, replaced or swapped with their neighbour)
/// to `word`; empty if none is close enough to have been meant.
std::string nearest(std::string_view word, std::vector<std::string> const& candidates);

/// "(did you mean 'steps'?)", or the list of all candidates if none is near.
std::string suggestion(std::string_view word, std::vector<std::string> const& candidates);

/// The number that all of `text` spells. `what` names it in errors: "--dt", "key 'dt' in run.toml".
/// \throws InvalidInput
double parse_number(std::string_view text, std::string const& what);
std::int64_t parse_integer(std::string_view text, std::string const& what);

/// What a number may be, both ends included.
struct Range {
  int lowest, highest;
};

/// The only way from what users type to an int: nothing is cut off.
/// \throws InvalidInput naming what, value and range
int within(Range range, std::int64_t value, std::string const& what);
std::vector<int> within(Range range, std::vector<std::int64_t> const& values, std::string const& what);

/// "37,53" -> {37, 53}
/// \throws InvalidInput
std::vector<std::int64_t> parse_integers(std::string_view text, std::string const& what);

/// {0.5, 0.25} -> "0.5, 0.25"
std::string listed(std::vector<double> const& numbers);

/// 1234567 -> "1.235 MB"
std::string human_bytes(double bytes);

} // namespace tessera::app
