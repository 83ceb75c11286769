// SPDX-License-Identifier: Apache-2.0
#include "reactions.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_reactions(UserEntries& all) {
  add_user<CahnHilliard, double>(all);
  add_user<GrayScottStruct, float>(all);
  add_user<AllenCahn, double>(all);
  add_user<GrayScottVolume, float, ViewsApart>(all);
}

} // namespace tessera::perf
