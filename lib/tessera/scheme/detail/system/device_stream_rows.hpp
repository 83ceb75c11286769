// SPDX-License-Identifier: Apache-2.0
// The rows of a strip that a march on a device holds in registers (device_streaming.hpp): how many there are,
// how they move on, and what a stage reads of them, also at columns that other lanes of the warp own.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/device/pack.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/system/device_stream_form.hpp>
#include <tessera/scheme/detail/system/march_queues.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <bit>
#include <tuple>

namespace tessera::detail {

/// What a member holds, and how many members share a multiprocessor.
template <StreamForm form_, class... Rules>
struct StreamShape {
  static constexpr StreamForm form = form_;
  using All = std::tuple<Rules...>;
  using First = std::tuple_element_t<0, All>;
  using T = typename First::member_type;
  using Queues = MarchQueues<form.faces, form.steps, Rules...>;
  using List = StageList<Rules...>;
  template <int stage>
  using StageOf = std::tuple_element_t<stage % sizeof...(Rules), All>;
  static constexpr Queues queues{};
  static constexpr unsigned written = (0u | ... | Rules::writes);
  static constexpr int lanes = 32, members = 128; // of a warp, and of a team

  static constexpr int columns = form.columns;
  /// Registers for the rows of the queues and for the row that is on its way.
  static constexpr int registers =
      (queues.layers + First::count) * columns * static_cast<int>((sizeof(T) + 3) / 4);
  static constexpr int width = lanes * columns;
  /// Columns before a core: whole packs, so that rows are loaded by wide accesses.
  static constexpr int below = (queues.below[0] + columns - 1) / columns * columns;
  /// Columns of a strip that are written.
  static constexpr int core = written_columns<T>(queues, columns);
  /// Half of the rows that a strip makes beside those that it writes.
  static constexpr int halo = (queues.below[1] + queues.greatest_lag + 2) / 2;
  /// Registers that a formula needs beside the queues: fewer where no face sets nodes, and numbers take one.
  static constexpr int beside_queues = (Rules::keeps_nodes && ...) && sizeof(T) <= 4 ? 40 : 56;
  /// Teams on a multiprocessor of 65536 registers. If it had room for more teams than these, they would leave
  /// a wave of teams half full.
  static constexpr int teams = [] {
    if (form.teams > 0) return form.teams;
    int const teams = 65536 / (members * (registers + beside_queues));
    return teams < 2 ? 2 : teams > 8 ? 8 : teams;
  }();
  /// Strips that a device of so many threads marches through at once.
  static Index strips_at_once(Index threads) {
    return max(Index{1}, multiprocessors(threads) * teams * (members / lanes));
  }
};

/// What is done with the rows that a member holds.
template <class Shape_>
struct StreamRows {
  using Shape = Shape_;
  using First = typename Shape::First;
  using T = typename Shape::T;
  static constexpr int count = First::count, lanes = Shape::lanes, columns = Shape::columns;
  using Rows = T[Shape::queues.layers][columns];

  template <int stage>
  using StageOf = typename Shape::template StageOf<stage>;

  /// Moves all queues on by one row and puts the loaded row into those of the members as they were loaded.
  KOKKOS_FORCEINLINE_FUNCTION static void push(Rows& rows, T const (&next)[count][columns]) {
    for_queues<Shape::queues.queues>([&](auto q) {
      constexpr int begin = Shape::queues.begin[q.value],
                    length = Shape::queues.last_lag[q.value] - Shape::queues.first_lag[q.value] + 1;
      TESSERA_UNROLL
      for (int k = length - 1; k > 0; --k) {
        TESSERA_UNROLL
        for (int c = 0; c < columns; ++c) rows[begin + k][c] = rows[begin + k - 1][c];
      }
      if constexpr (q.value < count) {
        TESSERA_UNROLL
        for (int c = 0; c < columns; ++c) rows[begin][c] = next[q.value][c];
      }
    });
  }

  /// The place of a member's row, `oy` rows from the one that the stage makes.
  template <int stage, int m>
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int row_of(int oy) {
    constexpr int queue = Shape::queues.read[stage][m],
                  row =
                      Shape::queues.begin[queue] + Shape::queues.lag[stage] - Shape::queues.first_lag[queue];
    return row - oy;
  }

  /// Columns of other lanes beside a pack: `low` before and `high` after it, in rows from `down` below to
  /// `up` above the one that is made.
  template <int stage, unsigned members, int low, int high, int down, int up>
  struct Sides {
    static constexpr int height = down + up + 1, of = members == 0 ? 1 : std::popcount(members);
    T left[of][height][low == 0 ? 1 : low], right[of][height][high == 0 ? 1 : high];

    /// \tparam all whether all are shuffled, or those alone that are read. The latter is for code without a
    /// branch between the members of a warp, into which a compiler might move a shuffle.
    template <bool all, class Member>
    KOKKOS_FORCEINLINE_FUNCTION void fill(Member const& member, Rows const& rows) {
      auto const from = [&](T value, int distance) {
        if constexpr (all)
          return shuffle_from<lanes>(member, value, distance);
        else
          return shuffle_if_read<lanes>(member, value, distance);
      };
      for_members<members, count>([&](auto m) {
        constexpr int k = number_among(members, m.number);
        TESSERA_UNROLL
        for (int oy = -down; oy <= up; ++oy) {
          T const(&row)[columns] = rows[row_of<stage, m.number>(oy)];
          TESSERA_UNROLL
          for (int i = 0; i < low; ++i)
            left[k][oy + down][i] = from(row[columns - 1 - i % columns], -(i / columns) - 1);
          TESSERA_UNROLL
          for (int i = 0; i < high; ++i) right[k][oy + down][i] = from(row[i % columns], i / columns + 1);
        }
      });
    }
    /// Member m, counted from the pack's first column.
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T at(Rows const& rows, int column, int oy) const {
      constexpr int k = number_among(members, m);
      if (column < 0) return left[k][oy + down][-column - 1];
      if (column >= columns) return right[k][oy + down][column - columns];
      return rows[row_of<stage, m>(oy)][column];
    }
  };

  /// What the formula of a stage reads at column c of the pack.
  template <int stage, class SidesType>
  struct Reads {
    Rows const& rows;
    SidesType const& sides;
    int c;
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int) const {
      if constexpr (!has_member(StageOf<stage>::near, m))
        return rows[row_of<stage, m>(0)][c];
      else if constexpr (SidesType::height == 1) // the stage reads other columns in its own row alone
        return ox == 0 ? rows[row_of<stage, m>(oy)][c] : sides.template at<m>(rows, c + ox, 0);
      else
        return sides.template at<m>(rows, c + ox, oy);
    }
  };
};

} // namespace tessera::detail
