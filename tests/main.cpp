// SPDX-License-Identifier: Apache-2.0
// Kokkos lives as long as GoogleTest runs: it can't be started twice in a process. `--source=NAME` runs the
// tests of the source NAME.cpp alone, of a program that holds several.
#include <Kokkos_Core.hpp>

#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

namespace {

/// GoogleTest's filter for the tests of a source; empty if it has none.
std::string filter_of(std::string const& source) {
  auto const& tests = *testing::UnitTest::GetInstance();
  std::string filter;
  for (int s = 0; s < tests.total_test_suite_count(); ++s) {
    auto const& suite = *tests.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t)
      if (auto const& test = *suite.GetTestInfo(t); std::filesystem::path(test.file()).stem() == source)
        filter += std::string(suite.name()) + '.' + test.name() + ':';
  }
  return filter;
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::string const option = "--source=";
  if (argc > 1 && std::string(argv[1]).starts_with(option)) {
    auto const filter = filter_of(argv[1] + option.size());
    if (filter.empty()) {
      std::fprintf(stderr, "%s: this program has no test of such a source\n", argv[1]);
      return 1;
    }
    testing::GTEST_FLAG(filter) = filter;
  }
  Kokkos::ScopeGuard kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
