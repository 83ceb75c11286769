// SPDX-License-Identifier: Apache-2.0
#include "volumes.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_volumes(UserEntries& all) {
  add_user<WeightedStar, float>(all);
  add_user<Acoustic, float>(all);
}

} // namespace tessera::perf
