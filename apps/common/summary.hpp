// SPDX-License-Identifier: Apache-2.0
// What is said of a run, in words.
#pragma once

#include "prepared.hpp"
#include "record.hpp"

namespace tessera::app {

/// "tessera-heat: 33 x 33 nodes, 100 steps of 0.01, double, scheme direct on 2 threads", a line.
/// \param work "100 steps of 0.01"
std::string headline(Record const& record, std::string const& work);

/// "100 steps of 0.01"
std::string steps_of(Record const& record);

/// What --check says: what would run, the memory that it needs, and what it would write.
void print_plan(Record const& record, std::string const& work, Options const& options,
                MemoryNeed const& need);

} // namespace tessera::app
