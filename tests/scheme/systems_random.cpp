// SPDX-License-Identifier: Apache-2.0
// Random systems of fields against plain loops: members, stages, reaches, lists of members, conditions and
// places of members as a seed gives them.
#include "support/random_system_compare.hpp"

namespace tessera::test {

#ifndef TESSERA_FIRST_SEED
#define TESSERA_FIRST_SEED 1
#endif

TEST(RandomSystems, InAPlane) {
  compare_random_system<2, TESSERA_FIRST_SEED>();
  compare_random_system<2, TESSERA_FIRST_SEED + 1>();
}

} // namespace tessera::test
