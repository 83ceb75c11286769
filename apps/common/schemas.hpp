// SPDX-License-Identifier: Apache-2.0
// JSON schemas, draft 2020-12, of what programs read and write. They follow the lists by which they read and
// write.
#pragma once

#include <string>

#include "command_line.hpp"

namespace tessera::app {

/// Of a program's configuration file.
std::string config_schema(Program const& program);

/// Of the record that --json writes, the same for all programs.
std::string record_schema();

} // namespace tessera::app
