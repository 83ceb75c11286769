// SPDX-License-Identifier: Apache-2.0
#include "heated.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_heated(UserEntries& all) {
  add_user<Rod, double>(all);
  add_user<StretchedPlate, double>(all);
}

} // namespace tessera::perf
