// SPDX-License-Identifier: Apache-2.0
#include "transport.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_transport(UserEntries& all) {
  add_user<Advection, float>(all);
  add_user<Burgers, double>(all);
}

} // namespace tessera::perf
