// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "context.hpp"

namespace tessera::perf {

namespace {

std::string hexadecimal(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

void replay(benchmark::State& state, Group const& group, Row const& row, std::size_t turn) {
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(row.seconds[turn]);
  auto& counters = state.counters;
  counters["us_per_step"] = row.seconds[turn] / row.steps * 1e6;
  if (row.updates > 0) {
    counters["GCells/s"] = row.rate(turn) * 1e-9;
    counters["ideal_bytes"] = row.ideal_bytes;
    counters["of_copy"] = row.rate(turn) / group.row("copy").rate(turn);
    counters["to_loop"] = row.rate(turn) / group.row(row.loop).rate(turn);
  }
  if (row.redundancy > 0) {
    counters["redundancy"] = row.redundancy;
    counters["scratch_bytes"] = row.scratch_bytes;
  }
  if (row.joules) {
    counters["joules"] = *row.joules; // of a repetition like this one
    counters["watts"] = *row.watts;
  }
  if (row.checksum != 0) {
    // A counter is a double: it holds half of the checksum exactly, the label holds all of it.
    counters["checksum"] = static_cast<double>(row.checksum & 0xffffffffu);
    state.SetLabel("checksum " + hexadecimal(row.checksum) + (row.note.empty() ? "" : ", " + row.note));
  }
}

} // namespace

Row const& Group::row(std::string const& wanted) const {
  for (Row const& row : rows)
    if (row.name == wanted) return row;
  throw std::runtime_error(name + ": no row " + wanted);
}

void Group::require_equal_checksums() const {
  Row const* first = nullptr;
  for (Row const& row : rows) {
    if (row.checksum == 0) continue;
    if (!first) first = &row;
    if (row.checksum != first->checksum)
      throw std::runtime_error(name + ": " + row.name + " gives another field than " + first->name +
                               " (checksums " + hexadecimal(row.checksum) + ", " +
                               hexadecimal(first->checksum) + ")");
  }
}

void register_rows(std::string const& group, std::vector<std::string> const& rows, int repetitions,
                   std::function<Group const&()> const& measured) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto const turn = std::make_shared<std::size_t>(0);
    benchmark::RegisterBenchmark((group + "/" + rows[i]).c_str(),
                                 [=](benchmark::State& state) {
                                   Group const& all = measured();
                                   replay(state, all, all.rows.at(i), (*turn)++);
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->Repetitions(repetitions)
        ->DisplayAggregatesOnly();
  }
}

void print_table(Group const& group) {
  std::printf("\n%-36s %9s %11s %7s %8s %8s %6s  %s\n", group.name.c_str(), "GCells/s", "us per step",
              "spread", "of copy", "to loop", "J", "note");
  auto const cell = [](bool known, int width, char const* format, double value) {
    if (known)
      std::printf(format, width, value);
    else
      std::printf(" %*s", width, "");
  };
  for (Row const& row : group.rows) {
    double const seconds = median(row.seconds);
    bool const updates = row.updates > 0;
    std::printf("%-36s", row.name.c_str());
    cell(updates, 9, " %*.3f", row.updates / seconds * 1e-9);
    std::printf(" %11.3f %6.1f%%", seconds / row.steps * 1e6, 100 * spread(row.seconds));
    cell(updates, 8, " %*.3f", updates ? median(ratios(row, group.row("copy"))) : 0);
    cell(updates, 8, " %*.3f", updates ? median(ratios(row, group.row(row.loop))) : 0);
    cell(row.joules.has_value(), 6, " %*.2f", row.joules.value_or(0));
    std::printf("  %s\n", row.note.c_str());
  }
  std::fflush(stdout);
}

void run_registered(int argc, char** argv) {
  for (auto const& [key, value] : context()) benchmark::AddCustomContext(key, value);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) std::exit(2);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

} // namespace tessera::perf
