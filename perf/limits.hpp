// SPDX-License-Identifier: Apache-2.0
// The rows that every problem has beside its schemes: what the device can do at best.
#pragma once

#include <string>
#include <vector>

#include "copies.hpp"
#include "launches.hpp"

namespace tessera::perf {

/// What the copies of a problem move: as much as this many updates have to.
struct Moved {
  void* to;
  void const* from;
  std::int64_t bytes; // of one array
  int copies;         // of it in a repetition
  double updates;     // whose least traffic that is
};

/// Names of the rows in the order of limits().
template <class Exec>
std::vector<std::string> limit_names() {
  auto names = copy_names<Exec>();
  names.insert(names.end(), {"copy_in_cache", "launch", "launch_and_fence"});
  return names;
}

/// Copies through memory and within the caches, empty kernels one after the other and each waited for.
template <class Exec>
std::vector<Row> limits(Exec const& exec, Moved const& moved) {
  std::vector<Row> rows;
  auto const add = [&](std::string const& name, double count, std::function<void()> const& run) -> Row& {
    Row& row = rows.emplace_back();
    row.name = name;
    row.steps = count;
    row.run = run;
    return row;
  };
  auto const add_copy = [&](Copy const& copy) {
    Row& row = add(copy.name, moved.copies, copy.run);
    row.updates = moved.updates;
    row.ideal_bytes = 2. * static_cast<double>(moved.bytes) * moved.copies;
  };
  for (Copy const& copy : copies(exec, moved.to, moved.from, moved.bytes, moved.copies)) add_copy(copy);
  add_copy(copy_in_cache(exec, moved.to, moved.from, moved.bytes, moved.copies));
  add("launch", launches, [exec] { launch_in_a_row(exec); });
  add("launch_and_fence", launches, [exec] { launch_and_wait(exec); });
  return rows;
}

} // namespace tessera::perf
