// SPDX-License-Identifier: Apache-2.0
// The tile of a team that marches through the planes of a system in 3D (device_march.hpp), what lies in its
// scratch, and which systems fit.
#pragma once

#include <tessera/scheme/detail/system/march_loads.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace tessera::detail {

template <class... Rules>
struct MarchShape {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  using Queues = MarchQueues<false, 1, Rules...>;
  static constexpr Queues queues{};
  static constexpr int stages = Queues::stages, count = Queues::count;
  static constexpr unsigned written = (0u | ... | Rules::writes), all = First::apart::all;
  static constexpr MarchLoads<Queues, Rules...> loads{queues};
  /// Registers of a member of the team hold what its column has of some members in a turn; the others go
  /// through the ring.
  static constexpr unsigned own = loads.own, ring = all & ~own;
  static constexpr int own_count = std::popcount(own), ring_count = std::popcount(ring);

  /// Layers of what stages make, which a member of the team holds in registers: those after the queues of
  /// what is copied.
  static constexpr int copied_layers = queues.begin[count], layers = queues.layers - copied_layers;
  /// Planes that stages still read of what was copied, and planes that are under way.
  static constexpr int live = 1 + [] {
    int last = 0;
    for (int m = 0; m < count; ++m)
      if (has_member(ring, m)) last = std::max(last, queues.last_lag[m]);
    return last;
  }();
  static constexpr int under_way = 1, depth = live + under_way;

  /// The members that a stage reads in other columns after an earlier stage has made them.
  template <class Stage, int stage>
  static constexpr unsigned aside = [] {
    unsigned made = 0;
    if (Stage::below(0) + Stage::above(0) + Stage::below(1) + Stage::above(1) > 0)
      for (int m = 0; m < count; ++m)
        if (queues.read[stage][m] >= count) made |= Stage::near & 1u << m;
    return made;
  }();
  /// Columns of a tile along axis 0: those of its core, a warp's, whose rows begin where sectors of memory
  /// do, and those of its halo.
  static constexpr int width = 32, rim = queues.below[0] + queues.above[0], pitch = width + rim;
  /// Values that members at the rim of a tile read before its first column and after its last one.
  static constexpr int margin = std::max({0, (pitch * std::max(Rules::below(1), Rules::above(1)) +
                                              std::max(Rules::below(0), Rules::above(0)))...});

  /// Scratch holds, for `columns` columns of a tile:
  ///
  ///     margin | slots of the ring, a plane of each member | margin | planes that stages read aside | margin
  ///
  /// A slot has a margin of its own where members at the rim would else read in the next one, to which copies
  /// are under way.
  static constexpr int slot_size(int columns) { return ring_count * columns + slot_margin; }
  /// The first value of the planes that a stage reads aside.
  static constexpr int aside_begin(int stage, int columns) {
    return depth * slot_size(columns) - slot_margin + margin +
           columns * planes_aside(stage, std::make_integer_sequence<int, stages>{});
  }
  static constexpr std::size_t bytes_of(int columns) {
    return sizeof(T) * static_cast<std::size_t>(2 * margin + aside_begin(stages, columns));
  }
  /// Rows of a tile with its halo: with 12 of them three teams of a step with two stages and six members in
  /// float share a multiprocessor; fewer where the 48 KiB of scratch, of which Kokkos takes a number a
  /// member, do not hold the planes.
  static constexpr int rows = [] {
    int rows = 12;
    while (rows > 0 && bytes_of(pitch * rows) + sizeof(double) * (pitch * rows + 2) > 48 * 1024) --rows;
    return rows;
  }();
  static constexpr int members = pitch * rows; // of a team, one for each column of a tile
  static constexpr std::size_t scratch_bytes = bytes_of(members);
  static constexpr int core[2] = {width, rows - queues.below[1] - queues.above[1]};

  /// Teams on a multiprocessor of 65536 registers; addresses and formulas need some beside the layers. Of
  /// Yee's scheme these are three: a fourth, with fewer registers each, made a step in double a tenth slower.
  static constexpr int registers = (layers + own_count) * static_cast<int>((sizeof(T) + 3) / 4);
  static constexpr int teams = std::max(1, 65536 / (std::max(1, members) * (registers + 41)));

  /// Values that are moved for a node, stage by stage in memory and by the march, which also loads the halo.
  static constexpr int in_memory =
      (0 + ... + (std::popcount(Rules::near | Rules::writes) + std::popcount(Rules::writes)));
  static constexpr int loaded = [] {
    int sum = 0;
    for (int m = 0; m < count; ++m)
      sum += (core[0] + loads.below[m][0] + loads.above[m][0]) *
             (core[1] + loads.below[m][1] + loads.above[m][1]);
    return sum;
  }();
  static constexpr bool moves_less =
      5 * in_memory * core[0] * core[1] >= 6 * (loaded + std::popcount(written) * core[0] * core[1]);

  /// Whether registers and scratch hold the planes, and memory moves at least a sixth less. If not, the
  /// kernel is not compiled.
  static constexpr bool fits = First::dimension == 3 && stages > 1 && sizeof(T) >= 4 &&
                               !(false || ... || Rules::box) && registers <= 100 && core[1] > 0 && moves_less;

private:
  /// Whether a stage may read other columns of a slot's last member above a tile, or of its first one below.
  template <class Stage>
  static constexpr bool reads_beyond_slot() {
    bool const above = Stage::above(0) + Stage::above(1) > 0, below = Stage::below(0) + Stage::below(1) > 0;
    unsigned const first = ring & (0u - ring), last = std::bit_floor(ring);
    return (above && (Stage::near & last) != 0) || (below && (Stage::near & first) != 0);
  }
  static constexpr int slot_margin = [] {
    constexpr bool beyond[] = {reads_beyond_slot<Rules>()...};
    return std::find(beyond, beyond + stages, true) != beyond + stages ? margin : 0;
  }();
  template <int... S>
  static constexpr int planes_aside(int stage, std::integer_sequence<int, S...>) {
    return (0 + ... + (S < stage ? std::popcount(aside<Rules, S>) : 0));
  }
};

} // namespace tessera::detail
