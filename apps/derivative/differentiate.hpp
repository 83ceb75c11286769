// SPDX-License-Identifier: Apache-2.0
// The part of this program that knows Kokkos. Included by one source a precision, and by the one that checks.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/operator/derivative.hpp>

#include "../common/shared_field.hpp"
#include "lines.hpp"

namespace tessera::derivative {

namespace detail {

using app::Exec;

template <int D>
Derivative<Exec, D> derivative_along(Exec const& exec, Problem const& problem, Extents<D> const& nodes,
                                     int axis) {
  Grid<D> grid = app::make_grid<D>(problem.geometry);
  grid.nodes = nodes;
  return {exec,
          grid,
          {.axis = axis,
           .derivative = problem.derivative,
           .order = problem.order,
           .ends = problem.ends[static_cast<std::size_t>(axis)],
           .pencils = problem.pencils}};
}

template <int D, class T>
Derived differentiate_in(Problem const& problem, int axis, app::NodeValues<T> const& u) {
  Exec const exec;
  auto const block = block_of_lines<D>(problem, axis);
  auto const derivative = derivative_along<D>(exec, problem, block.grid.nodes, axis);
  auto const field = app::make_view<T, D>("tessera::derivative::u", block, {}),
             result = app::make_view<T, D>("tessera::derivative::du", block, {});
  app::fill(field, block, {}, u);
  derivative(field, result);
  exec.fence("tessera::derivative: before timing");
  app::team().sum(0); // all begin together
  Kokkos::Timer timer;
  for (std::int64_t i = 0; i < problem.evaluations; ++i) derivative(field, result);
  exec.fence("tessera::derivative: evaluations");
  double const seconds = timer.seconds();
  return {app::team().largest(seconds),
          app::gathered_values<T, D>(exec, block, make_field(block.grid, result))};
}

} // namespace detail

template <class T>
Derived differentiate(Problem const& problem, int axis, app::NodeValues<T> const& u) {
  switch (problem.geometry.dimension) {
  case 1:
    return detail::differentiate_in<1>(problem, axis, u);
  case 2:
    return detail::differentiate_in<2>(problem, axis, u);
  default:
    return detail::differentiate_in<3>(problem, axis, u);
  }
}

} // namespace tessera::derivative
