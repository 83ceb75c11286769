// SPDX-License-Identifier: Apache-2.0
// The update of a register patch (kernel.hpp): it evaluates the formula at all nodes, and corrects those that
// are frozen or copy their inner neighbour.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/device/images_at_faces.hpp>
#include <tessera/scheme/detail/node/coefficient.hpp>
#include <tessera/scheme/detail/node/frozen_nodes.hpp>
#include <tessera/scheme/detail/node/rules.hpp>
#include <tessera/scheme/detail/temporal/patch/node_mask.hpp>
#include <tessera/scheme/detail/temporal/patch/values.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/copied_nodes.hpp>

#include <type_traits>

namespace tessera::detail {

/// Updates patches of Rows rows of C columns.
template <class Rules, int Rows, int C>
struct PatchFormula {
  using T = typename Rules::value_type;
  static constexpr int rows = Rows;
  using Patch = T[rows][C];
  using Reads = PatchReads<T, rows, C>;
  using Unmasked =
      std::remove_cvref_t<decltype(unmasked_of(std::declval<typename Rules::stencil_type const&>()))>;
  using Coeff = Coefficient<Rules, Unmasked>;
  static constexpr bool holds_coefficient =
      Coeff::ahead && sizeof(T) <= 4; // registers have no room for it if values are doubles

  /// Whether nodes on a side may copy their inner neighbour, for any boundary of this type.
  template <int side>
  static constexpr bool can_copy = ImagesAtFaces<Rules>::template can_set<side / 2, side % 2>;

  Rules const& rules;

  /// The indices at which the formula is evaluated for a patch's columns and rows (existing_index).
  struct Existing {
    int x[C], y[rows];
  };

  KOKKOS_FORCEINLINE_FUNCTION Existing existing_of(Index x, Index y) const {
    Existing all;
    for (int c = 0; c < C; ++c) all.x[c] = static_cast<int>(rules.domain.existing_index(0, x + c));
    for (int r = 0; r < rows; ++r) all.y[r] = static_cast<int>(rules.domain.existing_index(1, y + r));
    return all;
  }

  /// The nodes that the stencil freezes, a bit each.
  KOKKOS_FORCEINLINE_FUNCTION unsigned frozen_nodes(Existing const& existing, Index step) const {
    static_assert(
        !requires(typename Rules::stencil_type const& s) { s.unmasked(); } || asks_each_node<Rules>,
        "tessera: a stencil with unmasked() says by is_frozen(at), a bool, which nodes it freezes");
    unsigned bits = 0;
    if constexpr (asks_each_node<Rules>) {
      TESSERA_UNROLL
      for (int n = 0; n < rows * C; ++n) {
        Index3 const i{{existing.x[n % C], existing.y[n / C], 0}};
        bits |= rules.stencil.is_frozen(Node<typename Rules::Order>(rules.domain, i, step)) ? 1u << n : 0;
      }
    }
    return bits;
  }

  KOKKOS_FORCEINLINE_FUNCTION void load_coefficient(Patch& to, Existing const& existing) const {
    Data<T const> const data = Coeff::data(rules.domain, unmasked_of(rules.stencil));
    if (data.origin == nullptr) return;
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) to[r][c] = read_only(data.at(existing.x[c], existing.y[r], 0));
    }
  }

  /// The old values that a patch's nodes read.
  struct Neighbours {
    Patch const& patch;
    T const (&south)[C], (&north)[C];
    T const (&west)[rows], (&east)[rows];
    KOKKOS_FORCEINLINE_FUNCTION Reads at(int r, int c) const {
      return {patch, south, north, west, east, r, c};
    }
  };

  template <int kind>
  KOKKOS_FORCEINLINE_FUNCTION void update(Patch& patch, Neighbours const& around, Patch const& coefficient,
                                          Existing const& existing, unsigned frozen,
                                          MaskWithCopies const& mask, unsigned lines, Index now) const {
    T updated[rows][C];
    auto const& unmasked = unmasked_of(rules.stencil);
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        Reads const reads = around.at(r, c);
        Index3 const i{{existing.x[c], existing.y[r], 0}};
        if constexpr (holds_coefficient)
          updated[r][c] = Coeff::formula(rules, unmasked, reads, coefficient[r][c], i, now);
        else
          updated[r][c] = evaluate<Rules>(unmasked, reads, rules.domain, i, now);
        if constexpr (kind >= 0 && kind < 4 && can_copy<kind>) {
          constexpr int dx = copied_x[kind], dy = copied_y[kind];
          if (lines >> (kind < 2 ? c : r) & 1u) updated[r][c] = reads(dx, dy, 0);
        }
        int const bit = r * C + c;
        if (frozen >> bit & 1u) updated[r][c] = patch[r][c];
      }
    }
    if constexpr (kind == copies_any) {
      copy_inside<0>(updated, around, mask.copy[0]);
      copy_inside<1>(updated, around, mask.copy[1]);
      copy_inside<2>(updated, around, mask.copy[2]);
      copy_inside<3>(updated, around, mask.copy[3]);
    }
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) patch[r][c] = updated[r][c];
    }
  }

private:
  /// Gives the marked nodes the old value of their neighbour on this side.
  template <int side>
  KOKKOS_FORCEINLINE_FUNCTION static void copy_inside(Patch& updated, Neighbours const& around,
                                                      unsigned nodes) {
    if (!can_copy<side> || nodes == 0) return;
    constexpr int dx = copied_x[side], dy = copied_y[side];
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        if (nodes >> (r * C + c) & 1u) updated[r][c] = around.at(r, c)(dx, dy, 0);
    }
  }
};

} // namespace tessera::detail
