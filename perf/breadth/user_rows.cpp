// SPDX-License-Identifier: Apache-2.0
#include "user_rows.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>

#include "../copies.hpp"
#include "../redundancy.hpp"

namespace tessera::perf {

namespace {
using Exec = Kokkos::DefaultExecutionSpace;
} // namespace

std::vector<std::string> user_row_names() {
  auto names = copy_names<Exec>();
  names.push_back("loop");
  if (!detail::on_host<Exec>) names.push_back("loop_thread_a_node");
  return names;
}

/// How often make_steps(unit) fills a repetition.
int UserRows::repeats(MakeSteps const& make_steps, int unit) const {
  int count = 1;
  double taken = seconds_of([&] { make_steps(unit); });
  while (taken < seconds_ / 8 && count < 1 << 20) {
    count *= 4;
    taken = seconds_of([&] { make_steps(unit * count); });
  }
  return std::max(1, static_cast<int>(count * seconds_ / taken + 0.5));
}

void UserRows::add_copies(void* to, void const* from, std::int64_t bytes) {
  Exec const exec;
  for (std::string const& name : copy_names<Exec>()) {
    auto const copy_of = [&](int count) {
      auto const all = copies(exec, to, from, bytes, count);
      return std::find_if(all.begin(), all.end(), [&](Copy const& copy) { return copy.name == name; })->run;
    };
    auto const once = [run = copy_of(1)](int count) {
      for (int i = 0; i < count; ++i) run();
    };
    int const count = repeats(once, 1);
    Row& row = rows_.emplace_back();
    row.name = name;
    row.run = copy_of(count);
    row.steps = count;
    row.ideal_bytes = 2. * static_cast<double>(bytes) * count;
    row.updates = row.ideal_bytes / bytes_moved_;
  }
}

/// A repetition makes an even number of sweeps, so that no copy home is timed. Sweeps of very many fused
/// steps may be cut short; there a copy home weighs little.
Row& UserRows::add_steps(std::string const& name, MakeSteps const& make_steps, int fused,
                         std::uint64_t checksum) {
  constexpr int most = 128;
  int const unit = std::min(2 * fused, most), steps = unit * repeats(make_steps, unit);
  Row& row = rows_.emplace_back();
  row.name = name;
  row.loop = loop_;
  row.checksum = checksum;
  row.steps = steps;
  row.updates = nodes_ * steps;
  row.ideal_bytes = bytes_moved_ * nodes_ * std::ceil(row.steps / fused);
  row.run = [make_steps, steps] { make_steps(steps); };
  return row;
}

void UserRows::add_scheme(MakeSteps const& make_steps, SchemeReport const& report, int radius,
                          std::vector<double> const& nodes, std::uint64_t checksum) {
  Row& row = add_steps(report.scheme, make_steps, report.fused_steps, checksum);
  describe_tiles(row, report, radius, nodes);
  row.note = detail::text("way ", report.way, ", fused steps ", report.fused_steps,
                          row.note.empty() ? "" : ", " + row.note);
}

void UserRows::choose_loop() {
  double best = 0;
  for (Row const& row : rows_) {
    if (row.name.rfind("loop", 0) != 0) continue;
    double const rate = row.steps / std::min({seconds_of(row.run), seconds_of(row.run), seconds_of(row.run)});
    if (rate > best) loop_ = row.name;
    best = std::max(best, rate);
  }
  for (Row& row : rows_) row.loop = loop_;
}

} // namespace tessera::perf
