// SPDX-License-Identifier: Apache-2.0
// A field against an exact solution, node by node.
#pragma once

#include <algorithm>
#include <cmath>

#include "for_each_index.hpp"
#include "record.hpp"
#include "simulation.hpp"

namespace tessera::app {

/// \param exact the exact value at node (i, j, k)
template <class T, class Exact>
Errors errors_of(std::vector<T> const& values, Geometry const& geometry, Exact const& exact) {
  Errors errors;
  double squares = 0.;
  for_each_index(geometry, [&](std::size_t index, std::size_t i, std::size_t j, std::size_t k) {
    double const error = std::abs(static_cast<double>(values[index]) - exact(i, j, k));
    errors.max = std::max(errors.max, error);
    squares += error * error;
  });
  errors.rms = std::sqrt(squares / static_cast<double>(values.size()));
  return errors;
}

template <class Exact>
Errors errors_of(HostField const& field, Geometry const& geometry, Exact const& exact) {
  return std::visit([&](auto const& values) { return errors_of(values, geometry, exact); }, field);
}

} // namespace tessera::app
