// SPDX-License-Identifier: Apache-2.0
#include "support/sweep_in_memory.hpp"

namespace tessera::test {

/// Some edges are longer than what is gathered for them at a time (EdgeLines::longest).
std::vector<Extents<3>> const volumes = {{4, 5, 430}, {3, 450, 6}, {75, 9, 11}, {2, 60, 90}, {7, 1, 20}};

class RowsInMemory : public HostOnly {};

TEST_F(RowsInMemory, OfStarsIn3D) {
  expect_rows<float>(StarSum<3, 1>{}, false, volumes);
  expect_rows<double>(StarSum<3, 4>{}, false, volumes);
}

TEST_F(RowsInMemory, OfTwoLevelsIn3D) { expect_rows<float>(TwoLevelSum<3, 2>{}, false, volumes); }

TEST_F(RowsInMemory, OfBoxesIn3D) { expect_rows<double>(BoxSum<3>{}, false, volumes); }

} // namespace tessera::test
