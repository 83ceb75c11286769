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
/// Single steps in which a scheme may still try two ways, on a host those of stores among them.
constexpr int steps_of_trials = 40;
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
  auto const copy = copies(exec, to, from, bytes, 1).front().run;
  int const count = repeats(
      [&](int times) {
        for (int i = 0; i < times; ++i) copy();
      },
      1);
  for (Copy const& form : copies(exec, to, from, bytes, count)) {
    Row& row = rows_.emplace_back();
    row.name = form.name;
    row.run = form.run;
    row.steps = count;
    row.ideal_bytes = 2. * static_cast<double>(bytes) * count;
    row.updates = row.ideal_bytes / bytes_moved_;
  }
}

/// No multiple of most numbers of fused steps, so that a remainder is checked as well; even, since loops go
/// there and back.
int UserRows::check_steps() const { return nodes_ < 4e6 ? 18 : 10; }

/// An even number of sweeps, so that no copy home is timed. Sweeps of very many fused steps may be cut short,
/// and slow ones are single: there a copy home weighs little.
int UserRows::steps_of_repetition(MakeSteps const& make_steps, int fused) const {
  constexpr int most = 128;
  int const pair = std::min(2 * fused, most);
  auto const two_steps = [&] { make_steps(2); };
  double const taken = pair / 2. * std::min(seconds_of(two_steps), seconds_of(two_steps));
  if (taken > 25 * seconds_ && fused > 1) return std::min(fused, pair);
  return taken > seconds_ ? pair : pair * repeats(make_steps, pair);
}

Row& UserRows::add_steps(std::string const& name, MakeSteps const& make_steps, int fused,
                         std::function<std::uint64_t()> const& checksum) {
  make_steps(check_steps());
  Row& row = rows_.emplace_back();
  row.name = name;
  row.loop = loop_;
  row.checksum = checksum();
  make_steps(steps_of_trials + 4 * fused); // some of them are slower than what follows
  int const steps = steps_of_repetition(make_steps, fused);
  row.steps = steps;
  row.updates = nodes_ * steps;
  row.ideal_bytes = bytes_moved_ * nodes_ * std::ceil(row.steps / fused);
  row.run = [make_steps, steps] { make_steps(steps); };
  return row;
}

void UserRows::add_scheme(MakeSteps const& make_steps, std::function<SchemeReport()> const& says, int radius,
                          std::vector<double> const& nodes, std::function<std::uint64_t()> const& checksum) {
  SchemeReport const first = says();
  Row& row = add_steps(first.scheme, make_steps, first.fused_steps, checksum);
  SchemeReport const report = says();
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
