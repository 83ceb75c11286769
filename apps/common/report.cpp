// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <tessera/config.hpp>
#include <tessera/core/error.hpp>
#include <tessera/io/hash.hpp>

#include <span>

#include "summary.hpp"
#include "team.hpp"

namespace tessera::app {

std::optional<double> copy_rate_of_all() {
  team().sum(0); // they begin together
  auto const own = measure_copy_rate();
  if (!team().shared()) return own;
  auto const missing = team().sum(own ? 0 : 1);
  auto const bytes = team().sum(static_cast<std::int64_t>(own.value_or(0.) * 1e9));
  if (missing > 0) return {};
  return static_cast<double>(bytes) * 1e-9;
}

void complete(Record& record, std::string const& program, Options const& options) {
  record.app = program;
  record.version = TESSERA_VERSION_STRING;
  record.device = describe_device();
  record.precision = options.precision;
  record.ranks = team().count();
}

void report_check(Record& record, std::string const& work, std::string const& program, Options const& options,
                  MemoryNeed const& need) {
  complete(record, program, options);
  if (!options.quiet) print_plan(record, work, options, need);
}

std::uint64_t checksum_of(std::vector<HostField> const& fields) {
  io::Hash hash;
  for (auto const& field : fields)
    std::visit(
        [&](auto const& values) {
          values.for_pieces([&](std::size_t, auto piece) { hash.add(std::as_bytes(piece)); });
        },
        field);
  return hash.value();
}

void report(Record& record, std::string const& program, Options const& options) {
  complete(record, program, options);
  auto const summary = [&] {
    if (!options.quiet && options.json != "-") print_summary(record);
  };
  if (!options.json.empty()) {
    record.copy_gb_per_s = copy_rate_of_all();
    team().agree([&] {
      if (!team().first()) return;
      try {
        write_json(record, options.json);
        record.written.push_back(options.json);
      } catch (RunFailure const&) {
        summary(); // what is known is said, at least
        throw;
      }
    });
  }
  summary();
}

} // namespace tessera::app
