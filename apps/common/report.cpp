// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <tessera/config.hpp>
#include <tessera/core/error.hpp>
#include <tessera/io/hash.hpp>

#include <span>

namespace tessera::app {

void report(Record& record, std::string const& program, Options const& options, HostField const& field) {
  record.app = program;
  record.version = TESSERA_VERSION_STRING;
  record.device = describe_device();
  record.precision = options.precision;
  std::visit([&]<class T>(
                 std::vector<T> const& values) { record.checksum = io::hash_of(std::span<const T>(values)); },
             field);
  auto const summary = [&] {
    if (!options.quiet && options.json != "-") print_summary(record);
  };
  if (!options.json.empty()) {
    record.copy_gb_per_s = measure_copy_rate();
    try {
      write_json(record, options.json);
    } catch (RunFailure const&) {
      summary(); // what is known is said, at least
      throw;
    }
  }
  summary();
}

} // namespace tessera::app
