// SPDX-License-Identifier: Apache-2.0
// What a march loads of each member of a system: of which nodes around the core of a tile, and where a column
// holds it. For a step of Yee's scheme in 3D, whose first stage makes H of E and whose second one E of H:
//
//      E      both stages read it, the first one at neighbours: one node below the core and one above it,
//             held for all columns of the tile together
//      H      the first stage alone reads it, at the node itself; the second one reads what the first has
//      made
//             one node below: one node below the core, held by each column for itself
#pragma once

#include <tessera/scheme/detail/system/march_queues.hpp>

namespace tessera::detail {

/// \tparam Queues a MarchQueues of one step of these stages
template <class Queues, class... Rules>
struct MarchLoads {
  static constexpr int count = Queues::count, stages = Queues::stages;

  /// Nodes of each member around a core, along each axis.
  int below[count][3] = {}, above[count][3] = {};
  /// A bit for each member that no stage reads at neighbours before a stage has made it, and that all its
  /// readers until then read in the same turn.
  unsigned own = 0;
  /// The last stage that reads a member before a stage has made it.
  int last_reader[count] = {};

  constexpr explicit MarchLoads(Queues const& queues) {
    for (int a = 0; a < Queues::dimension; ++a) find_halos(queues, a);
    for (int m = 0; m < count; ++m) {
      bool is_own = true;
      int lag = -1;
      for (int s = 0; s < stages; ++s) {
        if (queues.read[s][m] != m) continue;
        if (has_member(near[s], m) || (lag >= 0 && lag != queues.lag[s])) is_own = false;
        lag = queues.lag[s];
        last_reader[m] = s;
      }
      if (is_own) own |= 1u << m;
    }
  }

private:
  static constexpr unsigned near[] = {Rules::near...};
  static constexpr int low[3][stages] = {{Rules::below(0)...}, {Rules::below(1)...}, {Rules::below(2)...}},
                       high[3][stages] = {{Rules::above(0)...}, {Rules::above(1)...}, {Rules::above(2)...}};

  constexpr void find_halos(Queues const& queues, int axis) {
    int lower[Queues::most] = {}, upper[Queues::most] = {}; // nodes around a core that each queue holds
    for (int s = stages - 1; s >= 0; --s) {
      int made_lower = 0, made_upper = 0; // nodes around a core that the stage makes
      for (int q : queues.write[s]) {
        if (q < 0) continue;
        made_lower = larger(made_lower, lower[q]);
        made_upper = larger(made_upper, upper[q]);
      }
      for (int m = 0; m < count; ++m) {
        int const q = queues.read[s][m];
        lower[q] = larger(lower[q], made_lower + (has_member(near[s], m) ? low[axis][s] : 0));
        upper[q] = larger(upper[q], made_upper + (has_member(near[s], m) ? high[axis][s] : 0));
      }
    }
    for (int m = 0; m < count; ++m) { // the queue of what is loaded of a member has its number
      below[m][axis] = lower[m];
      above[m][axis] = upper[m];
    }
  }
  static constexpr int larger(int a, int b) { return a < b ? b : a; }
};

} // namespace tessera::detail
