// SPDX-License-Identifier: Apache-2.0
// Repeating in turns: limit, loop and schemes are measured one after the other, again and again, so that
// whatever else the machine does meets all of them alike. Rows are compared turn by turn.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::perf {

/// One line of the benchmark. Limits without updates, as a launch is one, have a time and no rate.
struct Row {
  std::string name;
  double updates = 0; // nodes x steps of a repetition
  double ideal_bytes =
      0;            // what a repetition must move at least: each node read once and written once a sweep
  double steps = 0; // time steps, copies or launches of a repetition
  std::function<void()> run;  // one repetition, fenced
  std::uint64_t checksum = 0; // of the field after the common number of steps; 0: the row makes no steps
  std::string note = {};      // tile, fused steps, scratch
  std::string loop = "loop";  // the row of the loop by hand that it is compared with
  double redundancy = 0;      // elements accessed for each one updated, see redundancy.hpp; 0: no tiles
  double scratch_bytes = 0;   // per team
  std::vector<double> seconds = {};  // one a turn
  std::optional<double> joules = {}; // of a repetition, if a meter was read
  std::optional<double> watts = {};  // the mean while they were

  double rate(std::size_t turn) const { return updates / seconds[turn]; }
};

/// The value below which a share of the samples lies.
inline double quantile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  double const at = share * static_cast<double>(samples.size() - 1);
  auto const low = static_cast<std::size_t>(at);
  auto const high = std::min(low + 1, samples.size() - 1);
  return samples[low] + (at - static_cast<double>(low)) * (samples[high] - samples[low]);
}

inline double median(std::vector<double> const& samples) { return quantile(samples, 0.5); }

/// Distance of the quartiles over the median.
inline double spread(std::vector<double> const& samples) {
  return (quantile(samples, 0.75) - quantile(samples, 0.25)) / median(samples);
}

/// `row` against `base`, turn by turn.
inline std::vector<double> ratios(Row const& row, Row const& base) {
  std::vector<double> all;
  for (std::size_t turn = 0; turn < row.seconds.size(); ++turn)
    all.push_back(row.rate(turn) / base.rate(turn));
  return all;
}

inline double seconds_of(std::function<void()> const& run) {
  auto const begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Measures all rows `turns` times, after one turn that does not count.
inline void measure_in_turns(std::vector<Row>& rows, int turns) {
  for (int turn = -1; turn < turns; ++turn)
    for (Row& row : rows) {
      double const seconds = seconds_of(row.run);
      if (turn >= 0) row.seconds.push_back(seconds);
    }
}

} // namespace tessera::perf
