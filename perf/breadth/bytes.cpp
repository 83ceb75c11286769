// SPDX-License-Identifier: Apache-2.0
#include "bytes.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_bytes(UserEntries& all) {
  add_user<Life>(all);
  add_user<Smoothing>(all);
}

} // namespace tessera::perf
