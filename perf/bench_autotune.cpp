// SPDX-License-Identifier: Apache-2.0
// The autotuner's choice and cost beside those of an exhaustive search; docs/notes/tuning-check.md has
// results.
#include <Kokkos_Core.hpp>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "autotune.hpp"

int main(int argc, char** argv) {
  tessera::perf::AutotuneCase which;
#ifdef TESSERA_BENCH_ONE_TYPE
  std::vector<std::string> const known{"double"};
#else
  std::vector<std::string> const known{"float", "double"};
#endif
  std::vector<std::string> types = known;
  CLI::App app("The autotuner against an exhaustive search, for the heat equation");
  app.add_option("--dimension", which.dimension, "2 (default) or 3")->check(CLI::IsMember({2, 3}));
  app.add_option("--size", which.nodes, "Nodes along every axis, default 2048")
      ->check(CLI::Range(8, 1 << 20));
  app.add_option("--types", types, "Of those that were compiled")
      ->delimiter(',')
      ->check(CLI::IsMember(known));
  app.add_option("--rows", which.rows, "Rows of the table, the fastest first; 0: all")
      ->check(CLI::Range(0, 10000));
  CLI11_PARSE(app, argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    for (auto const& type : types) {
#ifndef TESSERA_BENCH_ONE_TYPE
      if (type == "float") tessera::perf::compare_autotune<float>(which);
#endif
      if (type == "double") tessera::perf::compare_autotune<double>(which);
    }
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_autotune: error: %s\n", error.what());
    return 1;
  }
}
