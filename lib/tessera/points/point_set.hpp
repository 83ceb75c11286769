// SPDX-License-Identifier: Apache-2.0
// PointSet: positions between nodes, and the nodes with weights that stand for each of them.
#pragma once

#include <tessera/grid/field.hpp>
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
/// weights along the axes. A grid that is a block of a larger one has the points of the whole, and knows
/// which of their nodes lie in the block and its halo.
template <int D>
class PointSet {
public:
  /// A node of a point's support, and the weight of the node's value.
  struct Weighted {
    Index node; ///< number in nodes()
    double weight;
  };
  /// Where memory holds a node of a support.
  struct Place {
    Extents<D> at; ///< index in the grid, below 0 or beyond its last node in a halo
    Index node;    ///< number in nodes()
  };

  /// \param positions in the grid's unit of length
  /// \param offset where the values lie beside the grid's nodes, in spacings along each axis: a member of a
  ///        staggered grid has 0.5 where its values lie half-way to the next node
  /// \param halo of the field, where the grid is a block of a larger one (Blocks::halo())
  /// \throws InvalidInput for a position outside of the whole grid: more than half a thousandth of a spacing
  /// beyond its first or its last node, on a periodic axis beyond the period; and for a halo along an axis
  /// that is whole and not periodic
  PointSet(Grid<D> const& grid, std::vector<Lengths<D>> const& positions, Interpolation interpolation,
           BeyondFaces<D> const& beyond = beyond_all<D>(Beyond::cut), Lengths<D> const& offset = {},
           Halo<D> const& halo = {})
      : grid_(grid), halo_(halo) {
    validate(grid);
    Grid<D> const whole = grid.whole_grid();
    std::map<Extents<D>, Index, Before> numbers;
    std::vector<std::vector<std::pair<Extents<D>, double>>> supports;
    for (auto const& position : positions) {
      supports.push_back(support(whole, position, interpolation, beyond, offset, supports.size()));
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
    find_places(beyond);
  }

  /// The grid for whose fields the points are, and their halo.
  Grid<D> const& grid() const { return grid_; }
  Halo<D> const& halo() const { return halo_; }
  /// All nodes of supports in the whole grid, each once, the last axis fastest.
  std::vector<Extents<D>> const& nodes() const { return nodes_; }
  /// The support of each position.
  std::vector<std::vector<Weighted>> const& points() const { return points_; }
  /// The nodes of supports that the grid and its halo hold. The first own_places() of them are the grid's own
  /// nodes, each once; a halo along a periodic axis may hold a node more than once.
  std::vector<Place> const& places() const { return places_; }
  Index own_places() const { return own_places_; }

private:
  struct Before {
    bool operator()(Extents<D> const& a, Extents<D> const& b) const {
      for (int d = 0; d < D; ++d)
        if (a[d] != b[d]) return a[d] < b[d];
      return false;
    }
  };
  void find_places(BeyondFaces<D> const& beyond) {
    auto const is_own = [&](Place const& place) {
      bool own = true;
      for (int d = 0; d < D; ++d) own = own && place.at[d] >= 0 && place.at[d] < grid_.nodes[d];
      return own;
    };
    Extents<D> turns{}; // periods by which a halo's nodes are turned
    for (int d = 0; d < D; ++d) {
      if (halo_.lower[d] == 0 && halo_.upper[d] == 0) continue;
      if (beyond[d][0] == Beyond::period)
        turns[d] = 1;
      else if (grid_.whole_nodes(d) == grid_.nodes[d])
        throw InvalidInput(detail::text("points: a halo of ", halo_.lower[d], " and ", halo_.upper[d],
                                        " nodes along axis ", d, ", of which the grid holds all ",
                                        grid_.nodes[d],
                                        " nodes: what a support has there is not known (give "
                                        "a block of the whole grid, or no halo)"));
    }
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      std::vector<Place> places{{nodes_[node], static_cast<Index>(node)}};
      for (int d = 0; d < D; ++d) {
        std::vector<Place> held;
        for (auto place : places)
          for (Index turn = -turns[d]; turn <= turns[d]; ++turn) {
            auto turned = place;
            turned.at[d] += turn * grid_.whole_nodes(d) - grid_.first[d];
            if (turned.at[d] >= -halo_.lower[d] && turned.at[d] < grid_.nodes[d] + halo_.upper[d])
              held.push_back(turned);
          }
        places = std::move(held);
      }
      places_.insert(places_.end(), places.begin(), places.end());
    }
    own_places_ = std::stable_partition(places_.begin(), places_.end(), is_own) - places_.begin();
  }

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

  Grid<D> grid_;
  Halo<D> halo_;
  std::vector<Extents<D>> nodes_;
  std::vector<std::vector<Weighted>> points_;
  std::vector<Place> places_;
  Index own_places_ = 0;
};

} // namespace tessera
