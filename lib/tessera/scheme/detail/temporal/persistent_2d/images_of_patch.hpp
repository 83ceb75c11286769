// SPDX-License-Identifier: Apache-2.0
// What a register patch reads beyond faces that extend the field (kernel.hpp). A node at the edge reads one
// node beyond it, which lies in the patch or next to it. That node is given its image before the formula is
// evaluated, so that the formula needs no other reads at a face:
//
//      | g | e . |        e: at the edge;  g: image of e, or of the node next to it
//
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/device/images_at_faces.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/copied_nodes.hpp>

namespace tessera::detail {

/// Images for patches of Rows rows of C columns. Where some faces need the general update as well, a patch of
/// many rows leaves all nodes at faces to it: a kernel that has the code of both for so many nodes is too
/// long for nvcc to inline it into the launch, and then takes longer than one without images.
template <class Rules, int Rows, int C>
class ImagesOfPatch {
  using T = typename Rules::value_type;
  using Images = ImagesAtFaces<Rules>;
  using Patch = T[Rows][C];
  // The lines of a patch that can lie at the edge of a side: patches begin at whole packs.
  KOKKOS_FUNCTION static constexpr int lines_of(int side) { return side == 0 ? 1 : side == 1 ? C : Rows; }
  static_assert(Rows <= 8 && C <= 8);

  static constexpr bool all_faces =
      Images::template always_from_within<0, 0> && Images::template always_from_within<0, 1> &&
      Images::template always_from_within<1, 0> && Images::template always_from_within<1, 1>;
  static constexpr bool used = all_faces || Rows <= 4;

public:
  /// Whether nodes beyond a side are images, for any boundary of this type.
  template <int side>
  static constexpr bool possible = used&& Images::template can_extend<side / 2, side % 2>;
  static constexpr bool any_possible = possible<0> || possible<1> || possible<2> || possible<3>;
  /// Whether a face can need the general update, for any boundary of this type.
  static constexpr bool may_need_general = !all_faces;

  KOKKOS_FORCEINLINE_FUNCTION explicit ImagesOfPatch(Rules const& rules) : rules_(rules), images_(rules) {}

  /// Whether the nodes beyond a closed face are images.
  KOKKOS_FORCEINLINE_FUNCTION bool beyond(int side) const {
    return used && images_.extends_from_within(side / 2, side % 2);
  }

  /// Marks the nodes of a patch that need images alone, a bit each. Its first node is (x, y).
  KOKKOS_FORCEINLINE_FUNCTION unsigned nodes(Index x, Index y) const {
    unsigned bits = 0;
    if constexpr (any_possible) {
      Domain const& d = rules_.domain;
      TESSERA_NO_UNROLL
      for (int n = 0; n < Rows * C; ++n) {
        bool some = false, all = true;
        TESSERA_NO_UNROLL
        for (int side = 0; side < 4; ++side) {
          Index const edge = side % 2 == 0 ? 0 : d.nodes[side / 2] - 1;
          if (d.open[side / 2][side % 2] || (side < 2 ? x + n % C : y + n / C) != edge) continue;
          some = true;
          all &= beyond(side);
        }
        bits |= some && all ? 1u << n : 0;
      }
    }
    return bits;
  }

  /// Marks the columns and rows of a patch beyond which there are images, 8 bits for each side. Its first
  /// node is (x, y).
  KOKKOS_FORCEINLINE_FUNCTION unsigned edges(Index x, Index y) const {
    Domain const& d = rules_.domain;
    unsigned bits = 0;
    TESSERA_UNROLL
    for (int side = 0; side < 4; ++side) {
      if (d.open[side / 2][side % 2] || !beyond(side)) continue;
      Index const edge = side % 2 == 0 ? 0 : d.nodes[side / 2] - 1, line = edge - (side < 2 ? x : y);
      if (line >= 0 && line < lines_of(side)) bits |= 1u << (8 * side + static_cast<int>(line));
    }
    return bits;
  }
  KOKKOS_FORCEINLINE_FUNCTION static unsigned edges_on(int side, unsigned edges) {
    return edges >> (8 * side) & 0xffu;
  }

