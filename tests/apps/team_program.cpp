// SPDX-License-Identifier: Apache-2.0
// A program on many ranks that fails as its argument says; rank_failures.py runs it.
#include <tessera/core/error.hpp>

#include <csignal>
#include <string>
#include <thread>

#include "../../apps/common/program.hpp"
#include "../../apps/common/streams.hpp"
#include "../../apps/common/team.hpp"

using namespace tessera;

namespace {

void run(std::string const& how) {
  auto const& ranks = app::team();
  bool const last = ranks.rank() == ranks.count() - 1;
  if (how == "throws" && last) throw RunFailure("the disk is full");
  if (how == "refuses" && last) throw InvalidInput("there is no such file");
  if (how == "all-refuse") ranks.agree([] { throw InvalidInput("there are no such nodes"); });
  if (how == "one-refuses")
    ranks.agree([&] {
      if (last) throw InvalidInput("there is no such file here");
    });
  if (how == "killed" && last) std::raise(SIGKILL);
  if (how == "differs") ranks.expect_same("the number of steps", last ? "7" : "8");
  ranks.sum(1); // where the others wait
  app::print("all\n");
}

} // namespace

int main(int argc, char** argv) {
  std::string const how = argc > 1 ? argv[1] : "";
  return app::run_program("team_program", [&] { run(how); });
}
