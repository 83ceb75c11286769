// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/core/device.hpp>

#include <gtest/gtest.h>

namespace tessera::test {

/// Tests in which a host plays a device, or that are about a host's own kernels.
class HostOnly : public testing::Test {
protected:
  void SetUp() override {
    if (!detail::on_host<Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "here a device runs its own kernels";
  }
};

} // namespace tessera::test
