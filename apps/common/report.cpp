// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <tessera/config.hpp>
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
  if (!options.json.empty()) {
    record.copy_gb_per_s = measure_copy_rate();
    write_json(record, options.json);
  }
  if (!options.quiet && options.json != "-") print_summary(record);
}

} // namespace tessera::app
