// SPDX-License-Identifier: Apache-2.0
// A field against an exact solution, node by node.
#pragma once

#include <algorithm>
#include <cmath>

#include "node_values.hpp"
#include "record.hpp"
#include "simulation.hpp"

namespace tessera::app {

/// \param exact the exact value at node (i, j, k). For rank 0, within led_by_first().
template <class Exact>
Errors errors_of(HostField const& field, Geometry const& geometry, Exact const& exact) {
  Errors errors;
  double squares = 0.;
  auto box = all_nodes(geometry);
  auto const plane = static_cast<std::size_t>(box.count[1] * box.count[2]);
  std::visit(
      [&](auto const& values) {
        values.for_pieces([&](std::size_t first, auto piece) {
          box.first[0] = static_cast<std::int64_t>(first / plane);
          box.count[0] = static_cast<std::int64_t>(piece.size() / plane);
          for_each_node(box, [&](std::size_t n, NodeIndex const& node) {
            double const error =
                std::abs(static_cast<double>(piece[n]) - exact(static_cast<std::size_t>(node[0]),
                                                               static_cast<std::size_t>(node[1]),
                                                               static_cast<std::size_t>(node[2])));
            errors.max = std::max(errors.max, error);
            squares += error * error;
          });
        });
        errors.rms = std::sqrt(squares / static_cast<double>(values.size()));
      },
      field);
  return errors;
}

/// Against factor times a shape.
inline Errors errors_of(HostField const& field, Geometry const& geometry, NodeValues<double> const& shape,
                        double factor) {
  Errors errors;
  double squares = 0.;
  auto box = all_nodes(geometry);
  auto const plane = static_cast<std::size_t>(box.count[1] * box.count[2]);
  std::visit(
      [&](auto const& values) {
        values.for_pieces([&](std::size_t first, auto piece) {
          box.first[0] = static_cast<std::int64_t>(first / plane);
          box.count[0] = static_cast<std::int64_t>(piece.size() / plane);
          auto const exact = shape.in(box);
          for (std::size_t n = 0; n < piece.size(); ++n) {
            double const error = std::abs(static_cast<double>(piece[n]) - factor * exact[n]);
            errors.max = std::max(errors.max, error);
            squares += error * error;
          }
        });
        errors.rms = std::sqrt(squares / static_cast<double>(values.size()));
      },
      field);
  return errors;
}

} // namespace tessera::app
