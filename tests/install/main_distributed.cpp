// SPDX-License-Identifier: Apache-2.0
// An application that links the part for many ranks. A launcher may be missing here, so MPI is not
// initialised: that has to be refused in words.
#include <tessera/distributed.hpp>

#include <cstdio>
#include <string>

int main() {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {1, 1}};
  auto const blocks = tessera::cut(grid, {}, tessera::HaloDepth{}, 6);
  try {
    tessera::Ranks const ranks;
  } catch (tessera::InvalidInput const& refused) {
    std::printf("%d blocks; %s\n", blocks.count(), refused.what());
    return std::string(refused.what()).find("MPI is not initialised") != std::string::npos ? 0 : 1;
  }
  return 1;
}
