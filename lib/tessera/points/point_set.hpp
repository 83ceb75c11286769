// SPDX-License-Identifier: Apache-2.0
// PointSet: positions between nodes, and the nodes with weights that stand for each of them.
#pragma once

#include <tessera/grid/grid.hpp>
#include <tessera/points/interpolation.hpp>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace tessera {

/// What the field is beyond a face, for supports that reach there.
///
/// - cut: not known. Along that axis a support that would reach beyond is linear, between the two nodes
///   around the position.
/// - even, odd: an image of the inside, of the same or the opposite sign, with the mirror on the face's nodes
///   (Neumann, Antisymmetric): the weights of the images are added to those of the nodes inside (Hicks 2002,
///   figure 5).
/// - period: the other end.
enum class Beyond { cut, even, odd, period };

/// One for each face, two an axis: the lower one first.
template <int D>
using BeyondFaces = Kokkos::Array<Kokkos::Array<Beyond, 2>, D>;

/// What beyond_all<D>(Beyond::cut) says of all faces.
template <int D>
BeyondFaces<D> beyond_all(Beyond beyond) {
  BeyondFaces<D> faces;
  for (int d = 0; d < D; ++d) faces[d] = {beyond, beyond};
  return faces;
}

/// Positions between nodes. The support of a point are the nodes that have a weight for it, products of
/// weights along the axes.
template <int D>
class PointSet {
public:
  /// A node of a point's support, and the weight of the node's value.
  struct Weighted {
    Index node; ///< number in nodes()
    double weight;
  };

  /// \param positions in the grid's unit of length
  /// \param offset where the values lie beside the grid's nodes, in spacings along each axis: a member of a
  ///        staggered grid has 0.5 where its values lie half-way to the next node
  /// \throws InvalidInput for a block of a larger grid, and for a position outside of the grid: more than
  /// half a thousandth of a spacing beyond
  ///         its first or its last node, on a periodic axis beyond the period
  PointSet(Grid<D> const& grid, std::vector<Lengths<D>> const& positions, Interpolation interpolation,
           BeyondFaces<D> const& beyond = beyond_all<D>(Beyond::cut), Lengths<D> const& offset = {})
      : grid_nodes_(detail::validate_whole("points", grid).nodes) {
    std::map<Extents<D>, Index, Before> numbers;
    std::vector<std::vector<std::pair<Extents<D>, double>>> supports;
    for (auto const& position : positions) {
      supports.push_back(support(grid, position, interpolation, beyond, offset, supports.size()));
      for (auto const& [node, weight] : supports.back()) numbers[node] = 0;
    }
    for (auto& [node, number] : numbers) {
      number = static_cast<Index>(nodes_.size());
      nodes_.push_back(node);
    }
    for (auto const& one : supports) {
      points_.emplace_back();
      for (auto const& [node, weight] : one) points_.back().push_back({numbers[node], weight});
    }
  }

  Extents<D> const& grid_nodes() const { return grid_nodes_; }
  /// All nodes of supports, each once, the last axis fastest.
  std::vector<Extents<D>> const& nodes() const { return nodes_; }
  /// The support of each position.
  std::vector<std::vector<Weighted>> const& points() const { return points_; }

private:
  struct Before {
    bool operator()(Extents<D> const& a, Extents<D> const& b) const {
      for (int d = 0; d < D; ++d)
        if (a[d] != b[d]) return a[d] < b[d];
      return false;
    }
  };
  using AxisSupport = std::vector<std::pair<Index, double>>; // nodes inside the grid, rising

  static std::vector<std::pair<Extents<D>, double>> support(Grid<D> const& grid, Lengths<D> const& position,
                                                            Interpolation interpolation,
                                                            BeyondFaces<D> const& beyond,
                                                            Lengths<D> const& offset, std::size_t number) {
    std::vector<std::pair<Extents<D>, double>> all{{{}, 1.}};
    for (int d = 0; d < D; ++d) {
      double const place = (position[d] - grid.origin[d]) / grid.spacing[d];
      bool const period = beyond[d][0] == Beyond::period;
      double const last = static_cast<double>(grid.nodes[d] - (period ? 0 : 1));
      if (!(place >= -5e-4 && place <= last + 5e-4))
        throw InvalidInput(detail::text("point ", number, " lies at ", position[d], " along axis ", d,
                                        ", outside of the grid, which reaches from ", grid.origin[d], " to ",
                                        grid.origin[d] + last * grid.spacing[d],
                                        " (give a position between)"));
      auto const along = along_axis(interpolation, std::clamp(place, 0., last) - offset[d], grid.nodes[d],
                                    beyond[d][0], beyond[d][1]);
      std::vector<std::pair<Extents<D>, double>> product;
      for (auto const& [node, weight] : all)
        for (auto const& [i, own] : along) {
          product.push_back({node, weight * own});
          product.back().first[d] = i;
        }
      all = std::move(product);
    }
    return all;
  }

  static AxisSupport along_axis(Interpolation interpolation, double place, Index nodes, Beyond lower,
                                Beyond upper) {
    // A value beside the last node has no second neighbour: beyond a face of which nothing is known, it is
    // that of the node.
    if (lower == Beyond::cut) place = std::max(place, 0.);
    if (upper == Beyond::cut) place = std::min(place, static_cast<double>(nodes - 1));
    auto weights = detail::axis_weights(interpolation, place);
    auto const end = weights.first + static_cast<Index>(weights.weight.size());
    if ((lower == Beyond::cut && weights.first < 0) || (upper == Beyond::cut && end > nodes))
      weights = detail::axis_weights(Interpolation::linear, place);
    std::map<Index, double> inside;
    for (std::size_t k = 0; k < weights.weight.size(); ++k) {
      Index i = weights.first + static_cast<Index>(k);
      double weight = weights.weight[k];
      while (i < 0 || i >= nodes) {
        Beyond const face = i < 0 ? lower : upper;
        if (face == Beyond::period) {
          i = detail::wrapped(i, nodes);
        } else if (nodes == 1) {
          i = 0;
        } else {
          i = i < 0 ? -i : 2 * (nodes - 1) - i;
          if (face == Beyond::odd) weight = -weight;
        }
      }
      inside[i] += weight;
    }
    // A node on the mirror of an odd field is its own image: it stays zero.
    if (interpolation != Interpolation::nearest) {
      if (lower == Beyond::odd) inside.erase(0);
      if (upper == Beyond::odd) inside.erase(nodes - 1);
    }
    AxisSupport support;
    for (auto const& [i, weight] : inside)
      if (weight != 0.) support.push_back({i, weight});
    if (support.empty()) support.push_back({std::clamp<Index>(weights.first, 0, nodes - 1), 0.});
    return support;
  }

  Extents<D> grid_nodes_;
  std::vector<Extents<D>> nodes_;
  std::vector<std::vector<Weighted>> points_;
};

} // namespace tessera
