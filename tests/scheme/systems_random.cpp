// SPDX-License-Identifier: Apache-2.0
// Random systems of fields against plain loops: members, stages, reaches, lists of members, conditions and
// the places of members follow from seeds. Others are tried by compiling this source with TESSERA_SEEDS_2D
// and the like, more problems of each by TESSERA_TEST_RANDOM_PROBLEMS.
#include "support/random_system_compare.hpp"

// Among them are 2 to 9 members, 1 to 4 stages, staggered members, both layouts and precisions, and
// conditions that read neighbours.
#ifndef TESSERA_SEEDS_1D
#define TESSERA_SEEDS_1D 13
#endif
#ifndef TESSERA_SEEDS_2D
#define TESSERA_SEEDS_2D 16, 19, 30
#endif
#ifndef TESSERA_SEEDS_3D
#define TESSERA_SEEDS_3D 12
#endif

namespace tessera::test {

template <int D, std::uint64_t... seeds>
void compare_random_systems() {
  (compare_random_system<D, seeds>(), ...);
}

TEST(RandomSystems, OnALine) { compare_random_systems<1, TESSERA_SEEDS_1D>(); }
TEST(RandomSystems, InAPlane) { compare_random_systems<2, TESSERA_SEEDS_2D>(); }
TEST(RandomSystems, InAVolume) { compare_random_systems<3, TESSERA_SEEDS_3D>(); }

} // namespace tessera::test
