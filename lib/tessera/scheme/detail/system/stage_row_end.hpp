// SPDX-License-Identifier: Apache-2.0
// What a stage reads beyond an end of a row on a host core: images, or the other end of a period. The row is
// near to no face of another axis.
//
//      g g|. . . . .      |: the end of the row      g: values beyond it, here for reads two nodes far
//          x x            x: nodes at the end, which read them
//
// There are few such nodes, and each is updated by itself. A vector of nodes would read lines that are made
// first (stage_lines.hpp), which takes several times as long.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/system/image.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

/// `Rows`: row(m, oy, oz) is the row of member m so many rows and planes further. `side` 0: where the row
/// begins; 1: where it ends.
template <int side, class Rules, class Rows>
class StageRowEnd {
  using T = typename Rules::member_type;
  static constexpr int D = Rules::dimension, count = Rules::count;
  // The rows beside it, of which a star reads nothing but the nodes beside its own.
  static constexpr int below_y = Rules::box && D > 1 ? Rules::below(1) : 0,
                       above_y = Rules::box && D > 1 ? Rules::above(1) : 0,
                       below_z = Rules::box && D > 2 ? Rules::below(2) : 0,
                       above_z = Rules::box && D > 2 ? Rules::above(2) : 0;
  static constexpr int rows_of_plane = below_y + above_y + 1, lines = rows_of_plane * (below_z + above_z + 1);

public:
  /// Nodes that read beyond the end.
  static constexpr int width = side == 0 ? Rules::below(0) : Rules::above(0);

  /// \param y, z, step of the row
  TESSERA_ALWAYS_INLINE StageRowEnd(Rules const& rules, Rows const& rows, Index y, Index z, Index step)
      : rows_(rows), edge_(side == 0 ? 0 : rules.domain.nodes[0] - 1) {
    for (int oz = -below_z; oz <= above_z; ++oz)
      for (int oy = -below_y; oy <= above_y; ++oy)
        for (int n = 1; n <= width; ++n)
          value_beyond_end(
              rules, [&](int m) TESSERA_ALWAYS_INLINE { return rows.row(m, oy, oz); }, side, n, y + oy,
              z + oz, step,
              [&](int m, T value) TESSERA_ALWAYS_INLINE { beyond_[m][line(oy, oz)][n - 1] = value; });
  }
  StageRowEnd(StageRowEnd const&) = delete;

  /// The index of the node that many nodes inside the end.
  TESSERA_ALWAYS_INLINE Index node(int inside) const { return side == 0 ? edge_ + inside : edge_ - inside; }

  /// The neighbours of that node.
  struct Reads {
    static constexpr bool of_memory = true;
    StageRowEnd const& end;
    int inside;
    template <int M>
    TESSERA_ALWAYS_INLINE T member(int ox, int oy, int oz) const {
      int const beyond = (side == 0 ? -ox : ox) - inside;
      if (ox == 0 || beyond <= 0) return end.rows_.row(M, oy, oz)[end.node(inside) + ox];
      return end.beyond_[M][line(oy, oz)][beyond - 1];
    }
  };
  TESSERA_ALWAYS_INLINE Reads reads(int inside) const { return {*this, inside}; }

private:
  TESSERA_ALWAYS_INLINE static constexpr int line(int oy, int oz) {
    return (oz + below_z) * rows_of_plane + oy + below_y;
  }

  Rows const& rows_;
  Index edge_; // the row's first or last node
  T beyond_[count][lines][max(1, width)];
};

} // namespace tessera::detail
