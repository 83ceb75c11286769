// SPDX-License-Identifier: Apache-2.0
// Interpolation between two grids along one axis, and its adjoint, as short tables that the host computes.
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/solver/poisson/ends.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tessera::detail {

/// out(i) is the sum over m of weight[width i + m] in(index[width i + m]).
struct AxisTable {
  int width = 1;
  std::vector<Index> index;
  std::vector<double> weight;
};

/// One axis on a fine and on a coarse grid of the same length. The coarse nodes need not be nodes of the fine
/// grid: an odd number of intervals can be halved too.
struct AxisPair {
  Index fine, coarse; // nodes
  PoissonEnd lower, upper;

  double length(Index nodes) const { // in spacings
    if (lower == PoissonEnd::periodic) return static_cast<double>(nodes);
    return static_cast<double>(nodes) - 1 + shift() + (upper == PoissonEnd::half_mirrored ? 0.5 : 0.);
  }
  double shift() const { return lower == PoissonEnd::half_mirrored ? 0.5 : 0.; }
  double ratio() const { return length(fine) / length(coarse); } // of the spacings

  /// The part of a node's cell that lies inside the domain.
  double measure(Index i, Index nodes) const {
    bool const edge =
        (i == 0 && lower == PoissonEnd::mirrored) || (i == nodes - 1 && upper == PoissonEnd::mirrored);
    return edge ? 0.5 : 1.;
  }

  /// Linear interpolation from the coarse nodes to the fine ones. Beyond a wall that is half a spacing away
  /// the edge node's value holds.
  AxisTable prolongation() const {
    AxisTable table{2, {}, {}};
    for (Index i = 0; i < fine; ++i) {
      double const at = (static_cast<double>(i) + shift()) / ratio() - shift();
      double const below = std::floor(at + 1e-9), part = std::max(0., at - below);
      for (Index J : {static_cast<Index>(below), static_cast<Index>(below) + 1}) {
        bool const upper_one = J > static_cast<Index>(below);
        table.index.push_back(lower == PoissonEnd::periodic ? wrapped(J, coarse)
                                                            : std::clamp<Index>(J, 0, coarse - 1));
        table.weight.push_back(upper_one ? part : 1 - part);
      }
    }
    return table;
  }

  /// Linear interpolation from the fine nodes to the positions of the coarse ones.
  AxisTable sampling() const {
    AxisTable table{2, {}, {}};
    for (Index J = 0; J < coarse; ++J) {
      double const at = std::max(0., (static_cast<double>(J) + shift()) * ratio() - shift());
      double const below = std::floor(at + 1e-9), part = std::max(0., at - below);
      Index const i = static_cast<Index>(below);
      table.index.push_back(std::min(i, fine - 1));
      table.weight.push_back(1 - part);
      table.index.push_back(lower == PoissonEnd::periodic ? wrapped(i + 1, fine) : std::min(i + 1, fine - 1));
      table.weight.push_back(part);
    }
    return table;
  }

  /// The adjoint of prolongation() in the two grids' inner products: a local mean.
  AxisTable restriction() const {
    std::vector<std::vector<std::pair<Index, double>>> rows(static_cast<std::size_t>(coarse));
    auto const p = prolongation();
    for (Index i = 0; i < fine; ++i)
      for (Index m = 2 * i; m < 2 * i + 2; ++m)
        if (double const w = p.weight[static_cast<std::size_t>(m)]; w != 0) {
          Index const J = p.index[static_cast<std::size_t>(m)];
          rows[static_cast<std::size_t>(J)].push_back(
              {i, w * measure(i, fine) / measure(J, coarse) / ratio()});
        }
    AxisTable table;
    for (auto const& row : rows) table.width = std::max(table.width, static_cast<int>(row.size()));
    for (auto& row : rows) {
      row.resize(static_cast<std::size_t>(table.width), {0, 0.}); // padding: weight 0 for node 0
      for (auto const& [i, w] : row) {
        table.index.push_back(i);
        table.weight.push_back(w);
      }
    }
    return table;
  }
};

/// The table of an axis that a plane does not have, or that is not coarsened.
inline AxisTable identity_table(Index nodes) {
  AxisTable table;
  for (Index i = 0; i < nodes; ++i) {
    table.index.push_back(i);
    table.weight.push_back(1);
  }
  return table;
}

} // namespace tessera::detail
