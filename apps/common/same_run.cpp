// SPDX-License-Identifier: Apache-2.0
#include "same_run.hpp"

#include <fmt/format.h>

#include "team.hpp"

namespace tessera::app {

void expect_same_run(Options const& options, std::vector<io::Parameter> problem) {
  if (!team().shared()) return;
  problem.push_back({"output-every", fmt::format("{}", options.output_every)});
  problem.push_back({"checkpoint-every", fmt::format("{}", options.checkpoint_every)});
  problem.push_back({"output", options.output ? options.output->string() : "none"});
  problem.push_back({"json", options.json.empty() ? "none" : options.json});
  std::string names;
  for (auto const& one : problem) names += (names.empty() ? "" : ", ") + one.name;
  team().expect_same("what is given", names);
  for (auto const& one : problem) team().expect_same(one.name, one.value);
}

} // namespace tessera::app
