// SPDX-License-Identifier: Apache-2.0
#include "waves.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_waves(UserEntries& all) { add_user<WaveOfOrder8, float>(all); }

} // namespace tessera::perf
