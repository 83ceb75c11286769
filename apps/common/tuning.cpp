// SPDX-License-Identifier: Apache-2.0
#include "tuning.hpp"

#include <tessera/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report.hpp"
#include "streams.hpp"
#include "summary.hpp"
#include "team.hpp"

namespace tessera::app {

namespace {

/// "--scheme temporal --tile 64,32 --fused-steps 4"; what the scheme chooses itself is left to it.
std::string as_options(SchemeSpec const& scheme) {
  auto text = fmt::format("--scheme {}", scheme.name);
  if (!scheme.tile.empty()) text += fmt::format(" --tile {}", fmt::join(scheme.tile, ","));
  if (scheme.fused_steps) text += fmt::format(" --fused-steps {}", *scheme.fused_steps);
  return text;
}

} // namespace

void report_tuning(Record& record, std::string const& program, Options const& options) {
  auto const& found = found_scheme();
  team().agree([&] {
    if (!found || !found->measured)
      throw RunFailure(
          "no scheme was measured, for want of memory (give fewer nodes, or use a larger machine)");
  });
  print(as_options(found->scheme) + "\n");
  if (options.quiet) return;
  complete(record, program, options);
  record.scheme = {found->scheme.name, {}};
  record.steps = 1;
  record.time_s = found->seconds_a_step;
  print(headline(record, fmt::format("{:.4g} s a step", found->seconds_a_step)));
  print(fmt::format("  {:.4g} GCells/s\n", record.gcells_per_s()));
}

} // namespace tessera::app
