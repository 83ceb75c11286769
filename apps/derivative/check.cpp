// SPDX-License-Identifier: Apache-2.0
#include "differentiate.hpp"

void tessera::derivative::check(Problem const& problem) {
  detail::Exec const exec;
  for (int axis : problem.axes) {
    if (problem.geometry.dimension == 1) detail::derivative_along<1>(exec, problem, axis);
    if (problem.geometry.dimension == 2) detail::derivative_along<2>(exec, problem, axis);
    if (problem.geometry.dimension == 3) detail::derivative_along<3>(exec, problem, axis);
  }
}
