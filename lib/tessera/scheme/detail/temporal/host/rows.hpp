// SPDX-License-Identifier: Apache-2.0
// Small grids in host caches: the formula along rows, from one buffer with ghost nodes to another. Rows
// without frozen nodes are updated without any test.
#pragma once

#include <tessera/core/array_of.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/row_formula.hpp>
#include <tessera/scheme/detail/host/row_vectors.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>
#include <tessera/scheme/detail/temporal/host/buffers.hpp>

#include <algorithm>

namespace tessera::detail {

/// Rows with nodes that the stencil freezes, a byte for each row. They are looked up once a launch, because a
/// formula that asks at every node is not vectorised.
template <class Rules>
struct RowsWithFrozenNodes {
  static constexpr bool any = asks_each_node<Rules>;

  unsigned char* some;
  Index rows; // rows of a plane

  TESSERA_ALWAYS_INLINE bool in(Index y, Index z) const { return any && some[z * rows + y]; }
  TESSERA_ALWAYS_INLINE bool in_three(Index y, Index z) const {
    return in(y, z) || in(y + 1, z) || in(y + 2, z);
  }

  void find(Rules const& rules, Box3 const& box, Index step) const {
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y) {
        unsigned char frozen = 0;
        for (Index x = box.lower[0]; x < box.upper[0]; ++x)
          frozen |= rules.stencil.is_frozen(Node<typename Rules::Order>(rules.domain, {{x, y, z}}, step));
        some[z * rows + y] = frozen;
      }
  }
};

/// Updates rows by the formula, at all nodes that follow it.
template <class Rules>
struct HostRows {
  using T = typename Rules::value_type;
  using Turn = HostTurn<Rules>;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr Index vector = values_at_a_time<T>;

  /// Whether vectors begin at a row's first node, even if a face sets it. Otherwise they begin at the first
  /// node that the formula updates.
  static constexpr bool by_whole_vectors =
      D == 2 && fits_row_vectors<Rules> && R <= 2; // in 3D nothing is gained

  /// Updates the rows of a box. The function is not inlined, because it needs all registers for itself.
  /// \param side_by_side whether several rows are updated together
  TESSERA_FLATTEN __attribute__((noinline)) static void update(Rules const& rules, Turn const& turn,
                                                               RowsWithFrozenNodes<Rules> const& frozen_rows,
                                                               Box3 const& box, Index now,
                                                               bool side_by_side) {
    Rules const r = rules; // a local copy: coefficients stay in registers, no store can alias them
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1];) {
        if (frozen_rows.in(y, z))
          masked_row(r, turn, box, y++, z, now);
        else if (side_by_side && y + 4 <= box.upper[1] && !frozen_rows.in_three(y + 1, z))
          row<4>(r, turn, box, y, z, now), y += 4;
        else
          row<1>(r, turn, box, y++, z, now);
      }
  }

private:
  /// Reads the neighbours of node x in row `here` of Count neighbouring rows. Each row has a pointer, so that
  /// what several rows read is loaded once.
  template <int Count>
  struct RowReads {
    T const* const (&row)[Count];
    Index plane, x;
    int here;
    TESSERA_ALWAYS_INLINE T operator()(int ox, int oy, int oz) const {
      return row[here + oy][x + ox + oz * plane];
    }
  };

  /// Updates a row that has frozen nodes, in one loop from end to end: masks of bytes are vectorised in
  /// longer loops than values need.
  TESSERA_ALWAYS_INLINE static void masked_row(Rules const& r, Turn const& turn, Box3 const& box, Index y,
                                               Index z, Index now) {
    constexpr int halo = D > 1 ? R : 0, count = 1 + 2 * halo;
    T const* from[count];
    for (int k = 0; k < count; ++k) from[k] = turn.now.at(0, y + k - halo, z);
    T const* const previous = turn.previous.at(0, y, z);
    T* const to = turn.next.at(0, y, z);
    RowFormula<Rules> const formula(r, y, z, from[halo]);
    simd_for<T>(box.lower[0], box.upper[0], [&, plane = turn.now.stride_z](Index x) {
      to[x] =
          formula(Rules::with_previous(RowReads<count>{from, plane, x, halo}, [&] { return previous[x]; }), x,
                  y, z, now);
    });
  }

  /// Updates neighbouring rows whose nodes all follow the formula. If their length is no multiple of a
  /// vector, the last vector overlaps the one before it.
  template <int Rows>
  TESSERA_ALWAYS_INLINE static void row(Rules const& r, Turn const& turn, Box3 const& box, Index y, Index z,
                                        Index now) {
    constexpr int halo = D > 1 ? R : 0, count = Rows + 2 * halo;
    Index const plane = turn.now.stride_z;
    T const* from[count];
    for (int k = 0; k < count; ++k) from[k] = turn.now.at(0, y + k - halo, z);
    T const* previous[Rows];
    T* to[Rows];
    for (int k = 0; k < Rows; ++k) {
      previous[k] = turn.previous.at(0, y + k, z);
      to[k] = turn.next.at(0, y + k, z);
    }
    auto const formulas =
        array_of<Rows>([&](int k) { return RowFormula<Rules>(r, y + k, z, from[halo + k]); });
    auto const update = [&](Index x) TESSERA_ALWAYS_INLINE {
      [&]<int... J>(std::integer_sequence<int, J...>) TESSERA_ALWAYS_INLINE {
        T const values[] = {formulas[J].unmasked(
            Rules::with_previous(RowReads<count>{from, plane, x, halo + J}, [&] { return previous[J][x]; }),
            x, y + J, z, now)...};
        ((to[J][x] = values[J]), ...);
      }
      (std::make_integer_sequence<int, Rows>{});
    };
    Index const begin = box.lower[0], end = box.upper[0];
    if (end - begin < vector) {
      for (Index x = begin; x < end; ++x) update(x);
      return;
    }
    Index at = begin;
    if constexpr (by_whole_vectors) {
      RowsOfStar<Rules, Rows> star;
      std::copy_n(from, count, star.in_plane);
      // Starts at the first node, which lies at the start of a vector in memory. Values that a face sets at
      // the ends are put back.
      Index const nodes = r.domain.nodes[0];
      T ends[Rows][2 * R] = {};
      auto const for_ends = [&](auto const& body) TESSERA_ALWAYS_INLINE {
        for (int k = 0; k < Rows; ++k)
          for (int n = 0; n < R; ++n) {
            if (n < begin) body(to[k][n], ends[k][n]);
            if (n < nodes - end) body(to[k][nodes - 1 - n], ends[k][R + n]);
          }
      };
      for_ends([](T const& node, T& saved) { saved = node; });
      at = nodes / vector * vector;
      update_vectors<Rules>(star, to, 0, at, [&](int k, auto const& source, Index x) TESSERA_ALWAYS_INLINE {
        return formulas[k].unmasked(Rules::with_previous(source, [&] { return previous[k][x]; }), x, y + k, z,
                                    now);
      });
      for_ends([](T& node, T const& saved) { node = saved; });
    }
    for (; at < end; at += vector) {
      Index const x = min(at, end - vector);
      simd_for<T>(x, x + vector, update);
    }
  }
};

} // namespace tessera::detail
