// SPDX-License-Identifier: Apache-2.0
#include "boxes.hpp"

#include "entries.hpp"

namespace tessera::perf {

void add_boxes(UserEntries& all) {
  add_user<Box27, double>(all);
  add_user<AnisotropicDiffusion, float>(all);
  add_user<NinePoints, float>(all);
}

} // namespace tessera::perf
