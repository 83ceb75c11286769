// SPDX-License-Identifier: Apache-2.0
#include "bodies.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_bodies(UserEntries& all) {
  add_user<HeatedBody, float>(all);
  add_user<InsulatedBody, float>(all);
}

} // namespace tessera::perf
