// SPDX-License-Identifier: Apache-2.0
// A cache that is smaller than the machine's, so that small grids do not fit it.
#pragma once

#include <tessera/core/caches.hpp>

#include <utility>

namespace tessera::test {

/// Changes what the library takes for the size of a cache, in bytes, for as long as this lives.
class SmallCache {
public:
  SmallCache(std::size_t& size, std::size_t bytes) : size_(size), before_(std::exchange(size, bytes)) {}
  ~SmallCache() { size_ = before_; }
  SmallCache(SmallCache const&) = delete;
  SmallCache& operator=(SmallCache const&) = delete;

private:
  std::size_t &size_, before_;
};

} // namespace tessera::test
