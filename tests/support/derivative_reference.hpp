// SPDX-License-Identifier: Apache-2.0
// Reference derivatives: plain loops over a std::vector in row-major order, in long double. The weights come
// from another algorithm than the library's.
#pragma once

#include <tessera/grid/grid.hpp>
#include <tessera/operator/ends.hpp>

#include <cmath>
#include <map>
#include <vector>

namespace tessera::test {

/// Weights of the derivative at 0 for `points` nodes at distance 1, the first at `first`, by the recursion of
/// Fornberg 1988 over derivatives and nodes.
inline std::vector<long double> reference_weights(int derivative, int first, int points) {
  std::vector<std::vector<long double>> c(points, std::vector<long double>(derivative + 1, 0));
  long double c1 = 1, c4 = first;
  c[0][0] = 1;
  for (int i = 1; i < points; ++i) {
    long double const c5 = c4;
    long double c2 = 1;
    c4 = first + i;
    for (int j = 0; j < i; ++j) {
      long double const c3 = i - j;
      c2 *= c3;
      if (j == i - 1) {
        for (int m = derivative; m > 0; --m) c[i][m] = c1 * (m * c[i - 1][m - 1] - c5 * c[i - 1][m]) / c2;
        c[i][0] = -c1 * c5 * c[i - 1][0] / c2;
      }
      for (int m = derivative; m > 0; --m) c[j][m] = (c4 * c[j][m] - m * c[j][m - 1]) / c3;
      c[j][0] = c4 * c[j][0] / c3;
    }
    c1 = c2;
  }
  std::vector<long double> weights;
  for (auto const& node : c) weights.push_back(node[derivative]);
  return weights;
}

/// Values, and for each the sum of the magnitudes of its addends, relative to which rounding is measured.
struct Derived {
  std::vector<long double> value, size;
};

template <int D>
void add_derivative(Derived& sum, Grid<D> const& grid, std::vector<double> const& u, int axis, int derivative,
                    int order, Ends ends) {
  Index const n = grid.nodes[axis];
  int const radius = order / 2;
  Index stride = 1;
  for (int d = axis + 1; d < D; ++d) stride *= grid.nodes[d];
  long double const unit = std::pow(static_cast<long double>(grid.spacing[axis]), derivative);
  std::map<int, std::vector<long double>> known; // by the position of the first point
  sum.value.resize(u.size(), 0);
  sum.size.resize(u.size(), 0);
  for (Index number = 0; number < static_cast<Index>(u.size()); ++number) {
    Index const i = number / stride % n, start = number - i * stride;
    bool const at_lower = ends == Ends::bounded && i < radius,
               at_upper = ends == Ends::bounded && i >= n - radius;
    int const points = at_lower || at_upper ? derivative + order : order + 1;
    Index const first = at_lower ? -i : at_upper ? n - points - i : -radius;
    auto& w = known[static_cast<int>(first)];
    if (w.empty()) w = reference_weights(derivative, static_cast<int>(first), points);
    for (int k = 0; k < points; ++k) {
      Index at = i + first + k;
      Index const period = ends == Ends::end_repeated ? n - 1 : n;
      if (at < 0) at += period;
      if (at >= n) at -= period;
      long double const addend = w[k] * u[start + at * stride] / unit;
      sum.value[number] += addend;
      sum.size[number] += std::fabs(addend);
    }
  }
}

} // namespace tessera::test
