// SPDX-License-Identifier: Apache-2.0
// A field against an exact solution, node by node.
#pragma once

#include <algorithm>
#include <cmath>

#include "node_values.hpp"
#include "record.hpp"
#include "simulation.hpp"

namespace tessera::app {

/// \param exact_in exact_in(box) gives a function of a node's number in the box and its index: the exact
/// value there. For rank 0, within led_by_first().
template <class ExactIn>
Errors errors_by_box(HostField const& field, Geometry const& geometry, ExactIn const& exact_in) {
  Errors errors;
  double squares = 0.;
  auto box = all_nodes(geometry);
  auto const plane = static_cast<std::size_t>(box.count[1] * box.count[2]);
  std::visit(
      [&](auto const& values) {
        values.for_pieces([&](std::size_t first, auto piece) {
          box.first[0] = static_cast<std::int64_t>(first / plane);
          box.count[0] = static_cast<std::int64_t>(piece.size() / plane);
          auto const exact = exact_in(box);
          for_each_node(box, [&](std::size_t n, NodeIndex const& node) {
            double const error = std::abs(static_cast<double>(piece[n]) - exact(n, node));
            errors.max = std::max(errors.max, error);
            squares += error * error;
          });
        });
        errors.rms = std::sqrt(squares / static_cast<double>(values.size()));
      },
      field);
  return errors;
}

/// \param exact the exact value at node (i, j, k)
template <class Exact>
Errors errors_of(HostField const& field, Geometry const& geometry, Exact const& exact) {
  return errors_by_box(field, geometry, [&](NodeBox const&) {
    return [&](std::size_t, NodeIndex const& node) {
      return exact(static_cast<std::size_t>(node[0]), static_cast<std::size_t>(node[1]),
                   static_cast<std::size_t>(node[2]));
    };
  });
}

/// Against factor times a shape.
inline Errors errors_of(HostField const& field, Geometry const& geometry, NodeValues<double> const& shape,
                        double factor) {
  return errors_by_box(field, geometry, [&](NodeBox const& box) {
    return [factor, values = shape.in(box)](std::size_t n, NodeIndex const&) { return factor * values[n]; };
  });
}

} // namespace tessera::app
