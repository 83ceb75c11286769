// SPDX-License-Identifier: Apache-2.0
// What programs refuse, as tables.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

/// Arguments and a configuration, each may be empty, and what the message has to say.
struct BadInput {
  std::string arguments, toml;
  std::vector<std::string> says;
};

/// Each is refused with exit code 2 and one line, and nothing is written. `prepare` puts files into the
/// folder of every run.
inline void expect_refused(Program const& program, std::vector<BadInput> const& table,
                           std::function<void(Folder const&)> const& prepare = {}) {
  for (auto const& bad : table) {
    SCOPED_TRACE(bad.arguments + '\n' + bad.toml);
    Folder const folder;
    if (prepare) prepare(folder);
    auto arguments = words(bad.arguments);
    if (!bad.toml.empty()) {
      replace_content(folder / "run.toml", bad.toml);
      arguments.insert(arguments.end(), {"--config", "run.toml"});
    }
    auto const files = folder.entries();
    expect_error(program(folder, arguments), 2, bad.says);
    EXPECT_EQ(folder.entries(), files);
  }
}

} // namespace tessera::test
