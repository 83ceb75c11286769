// SPDX-License-Identifier: Apache-2.0
// Which rows of a system a march along axis 1 has to hold between the stages of a step, known at compile
// time. A stage makes a row `lag` rows behind the one that is loaded. What it makes of a member is a new
// version of it, which is held in a queue of rows until its last reader is done. For Yee's scheme:
//
//      rows ->      0 1 2 3 4 5
//      loaded       . . . . o N      ez hx hy
//      H            . . . o N        lag 1: reads ez one row up
//      E            . . . o N        lag 1: reads hx one row down, so two rows of hx are held
//
// schedule.hpp lays out the ring buffers of a host in the same way, for several steps.
#pragma once

#include <tessera/core/index.hpp>

#include <tuple>

namespace tessera::detail {

/// How far below its row a stage may read along axis 1. Where conditions have images, those at the upper face
/// lie as far below it as the formula reads above.
template <class Rules>
inline constexpr int rows_below = Rules::keeps_nodes || Rules::below(1) > Rules::above(1) ? Rules::below(1)
                                                                                          : Rules::above(1);

template <class... Rules>
struct RowQueues {
  static constexpr int stages = sizeof...(Rules),
                       count = std::tuple_element_t<0, std::tuple<Rules...>>::count,
                       most = count * (stages + 1);

  int lag[stages] = {};
  int read[stages][count] = {};                  // the queue in which a stage finds a member
  int write[stages][count] = {};                 // the queue that gets what it makes; -1: nothing
  bool last[stages][count] = {};                 // whether no later stage makes that member
  int first_lag[most] = {}, last_lag[most] = {}; // a queue holds the rows between these lags
  int begin[most] = {};                          // of a queue's rows among those of all queues
  int queues = count, rows = 0, greatest_lag = 0;
  int below[2] = {}, above[2] = {}; // nodes around a core that are loaded

  constexpr RowQueues() {
    constexpr unsigned near[] = {Rules::near...}, writes[] = {Rules::writes...};
    constexpr int low[2][stages] = {{Rules::below(0)...}, {Rules::below(1)...}},
                  kept[] = {rows_below<Rules>...},
                  high[2][stages] = {{Rules::above(0)...}, {Rules::above(1)...}};
    int now[count] = {};
    for (int m = 0; m < count; ++m) now[m] = m;
    for (int s = 0; s < stages; ++s) {
      auto const reads_around = [&](int m) { return (near[s] >> m & 1u) != 0; };
      lag[s] = greatest_lag;
      for (int m = 0; m < count; ++m) {
        int const ready = first_lag[now[m]] + (reads_around(m) ? high[1][s] : 0);
        lag[s] = lag[s] < ready ? ready : lag[s];
      }
      greatest_lag = lag[s];
      for (int m = 0; m < count; ++m) {
        int const needed = lag[s] + (reads_around(m) ? kept[s] : 0);
        read[s][m] = now[m];
        last_lag[now[m]] = last_lag[now[m]] < needed ? needed : last_lag[now[m]];
        write[s][m] = -1;
        if ((writes[s] >> m & 1u) == 0) continue;
        now[m] = write[s][m] = queues++;
        first_lag[now[m]] = last_lag[now[m]] = lag[s];
      }
      for (int a = 0; a < 2; ++a) {
        below[a] += low[a][s];
        above[a] += high[a][s];
      }
    }
    for (int s = 0; s < stages; ++s)
      for (int m = 0; m < count; ++m) last[s][m] = write[s][m] >= 0 && write[s][m] == now[m];
    for (int q = 0; q < queues; ++q) {
      begin[q] = rows;
      rows += last_lag[q] - first_lag[q] + 1;
    }
  }
};

} // namespace tessera::detail
