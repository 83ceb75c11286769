// SPDX-License-Identifier: Apache-2.0
// The reference: an independent implementation of a step, by plain loops over a std::vector in row-major
// order. It is written from the definitions of the kinds of boundary, without regard to speed, and shares
// nothing but the formula with the library.
//
//   a node             is set, in this order, by: the obstacle (the node is frozen); a face that sets its
//                      nodes, the R nodes next to it (fixed and value before zero-gradient, then the lower
//                      axis); the formula
//   a read beyond      an edge gives the image that the face's kind defines; a read beyond two edges gives
//                      the image over the lower axis of the image over the higher axis
//   prescribed values  belong to the new time level, fluxes to the old one
#pragma once

#include <utility>

#include "support/problem.hpp"

namespace tessera::test {

/// The `at` of a formula or condition.
template <int D>
struct ReferenceNode {
  static constexpr int dimension = D;
  Grid<D> grid;
  Extents<D> node;
  Index level;
  double start, dt;
  KOKKOS_FUNCTION Index index(int axis) const { return node[axis]; }
  KOKKOS_FUNCTION Index local_index(int axis) const { return node[axis]; }
  KOKKOS_FUNCTION double position(int axis) const {
    return grid.origin[axis] + static_cast<double>(node[axis]) * grid.spacing[axis];
  }
  KOKKOS_FUNCTION Index step() const { return level; }
  KOKKOS_FUNCTION double time() const { return start + static_cast<double>(level) * dt; }
};

/// The `u` of a formula, at one node.
template <class T, int D>
struct ReferenceReads {
  T const* values;
  T const* previous_values; // one time level earlier
  FaceSpec const* faces;
  ReferenceNode<D> at;

  template <class... Offsets>
  KOKKOS_FUNCTION T operator()(Offsets... offsets) const {
    Extents<D> const offset{static_cast<Index>(offsets)...};
    Extents<D> node = at.node;
    for (int d = 0; d < D; ++d) node[d] += offset[d];
    return value<0>(node);
  }
  KOKKOS_FUNCTION T here() const { return value<0>(at.node); }
  KOKKOS_FUNCTION T previous() const { return previous_values[number_of(at.node)]; }
  KOKKOS_FUNCTION T along(int axis, int offset) const {
    Extents<D> node = at.node;
    node[axis] += offset;
    return value<0>(node);
  }

private:
  KOKKOS_FUNCTION Index number_of(Extents<D> const& node) const {
    Index number = 0;
    for (int d = 0; d < D; ++d) number = number * at.grid.nodes[d] + node[d];
    return number;
  }

  template <int axis>
  KOKKOS_FUNCTION T value(Extents<D> node) const {
    auto const& nodes = at.grid.nodes;
    if constexpr (axis == D) {
      return values[number_of(node)];
    } else {
      Index const last = nodes[axis] - 1;
      if (faces[2 * axis].kind == Kind::periodic) {
        while (node[axis] < 0) node[axis] += nodes[axis];
        while (node[axis] > last) node[axis] -= nodes[axis];
        return value<axis + 1>(node);
      }
      bool const below = node[axis] < 0;
      if (!below && node[axis] <= last) return value<axis + 1>(node);
      Index const m = below ? -node[axis] : node[axis] - last;
      FaceSpec const& face = faces[2 * axis + (below ? 0 : 1)];
      Index const inside = face.kind == Kind::half_mirror ? m - 1 : m;
      node[axis] = below ? inside : last - inside;
      return image(face, value<axis + 1>(node), static_cast<double>(m), at.grid.spacing[axis]);
    }
  }

  KOKKOS_FUNCTION T image(FaceSpec const& face, T inside, double m, double h) const {
    if (face.kind == Kind::neumann) return inside + static_cast<T>(2.0 * m * h * face.a);
    if (face.kind == Kind::flux_in_time)
      return inside + static_cast<T>(2.0 * m * h * (face.a + face.c * at.time()));
    if (face.kind == Kind::antisymmetric) return -inside;
    return inside;
  }
};

template <class T, int D>
class Reference {
public:
  Reference(Problem<D> const& problem, std::vector<T> initial, std::vector<T> previous)
      : problem_(problem), level_(problem.first_step), values_(std::move(initial)),
        previous_(std::move(previous)) {}

  template <class StencilType>
  void advance(StencilType const& stencil, Index steps) {
    for (Index s = 0; s < steps; ++s, ++level_) {
      std::vector<T> next(values_.size());
      Index number = 0;
      for_each_node<D>(problem_.nodes,
                       [&](Extents<D> const& node) { next[number++] = updated(stencil, node); });
      previous_ = std::exchange(values_, std::move(next));
    }
  }

  std::vector<T> const& values() const { return values_; }
  std::vector<T> const& previous() const { return previous_; }

private:
  template <class StencilType>
  T updated(StencilType const& stencil, Extents<D> const& node) const {
    ReferenceReads<T, D> const u{values_.data(), previous_.data(), problem_.faces.data(), at(node, level_)};
    if (!problem_.obstacle.empty() && problem_.obstacle[row_major<D>(problem_.nodes, node)]) return u.here();
    int const face = setting_face(node, StencilType::reads.radius);
    if (face < 0) return static_cast<T>(stencil(u, u.at));
    FaceSpec const& spec = problem_.faces[face];
    if (spec.kind == Kind::fixed) return u.here();
    if (spec.kind == Kind::dirichlet) return static_cast<T>(spec.a);
    if (spec.kind == Kind::prescribed) return static_cast<T>(prescribed(spec, at(node, level_ + 1)));
    return u.along(face / 2, face % 2 ? -1 : 1);
  }

  int setting_face(Extents<D> const& node, int radius) const {
    int zero_gradient = -1;
    for (int face = 0; face < 2 * D; ++face) {
      int const axis = face / 2;
      Index const from_edge = face % 2 ? problem_.nodes[axis] - 1 - node[axis] : node[axis];
      if (from_edge >= radius) continue;
      Kind const kind = problem_.faces[face].kind;
      if (kind == Kind::fixed || kind == Kind::dirichlet || kind == Kind::prescribed) return face;
      if (kind == Kind::zero_gradient && zero_gradient < 0) zero_gradient = face;
    }
    return zero_gradient;
  }

  ReferenceNode<D> at(Extents<D> const& node, Index level) const {
    return {problem_.grid(), node, level, problem_.start, problem_.dt};
  }

  Problem<D> problem_;
  Index level_;
  std::vector<T> values_, previous_;
};

} // namespace tessera::test
