// SPDX-License-Identifier: Apache-2.0
// Which layers of a system a march along its slow axis has to hold between the stages of a step, or of
// several steps, known at compile time: rows in 2D, planes in 3D. A stage makes a layer `lag` layers behind
// the one that is loaded. What it makes of a member is a new version of it, which is held in a queue of
// layers until its last reader is done. For Yee's scheme in 2D:
//
//      layers ->    0 1 2 3 4 5
//      loaded       . . . . o N      ez hx hy
//      H            . . . o N        lag 1: reads ez one layer up
//      E            . . . o N        lag 1: reads hx one layer down, so two layers of hx are held
//
// schedule.hpp lays out the ring buffers of a host in the same way, for several steps.
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/scheme/detail/system/member_bits.hpp>

#include <tuple>
#include <type_traits>

namespace tessera::detail {

/// How far below its layer a stage may read along the slow axis. Where conditions have images, those at the
/// upper face lie as far below it as the formula reads above.
template <class Rules>
inline constexpr int layers_below = [] {
  constexpr int slow = Rules::dimension - 1, below = Rules::below(slow), above = Rules::above(slow);
  return Rules::keeps_nodes || below > above ? below : above;
}();

/// For so many steps, whose stages follow each other.
/// \tparam with_images whether the march makes nodes that read images beyond faces
template <bool with_images, int steps, class... Rules>
struct MarchQueues {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  static constexpr int dimension = First::dimension, slow = dimension - 1, stages_of_step = sizeof...(Rules),
                       stages = steps * stages_of_step, count = First::count, most = count * (stages + 1);

  int lag[stages] = {};
  int read[stages][count] = {};                  // the queue in which a stage finds a member
  int write[stages][count] = {};                 // the queue that gets what it makes; -1: nothing
  bool last[stages][count] = {};                 // whether no later stage makes that member
  int first_lag[most] = {}, last_lag[most] = {}; // a queue holds the layers between these lags
  int begin[most] = {};                          // of a queue's layers among those of all queues
  int queues = count, layers = 0, greatest_lag = 0;
  int below[3] = {}, above[3] = {}; // nodes around a core that are loaded

  constexpr MarchQueues() {
    constexpr unsigned near[] = {Rules::near...}, writes[] = {Rules::writes...};
    constexpr int low[3][stages_of_step] = {{Rules::below(0)...}, {Rules::below(1)...}, {Rules::below(2)...}},
                  kept[] = {with_images ? layers_below<Rules> : Rules::below(slow)...},
                  high[3][stages_of_step] = {
                      {Rules::above(0)...}, {Rules::above(1)...}, {Rules::above(2)...}};
    int now[count] = {};
    for (int m = 0; m < count; ++m) now[m] = m;
    for (int s = 0; s < stages; ++s) {
      int const rules = s % stages_of_step;
      auto const reads_around = [&](int m) { return has_member(near[rules], m); };
      lag[s] = greatest_lag;
      for (int m = 0; m < count; ++m) {
        int const ready = first_lag[now[m]] + (reads_around(m) ? high[slow][rules] : 0);
        lag[s] = lag[s] < ready ? ready : lag[s];
      }
      greatest_lag = lag[s];
      for (int m = 0; m < count; ++m) {
        int const needed = lag[s] + (reads_around(m) ? kept[rules] : 0);
        read[s][m] = now[m];
        last_lag[now[m]] = last_lag[now[m]] < needed ? needed : last_lag[now[m]];
        write[s][m] = -1;
        if (!has_member(writes[rules], m)) continue;
        now[m] = write[s][m] = queues++;
        first_lag[now[m]] = last_lag[now[m]] = lag[s];
      }
      for (int a = 0; a < dimension; ++a) {
        below[a] += low[a][rules];
        above[a] += high[a][rules];
      }
    }
    for (int s = 0; s < stages; ++s)
      for (int m = 0; m < count; ++m) last[s][m] = write[s][m] >= 0 && write[s][m] == now[m];
    for (int q = 0; q < queues; ++q) {
      begin[q] = layers;
      layers += last_lag[q] - first_lag[q] + 1;
    }
  }
};

/// Calls body(q) for each queue; q.value is its number, a constant.
template <int queues, class Body, int q = 0>
KOKKOS_FORCEINLINE_FUNCTION void for_queues(Body const& body) {
  body(std::integral_constant<int, q>{});
  if constexpr (q + 1 < queues) for_queues<queues, Body, q + 1>(body);
}

} // namespace tessera::detail
