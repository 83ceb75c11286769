// SPDX-License-Identifier: Apache-2.0
#include "derivative_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

namespace tessera::perf {

DerivativeOptions parse_derivative_options(int& argc, char** argv) {
  DerivativeOptions options;
  CLI::App app("Measures derivatives along each axis, and the Laplacian, 3D, periodic");
  app.footer("Google Benchmark's own options (--benchmark_out=FILE, --benchmark_filter=...) work as well.");
  app.allow_extras();
  app.add_option("--size", options.sizes, "Nodes along every axis; a list")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--types", options.types, "Of float,double")
      ->delimiter(',')
      ->check(CLI::IsMember({"float", "double"}));
  app.add_option("--orders", options.orders, "Orders; a list, even, 2 to 16")
      ->delimiter(',')
      ->check(CLI::IsMember({2, 4, 6, 8, 10, 12, 14, 16}));
  app.add_option("--pencils", options.pencils,
                 "Lines a team takes side by side; a list, 0: the library's choice")
      ->delimiter(',')
      ->check(CLI::NonNegativeNumber);
  app.add_option("--repetitions", options.repetitions, "Turns that count")->check(CLI::PositiveNumber);
  app.add_option("--updates", options.updates, "Node updates of one repetition, at least")
      ->check(CLI::PositiveNumber);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
  // What is left is for Google Benchmark and Kokkos; the words stay where they are in argv.
  auto const left = app.remaining();
  int kept = 1;
  for (int a = 1; a < argc; ++a)
    if (std::find(left.begin(), left.end(), argv[a]) != left.end()) argv[kept++] = argv[a];
  argc = kept;
  return options;
}

} // namespace tessera::perf
