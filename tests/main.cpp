// SPDX-License-Identifier: Apache-2.0
// Kokkos lives as long as GoogleTest runs: it can't be started twice in a process.
#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
