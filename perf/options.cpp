// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace tessera::perf {

namespace {

bool has(std::vector<std::string> const& list, std::string const& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// "512x1024" as nodes per axis
std::array<int, 3> tile_of(std::string const& text) {
  std::array<int, 3> tile = {0, 0, 0};
  std::istringstream stream(text);
  char times = 'x';
  for (int a = 0; a < 3 && times == 'x'; ++a) {
    if (!(stream >> tile[a]) || tile[a] < 1)
      throw CLI::ValidationError("--tiles", text + ": give 512x1024, say");
    times = 0;
    stream >> times;
  }
  if (times != 0) throw CLI::ValidationError("--tiles", text + ": give 512x1024, say");
  return tile;
}

} // namespace

bool Options::wants_type(std::string const& name) const { return has(types, name); }
bool Options::wants_scheme(std::string const& name) const { return has(schemes, name); }

Options parse_options(int& argc, char** argv, std::string const& description) {
  Options options;
  std::vector<std::string> tiles;
  CLI::App app(description);
  app.footer("Google Benchmark's own options (--benchmark_out=FILE, --benchmark_filter=...) work as well.");
  app.allow_extras();
  app.add_option("--size", options.sizes, "Nodes along every axis; a list")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--types", options.types, "Of float,double")
      ->delimiter(',')
      ->check(CLI::IsMember({"float", "double"}));
  app.add_option("--schemes", options.schemes, "Of direct,tiled,streaming,temporal")
      ->delimiter(',')
      ->check(CLI::IsMember({"direct", "tiled", "streaming", "temporal"}));
  app.add_option("--tiles", tiles,
                 "Tiles of the temporal scheme, halo included, unit-stride axis first: 512x1024")
      ->delimiter(',');
  app.add_option("--fused", options.fused, "Fused steps of the temporal scheme; a list")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--repetitions", options.repetitions, "Turns that count")->check(CLI::PositiveNumber);
  app.add_option("--updates", options.updates, "Node updates of one repetition, at least")
      ->check(CLI::PositiveNumber);
  app.add_flag("!--no-serial", options.serial, "Leave out the serial loop");
  try {
    app.parse(argc, argv);
    for (std::string const& text : tiles) options.tiles.push_back(tile_of(text));
  } catch (CLI::ParseError const& error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
  // What is left is for Google Benchmark and Kokkos; the words stay where they are in argv.
  auto const left = app.remaining();
  int kept = 1;
  for (int a = 1; a < argc; ++a)
    if (has(left, argv[a])) argv[kept++] = argv[a];
  argc = kept;
  return options;
}

} // namespace tessera::perf
