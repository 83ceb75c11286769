// SPDX-License-Identifier: Apache-2.0
#include "fronts.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_fronts(UserEntries& all) {
  add_user<Weno5, double>(all);
  add_user<LevelSet, float>(all);
}

} // namespace tessera::perf
