// SPDX-License-Identifier: Apache-2.0
// How every program ends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "options.hpp"
#include "record.hpp"

namespace tessera::app {

/// measure_copy_rate of all ranks together, which copy at the same time: they may share a memory. Collective.
std::optional<double> copy_rate_of_all();

/// Completes the record by what is the same for all programs (who ran where, checksum of the field, rate of a
/// copy) and says it as the options ask.
/// Collective; rank 0 has the field, and speaks.
/// \throws RunFailure if the JSON can't be written
void report(Record& record, std::string const& program, Options const& options, HostField const& field);

/// The same for what stepped or iterated, which is freed first: the copy needs memory, too.
template <class Run>
void report_run(Record& record, std::string const& program, Options const& options, HostField const& field,
                std::unique_ptr<Run> run) {
  record.scheme = run->scheme();
  record.ideal_bytes_per_update = run->ideal_bytes_per_update();
  if constexpr (std::is_polymorphic_v<Run>)
    if (auto const* const shared = dynamic_cast<Shares const*>(run.get())) record.sharing = shared->sharing();
  run.reset();
  report(record, program, options, field);
}

} // namespace tessera::app
