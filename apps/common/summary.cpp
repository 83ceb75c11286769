// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "streams.hpp"
#include "text.hpp"

namespace tessera::app {

std::string steps_of(Record const& record) {
  return fmt::format("{} steps of {:.6g}", record.steps, record.dt);
}

std::string headline(Record const& r, std::string const& work) {
  auto const on = r.device.backend == "cuda"
                      ? r.device.name
                      : fmt::format("{} thread{}", r.device.threads, r.device.threads == 1 ? "" : "s");
  auto const ranks =
      r.sharing     ? fmt::format("{} ranks ({} blocks) of ", r.ranks, fmt::join(r.sharing->blocks, " x "))
      : r.ranks > 1 ? fmt::format("{} ranks of ", r.ranks)
                    : "";
  auto const way = r.scheme.way == "memory" ? "" : fmt::format(" ({})", r.scheme.way);
  return fmt::format("{}: {} nodes, {}, {}, scheme {}{} on {}{}\n", r.app, fmt::join(r.nodes, " x "), work,
                     r.precision, r.scheme.name, way, ranks, on);
}

void print_plan(Record const& record, std::string const& work, Options const& options,
                MemoryNeed const& need) {
  print(headline(record, work));
  print(fmt::format("  needs about {} of memory\n", human_bytes(need.host + need.device + need.first)));
  if (options.output) {
    std::string every;
    if (options.output_every > 0) every += fmt::format(", fields every {} steps", options.output_every);
    if (options.checkpoint_every > 0)
      every += fmt::format(", a checkpoint every {}", options.checkpoint_every);
    print(fmt::format("  would write the final field{} in {}\n", every, (*options.output / "").string()));
  }
  if (!options.json.empty() && options.json != "-")
    print(fmt::format("  would write the record {}\n", options.json));
  print("  nothing was run\n");
}

} // namespace tessera::app