  /// Sets the nodes beyond a patch's edges to their images.
  /// \param kind of the warp (copied_nodes.hpp)
  /// \param existing the indices at which the formula is evaluated, PatchFormula::Existing
  template <int kind, class Existing>
  KOKKOS_FORCEINLINE_FUNCTION void set(unsigned edges, Patch& patch, T (&south)[C], T (&north)[C],
                                       T (&west)[Rows], T (&east)[Rows], Existing const& existing,
                                       Index now) const {
    set_side<0, kind>(edges, patch, west, east, existing, now);
    set_side<1, kind>(edges, patch, east, west, existing, now);
    set_side<2, kind>(edges, patch, south, north, existing, now);
    set_side<3, kind>(edges, patch, north, south, existing, now);
  }

private:
  /// \param outer the nodes next to the patch on this side
  /// \param inner those on the side across
  template <int side, int kind, int N, class Existing>
  KOKKOS_FORCEINLINE_FUNCTION void set_side(unsigned edges, Patch& patch, T (&outer)[N], T (&inner)[N],
                                            Existing const& existing, Index now) const {
    if constexpr (possible<side> && (kind == side || kind == copies_any)) {
      constexpr int axis = side / 2, out = side % 2 == 0 ? -1 : 1;
      unsigned const at_edge = edges_on(side, edges); // one line at most
      if (kind == copies_any && at_edge == 0) return;
      bool const from_edge = images_.template depth<axis, side % 2>(1) == 0;
      auto const inside = [&]<int line>(Number<line>, int n) {
        return from_edge ? node<side, line>(patch, outer, inner, n)
                         : node<side, line - out>(patch, outer, inner, n);
      };
      auto const image = [&](T value, int n) {
        Index3 at{{existing.x[0], existing.y[0], 0}}; // its index across the face does not matter
        at[1 - axis] = axis == 0 ? existing.y[n % Rows] : existing.x[n % C];
        return images_.template image<axis, side % 2>(value, 1, at, now);
      };
      if constexpr (all_faces) {
        each_line<side, 0>([&]<int line>(Number<line> number) {
          if ((at_edge >> line & 1u) != 0)
            for_nodes<N>(
                [&](int n) { node<side, line + out>(patch, outer, inner, n) = image(inside(number, n), n); });
        });
      } else { // one piece of code for all lines: conditions of many kinds are long
        T values[N];
        each_line<side, 0>([&]<int line>(Number<line> number) {
          if (line == 0 || (at_edge >> line & 1u) != 0)
            for_nodes<N>([&](int n) { values[n] = inside(number, n); });
        });
        for_nodes<N>([&](int n) { values[n] = image(values[n], n); });
        each_line<side, 0>([&]<int line>(Number<line>) {
          if ((at_edge >> line & 1u) != 0)
            for_nodes<N>([&](int n) { node<side, line + out>(patch, outer, inner, n) = values[n]; });
        });
      }
    }
  }

  /// Calls body with the number of each line as a constant, so that all values stay in registers.
  template <int side, int Line, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void each_line(Body const& body) {
    body(Number<Line>());
    if constexpr (Line + 1 < lines_of(side)) each_line<side, Line + 1>(body);
  }
  template <int N, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_nodes(Body const& body) {
    TESSERA_UNROLL
    for (int n = 0; n < N; ++n) body(n);
  }

  /// Node n of a line along a side, which may lie next to the patch.
  template <int side, int Line, int N>
  KOKKOS_FORCEINLINE_FUNCTION static T& node(Patch& patch, T (&outer)[N], T (&inner)[N], int n) {
    if constexpr (Line < 0 || Line >= (side < 2 ? C : Rows))
      return (Line < 0) == (side % 2 == 0) ? outer[n] : inner[n];
    else
      return side < 2 ? patch[n][Line] : patch[Line][n];
  }

  Rules const& rules_;
  Images images_;
};

} // namespace tessera::detail
