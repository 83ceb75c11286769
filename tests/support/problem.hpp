// SPDX-License-Identifier: Apache-2.0
// A problem in the form that both sides of a comparison use, the library and the plain reference. It holds
// plain data only.
#pragma once

#include <tessera/grid/grid.hpp>

#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace tessera::test {

enum class Kind {
  fixed,         // the node is frozen
  dirichlet,     // the node has the value a
  prescribed,    // the node has the value a + b (sum of (d + 1) x_d) + c t
  zero_gradient, // the node takes the old value of its neighbour one node inside
  neumann,       // du/dn = a
  flux_in_time,  // du/dn = a + c t
  antisymmetric, // u(-m) = -u(m)
  half_mirror,   // u(-m) = u(m - 1): the mirror lies half a node outside
  periodic
};

inline char const* name(Kind kind) {
  char const* const names[] = {"fixed",        "dirichlet",     "prescribed",  "zero-gradient", "neumann",
                               "flux-in-time", "antisymmetric", "half-mirror", "periodic"};
  return names[static_cast<int>(kind)];
}

/// One face's condition; a, b and c as the kind uses them.
struct FaceSpec {
  Kind kind = Kind::fixed;
  double a = 0, b = 0, c = 0;
};

/// The prescribed function of position and time. It is exact in neither, so that its rounding is part of the
/// comparison.
template <class At>
KOKKOS_FUNCTION double prescribed(FaceSpec const& face, At const& at) {
  double g = face.a + face.c * at.time();
  for (int d = 0; d < At::dimension; ++d) g += face.b * (d + 1) * at.position(d);
  return g;
}

template <int D>
struct Problem {
  Extents<D> nodes;
  std::array<FaceSpec, 2 * D> faces{};
  std::vector<std::uint8_t> obstacle{}; // row-major, one byte per node; empty: no obstacle
  double dt = 0.125, start = 0.5;
  Index first_step = 3;

  Grid<D> grid() const {
    Grid<D> g{.nodes = nodes, .spacing = {}, .origin = {}};
    for (int d = 0; d < D; ++d) {
      g.spacing[d] = 0.25 + 0.1 * d; // different per axis, one of them no binary fraction
      g.origin[d] = -0.5 + 0.3 * d;
    }
    return g;
  }

  std::string text() const {
    std::ostringstream out;
    for (int d = 0; d < D; ++d) out << (d ? " x " : "") << nodes[d];
    for (auto const& face : faces) out << ' ' << name(face.kind);
    out << (obstacle.empty() ? "" : " with an obstacle");
    return out.str();
  }
};

/// Number of a node in row-major order: the last index fastest, whatever the View's layout.
template <int D>
Index row_major(Extents<D> const& nodes, Extents<D> const& node) {
  Index number = 0;
  for (int d = 0; d < D; ++d) number = number * nodes[d] + node[d];
  return number;
}

/// Calls body(node) for every node in row-major order.
template <int D, class Body>
void for_each_node(Extents<D> const& nodes, Body const& body) {
  Extents<D> node{};
  for (node[0] = 0; node[0] < nodes[0]; ++node[0])
    if constexpr (D == 1)
      body(node);
    else
      for (node[1] = 0; node[1] < nodes[1]; ++node[1])
        if constexpr (D == 2)
          body(node);
        else
          for (node[2] = 0; node[2] < nodes[2]; ++node[2]) body(node);
}

} // namespace tessera::test
