// SPDX-License-Identifier: Apache-2.0
// Rows of bench_scale: what is timed, and how. All ranks time the same row at the same moment.
#pragma once

#include <tessera/distributed.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace tessera::perf {

/// One row: run(count) does something that often, on all ranks, and waits for it.
struct ScaleRow {
  std::string name;
  std::function<void(Index count)> run;
  Index count = 1;            ///< of one measurement
  std::vector<double> each{}; ///< seconds of one, the slowest rank's, of every measurement

  double median() const {
    auto sorted = each;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }
};

/// Measures rows in turns, so that what the machine does beside them falls on all of them alike.
inline void measure_in_turns(Ranks const& ranks, std::vector<ScaleRow>& rows, double seconds,
                             int repetitions) {
  auto const timed = [&](ScaleRow& row) {
    ranks.wait();
    auto const begin = std::chrono::steady_clock::now();
    row.run(row.count);
    std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - begin;
    return ranks.largest(spent.count()) / static_cast<double>(row.count);
  };
  for (auto& row : rows) {
    row.run(row.count); // the first time allocates
    double const each = timed(row);
    auto const unit = row.count;
    row.count = std::max<Index>(1, static_cast<Index>(seconds / std::max(each, 1e-7)) / unit) * unit;
    timed(row);
  }
  for (int i = 0; i < repetitions; ++i)
    for (auto& row : rows) row.each.push_back(timed(row));
}

} // namespace tessera::perf
