// SPDX-License-Identifier: Apache-2.0
// What ranks of a loopback do together beside their messages.
#pragma once

#include <algorithm>

#include "support/loopback.hpp"

namespace tessera::test {

/// Adds numbers over the ranks of a loopback.
class LoopbackRanks {
public:
  struct Shared {
    std::vector<std::int64_t> sum;
  };
  LoopbackRanks(LoopbackWorld& world, Shared& shared) : world_(&world), shared_(&shared) {}

  void add(std::int64_t* values, int count) const {
    world_->wait_for_all(); // the sum before has been read
    shared_->sum.assign(static_cast<std::size_t>(count), 0);
    world_->wait_for_all();
    for (int i = 0; i < count; ++i) shared_->sum[static_cast<std::size_t>(i)] += values[i];
    world_->wait_for_all();
    std::copy(shared_->sum.begin(), shared_->sum.end(), values);
  }

private:
  LoopbackWorld* world_;
  Shared* shared_;
};

} // namespace tessera::test
