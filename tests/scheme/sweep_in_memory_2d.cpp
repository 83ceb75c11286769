// SPDX-License-Identifier: Apache-2.0
#include "support/sweep_in_memory.hpp"

namespace tessera::test {

std::vector<Extents<2>> const planes = {{37, 53}, {9, 140}, {23, 128}, {40, 17}, {11, 1}};

template <class T>
void expect_all(bool nontemporal) {
  expect_rows<T>(StarSum<2, 1>{}, nontemporal, planes);
  expect_rows<T>(StarSum<2, 2>{}, nontemporal, planes);
  expect_rows<T>(StarSum<2, 4>{}, nontemporal, planes);
}

class RowsInMemory : public HostOnly {};

TEST_F(RowsInMemory, FloatNontemporal) { expect_all<float>(true); }
TEST_F(RowsInMemory, DoubleNontemporal) { expect_all<double>(true); }
TEST_F(RowsInMemory, FloatThroughTheCaches) { expect_all<float>(false); }
TEST_F(RowsInMemory, DoubleThroughTheCaches) { expect_all<double>(false); }

TEST_F(RowsInMemory, OfTwoLevels) {
  expect_rows<float>(TwoLevelSum<2, 1>{}, false, planes);
  expect_rows<double>(TwoLevelSum<2, 2>{}, false, planes);
}

} // namespace tessera::test
