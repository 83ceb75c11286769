// SPDX-License-Identifier: Apache-2.0
// How every program ends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "options.hpp"
#include "prepared.hpp"
#include "record.hpp"

namespace tessera::app {

/// measure_copy_rate of all ranks together, which copy at the same time: they may share a memory. Collective.
std::optional<double> copy_rate_of_all();

/// Who ran where, and in which precision.
void complete(Record& record, std::string const& program, Options const& options);

/// The checksum of the values of these fields, one after the other. For rank 0, within led_by_first().
std::uint64_t checksum_of(std::vector<HostField> const& fields);

/// Completes the record by what is the same for all programs (the above, rate of a copy) and says it as the
/// options ask. Collective; rank 0 has the record's checksum, and speaks.
/// \throws RunFailure if the JSON can't be written
void report(Record& record, std::string const& program, Options const& options);

/// What --check says in place of a run. As report(), without a field.
void report_check(Record& record, std::string const& work, std::string const& program, Options const& options,
                  MemoryNeed const& need);

/// How the ranks share what steps or iterates; nothing on one.
template <class Run>
std::optional<Sharing> sharing_of(Run const& run) {
  if constexpr (std::is_polymorphic_v<Run>)
    if (auto const* const shared = dynamic_cast<Shares const*>(&run)) return shared->sharing();
  return {};
}

/// The same for what would step or iterate.
template <class Run>
void report_check(Record& record, std::string const& work, std::string const& program, Options const& options,
                  MemoryNeed const& need, Run const& run) {
  record.scheme = run.scheme();
  if (options.scheme.name == "auto") record.scheme = {"auto", {}}; // not tuned for that
  record.sharing = sharing_of(run);
  report_check(record, work, program, options, need);
}

/// The same as report() for what stepped or iterated, which is freed first: the copy needs memory, too.
template <class Run>
void report_run(Record& record, std::string const& program, Options const& options,
                std::unique_ptr<Run> run) {
  record.scheme = run->scheme();
  record.ideal_bytes_per_update = run->ideal_bytes_per_update();
  record.sharing = sharing_of(*run);
  run.reset();
  report(record, program, options);
}

} // namespace tessera::app
