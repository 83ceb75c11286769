// SPDX-License-Identifier: Apache-2.0
// What is differentiated, its numbers all known; without Kokkos.
#pragma once

#include <tessera/operator/ends.hpp>

#include "../common/geometry.hpp"
#include "../common/node_values.hpp"
#include "../common/simulation.hpp"

namespace tessera::derivative {

struct Problem {
  app::Geometry geometry;
  std::vector<int> axes; ///< along which to differentiate, one after the other
  int derivative = 1, order = 8;
  std::vector<Ends> ends;       ///< per axis
  std::int64_t pencils = 0;     ///< 0: the library's choice
  std::int64_t evaluations = 0; ///< that are timed, of each axis
};

struct Derived {
  double seconds = 0.; ///< of all evaluations, fenced
  app::HostField values;
};

/// Throws InvalidInput where one of the derivatives can't be: before the first is evaluated.
void check(Problem const& problem);

/// The derivative of u (row-major) along an axis, evaluated so often, after once for nothing. T is float or
/// double. Collective: ranks share the lines along the axis; rank 0 has the values, all have the seconds of
/// the slowest.
template <class T>
Derived differentiate(Problem const& problem, int axis, app::NodeValues<T> const& u);

extern template Derived differentiate<float>(Problem const&, int, app::NodeValues<float> const&);
extern template Derived differentiate<double>(Problem const&, int, app::NodeValues<double> const&);

} // namespace tessera::derivative
