// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "breadth/sizes.hpp"

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

void add_all(CLI::App& app, Options& options, std::vector<std::string>& tiles,
             std::vector<std::string> const& known) {
  auto const positive = CLI::PositiveNumber;
  auto const list = [&](char const* name, auto& values, std::string const& help) {
    return app.add_option(name, values, help)->delimiter(',');
  };
  list("--stencil", options.stencils, "What is updated; a list")->required()->check(CLI::IsMember(known));
  list("--size", options.sizes, "Nodes along every axis; a list (poisson: along the stream)")
      ->check(positive);
  list("--types", options.types, "Of float,double")->check(CLI::IsMember({"float", "double"}));
  list("--schemes", options.schemes,
       "Of " + CLI::detail::join(options.schemes) + ", where the stencil has them")
      ->check(CLI::IsMember(options.schemes));
  list("--tiles", tiles, "Tiles of the temporal scheme, halo included, unit-stride axis first: 512x1024");
  list("--fused", options.fused, "Fused steps of the temporal scheme; a list")->check(positive);
  list("--orders", options.orders, "operators: orders; a list, even, 2 to 16")
      ->check(CLI::IsMember({2, 4, 6, 8, 10, 12, 14, 16}));
  list("--pencils", options.pencils,
       "derivative: lines a team takes side by side; a list, 0: the library's choice")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--repetitions", options.repetitions, "Turns that count")->check(positive);
  app.add_option("--updates", options.updates, "Node updates of one repetition, at least")->check(positive);
  app.add_option("--energy-seconds", options.energy_seconds,
                 "How long each row runs again for its energy, where there is a meter; 0: not at all")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--profile", options.profile,
                 "Run only this row, once and not timed, between the marks of a profiler (see perf/traffic)");
  app.add_flag("!--no-serial", options.serial, "Leave out the serial loop");
}

/// An option of one family of stencils, given for others only, would silently do nothing.
void refuse_unused(CLI::App const& app, Options const& options, std::vector<KnownStencil> const& known) {
  for (auto const* option : {"--orders", "--pencils", "--tiles", "--fused", "--schemes", "--no-serial"}) {
    std::vector<std::string> users;
    for (auto const& stencil : known)
      if (has(stencil.takes, option)) users.push_back(stencil.name);
    auto const chosen = [&](std::string const& user) { return has(options.stencils, user); };
    if (app.count(option) > 0 && std::none_of(users.begin(), users.end(), chosen))
      throw CLI::ValidationError(option,
                                 "not for these stencils (it is for " + CLI::detail::join(users, ", ") + ")");
  }
}

// What is left is for Google Benchmark and Kokkos; the words stay where they are in argv.
void keep_only(int& argc, char** argv, std::vector<std::string> const& left) {
  int kept = 1;
  for (int a = 1; a < argc; ++a)
    if (has(left, argv[a])) argv[kept++] = argv[a];
  argc = kept;
}

std::string refused_size(std::string const& text) {
  if (nodes_of(text, 1, true) > 0) return "";
  return text + ": give tiny, small, middle, large, or a number of nodes from " +
         std::to_string(least_nodes) + " on";
}

} // namespace

bool Options::wants_type(std::string const& name) const { return has(types, name); }
bool Options::wants_scheme(std::string const& name) const { return has(schemes, name); }

Options parse_options(int& argc, char** argv, std::vector<KnownStencil> const& known,
                      std::vector<std::string> const& schemes) {
  Options options;
  options.schemes = schemes;
  std::vector<std::string> names;
  for (auto const& stencil : known) names.push_back(stencil.name);
  std::vector<std::string> tiles;
  CLI::App app(
      "Measures updates of grids against the limits of this device: copies, loops by hand, every scheme");
  app.footer("Google Benchmark's own options (--benchmark_out=FILE, --benchmark_filter=...) work as well.");
  app.allow_extras();
  add_all(app, options, tiles, names);
  try {
    app.parse(argc, argv);
    for (std::string const& text : tiles) options.tiles.push_back(tile_of(text));
    refuse_unused(app, options, known);
  } catch (CLI::CallForHelp const& help) {
    std::exit(app.exit(help));
  } catch (CLI::ParseError const& error) {
    std::fprintf(stderr, "bench: error: %s (see bench --help)\n", error.what());
    std::exit(2);
  }
  keep_only(argc, argv, app.remaining());
  return options;
}

Options parse_breadth_options(int& argc, char** argv, std::vector<std::string> const& stencils,
                              std::vector<std::string> const& schemes) {
  Options options;
  options.stencils = stencils;
  options.schemes = schemes;
  options.types = {"uint8", "float", "double"};
  options.repetitions = 5;
  options.energy_seconds = 0;
  CLI::App app(
      "Measures every scheme, left to its own choices, on stencils such as users write, against plain loops");
  app.footer("Google Benchmark's own options (--benchmark_out=FILE, --benchmark_filter=...) work as well.");
  app.allow_extras();
  auto const list = [&](char const* name, std::vector<std::string>& values, std::string const& help) {
    return app.add_option(name, values, help)->delimiter(',');
  };
  list("--stencil", options.stencils, "A list, by default all: " + CLI::detail::join(stencils))
      ->check(CLI::IsMember(stencils));
  list("--size", options.size_names,
       "A list: tiny, small, middle, large, or nodes along every axis; by default small,middle,large")
      ->check(CLI::Validator(refused_size, "SIZE"));
  list("--types", options.types,
       "Of uint8,float,double; each stencil has the types for which it was compiled")
      ->check(CLI::IsMember(options.types));
  list("--schemes", options.schemes,
       "Of " + CLI::detail::join(schemes) + ", where a formula can be stepped by them")
      ->check(CLI::IsMember(schemes));
  app.add_option("--repetitions", options.repetitions, "Turns that count")->check(CLI::PositiveNumber);
  app.add_option("--milliseconds", options.milliseconds, "How long a repetition lasts, about")
      ->check(CLI::PositiveNumber);
  app.add_option("--profile", options.profile,
                 "Run only this row, once and not timed, between the marks of a profiler (see perf/traffic)");
  try {
    app.parse(argc, argv);
  } catch (CLI::CallForHelp const& help) {
    std::exit(app.exit(help));
  } catch (CLI::ParseError const& error) {
    std::fprintf(stderr, "bench_breadth: error: %s (see bench_breadth --help)\n", error.what());
    std::exit(2);
  }
  keep_only(argc, argv, app.remaining());
  return options;
}

} // namespace tessera::perf
