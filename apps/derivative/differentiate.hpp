// SPDX-License-Identifier: Apache-2.0
// The part of this program that knows Kokkos. Included by one source a precision, and by the one that checks.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/operator/derivative.hpp>

#include "problem.hpp"

namespace tessera::derivative {

namespace detail {

using Exec = Kokkos::DefaultExecutionSpace;

template <int D>
Derivative<Exec, D> derivative_along(Exec const& exec, Problem const& problem, int axis) {
  Grid<D> grid{};
  for (std::size_t d = 0; d < D; ++d) {
    grid.nodes[d] = problem.geometry.nodes[d];
    grid.spacing[d] = problem.geometry.spacing[d];
  }
  return {exec,
          grid,
          {.axis = axis,
           .derivative = problem.derivative,
           .order = problem.order,
           .ends = problem.ends[static_cast<std::size_t>(axis)],
           .pencils = problem.pencils}};
}

template <int D, class T>
Derived differentiate_in(Problem const& problem, int axis, std::vector<T> const& u) {
  Exec const exec;
  auto const derivative = derivative_along<D>(exec, problem, axis);
  typename NodeView<T, D>::array_layout layout;
  for (std::size_t d = 0; d < D; ++d)
    layout.dimension[d] = static_cast<std::size_t>(problem.geometry.nodes[d]);
  auto const make = [&](std::string const& label) {
    return NodeView<T, D>(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), layout);
  };
  auto const field = make("tessera::derivative::u"), result = make("tessera::derivative::du");
  auto const flat = [](auto const& view) {
    return Kokkos::View<T*, typename Exec::memory_space>(view.data(), view.size());
  };
  Kokkos::deep_copy(exec, flat(field), Kokkos::View<T const*, Kokkos::HostSpace>(u.data(), u.size()));
  derivative(field, result);
  exec.fence("tessera::derivative: before timing");
  Kokkos::Timer timer;
  for (std::int64_t i = 0; i < problem.evaluations; ++i) derivative(field, result);
  exec.fence("tessera::derivative: evaluations");
  Derived derived{timer.seconds(), {}};
  std::vector<T> values(u.size());
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(values.data(), values.size()), flat(result));
  derived.values = std::move(values);
  return derived;
}

} // namespace detail

template <class T>
Derived differentiate(Problem const& problem, int axis, std::vector<T> const& u) {
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
