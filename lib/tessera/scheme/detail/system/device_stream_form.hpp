// SPDX-License-Identifier: Apache-2.0
// How many columns a member of a march on a device owns, and how many steps a sweep makes
// (device_streaming.hpp, device_fused_stream.hpp), known at compile time.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/scheme/detail/system/march_queues.hpp>

#include <bit>
#include <tuple>

namespace tessera::detail {

/// Columns of a strip that a warp writes, if each of its members owns so many: whole sectors of memory. The
/// columns that are loaded before them are whole packs.
template <class T, class Queues>
constexpr int written_columns(Queues const& queues, int columns) {
  int const sector = 32 / static_cast<int>(sizeof(T)),
            before = (queues.below[0] + columns - 1) / columns * columns,
            most = 32 * columns - before - queues.above[0];
  return most > 0 ? most - most % sector : 0;
}

struct StreamForm {
  int columns;       // of a member
  int steps = 1;     // of a sweep
  bool faces = true; // whether strips may lie at faces and obstacles
  int teams = 0;     // on a multiprocessor; 0: as its registers have room for
};

/// The form that several steps of a system take. Its `steps` are 0 where none pays.
///
/// A sweep is bound by instructions: by those of the formulas, at all columns of a strip, and by what is
/// loaded and stored once a sweep. So wide strips and many steps are good, as long as the registers hold the
/// rows between all stages. The numbers were fitted to what ten systems take on an H200
/// (docs/notes/systems-on-a-gpu.md).
template <class... Rules>
struct FusedStreamForms {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  static constexpr int count = First::count, words = static_cast<int>((sizeof(T) + 3) / 4), lanes = 32;

  /// Registers of a member. The compiler drops rows that no formula reads: where one reads many members on a
  /// box, as lattice Boltzmann methods do, it reads each at few nodes, and half of the rows are dropped.
  template <int steps>
  static constexpr int registers(int columns) {
    constexpr bool sparse = (... || (Rules::box && std::popcount(Rules::near) > 4));
    int const rows = (MarchQueues<false, steps, Rules...>().layers + count) * columns * words;
    return (sparse ? rows / 2 : rows) + 20 + 4 * count * words;
  }

  /// The values that the formula of a stage reads at a node.
  template <class Stage>
  static constexpr int reads_of = [] {
    int star = 1, box = 1;
    for (int a = 0; a < First::dimension; ++a) {
      star += Stage::below(a) + Stage::above(a);
      box *= Stage::below(a) + Stage::above(a) + 1;
    }
    return std::popcount(Stage::near) * (Stage::box ? box : star);
  }();
  /// Those of all stages, for each member.
  static constexpr double reads = (0 + ... + reads_of<Rules>) / static_cast<double>(count);

  struct Choice {
    StreamForm form = {0, 0, false, 0};
    double cost = 0; // of a node and step
  };

  template <int steps>
  static constexpr Choice better(Choice best) {
    for (int columns = pack_width<T, 16>; columns >= 1; columns /= 2) {
      int const needed = registers<steps>(columns),
                written = written_columns<T>(MarchQueues<false, steps, Rules...>(), columns);
      // 128 members and 3 teams have 168 registers each, 2 teams 255. Few that do not fit lie in memory.
      if (needed > 320 || 2 * written < lanes * columns) continue;
      int const teams = needed <= 168 ? 3 : 2;
      double const part = static_cast<double>(written) / (lanes * columns), busy = teams == 3 ? 1 : 0.8,
                   in_memory = needed > 256 ? 1.2 : 1,
                   formulas = (reads > 2.5 ? reads - 2 : 0.5) / 8 * (1 + 0.5 / columns),
                   cost = formulas / part / busy * in_memory + 0.6 / steps;
      if (best.form.steps == 0 || cost < best.cost) best = {{columns, steps, false, teams}, cost};
    }
    if constexpr (steps < 8 && (steps + 1) * sizeof...(Rules) <= most_stages)
      return better<steps + 1>(best);
    else
      return best;
  }

  /// Of all steps together: the code of a row stays in the instruction cache.
  static constexpr std::size_t most_stages = 16;
  static constexpr StreamForm best = [] {
    if constexpr (sizeof(T) >= 4 && 2 * sizeof...(Rules) <= most_stages)
      return better<2>({}).form;
    else
      return StreamForm{0, 0, false, 0};
  }();
};

} // namespace tessera::detail
