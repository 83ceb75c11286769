// SPDX-License-Identifier: Apache-2.0
// How teams march through large grids in the direct sweep of a volume on a device. How many registers a
// formula's window takes decides how many members a multiprocessor holds at once, and these hide the time
// that loads take.
#pragma once

#include <tessera/scheme/detail/device/march.hpp>

namespace tessera::detail {

struct DirectMarchShape {
  int team;       // members
  int concurrent; // teams on a multiprocessor, whose members share its registers; 0: as many as fit
  int planes;     // of a march
  int prefetched; // planes prefetched beyond those that are loaded
  int least;      // a grid is large if it has so many packs for each thread that the device runs at once
};

/// What was fastest on an H200 (docs/notes/direct-3d-on-a-gpu.md).
template <class Rules, int C>
constexpr DirectMarchShape direct_march_shape() {
  constexpr int R = Rules::radius, bytes = sizeof(typename Rules::value_type);
  constexpr bool reads_more = OwnReads<Rules, C, true>::values > 0;
  constexpr int usual = R > 2 && !reads_more ? 24 : 48;
  if (Rules::star && R == 1) return {512, 2, 20, 2, 20};
  if (R > 4) return {128, 0, usual, 2, usual};
  if (bytes < 4) return {512, 1, usual, 2, usual}; // packs have many values then
  if (!Rules::star) return {128, 4, 48, 3, 48};
  if (reads_more) return {256, 2, 48, 2, 48};
  if (R < 4) return {128, 4, 32, 2, usual};
  if (bytes == 4) return {512, 1, 24, 2, 24};
  return {128, 4, 32, 3, 24};
}

} // namespace tessera::detail
