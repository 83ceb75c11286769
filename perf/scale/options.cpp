// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace tessera::perf {

ScaleOptions parse_scale_options(int argc, char** argv, bool speaks) {
  ScaleOptions options;
  CLI::App app("Measures steps of a grid that ranks share, beside those of one rank alone. Start it with "
               "mpirun, one rank a "
               "GPU, or one a few cores.");
  app.add_option("--case", options.cases,
                 "heat2d (2D, fused steps), heat3d (3D, fused steps), wave3d (order 8)")
      ->delimiter(',')
      ->check(CLI::IsMember({"heat2d", "heat3d", "wave3d"}));
  app.add_option("--transport", options.transports,
                 "mpi (through the host), nccl, peer; default: all that run here")
      ->delimiter(',')
      ->check(CLI::IsMember({"mpi", "nccl", "peer"}));
  app.add_option("--nodes", options.nodes,
                 "nodes along each axis of a rank's block, or one number for all axes")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--parts", options.parts, "blocks along each axis; default: all along the slowest axis")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_flag("--strong", options.strong,
               "--nodes are those of the whole grid, which one rank steps alone, too");
  app.add_option("--fused", options.fused_steps, "fused steps of heat2d and heat3d")
      ->check(CLI::Range(1, 64));
  app.add_option("--seconds", options.seconds, "of one measurement, about (default 0.1)")
      ->check(CLI::PositiveNumber);
  app.add_option("--repetitions", options.repetitions, "measurements of each row (default 7)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--json", options.json, "a file for the rows, one JSON object a line");
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    int const code = speaks ? app.exit(error) : 0;
    std::exit(error.get_exit_code() == 0 ? code : 2);
  }
  return options;
}

} // namespace tessera::perf
