// SPDX-License-Identifier: Apache-2.0
#include "differentiate.hpp"

void tessera::derivative::check(Problem const& problem) {
  detail::Exec const exec;
  auto const check_in = [&]<int D>(std::integral_constant<int, D>) {
    for (int axis : problem.axes)
      detail::derivative_along<D>(exec, problem, block_of_lines<D>(problem, axis).grid.nodes, axis);
  };
  if (problem.geometry.dimension == 1) check_in(std::integral_constant<int, 1>{});
  if (problem.geometry.dimension == 2) check_in(std::integral_constant<int, 2>{});
  if (problem.geometry.dimension == 3) check_in(std::integral_constant<int, 3>{});
}
