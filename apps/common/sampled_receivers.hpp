// SPDX-License-Identifier: Apache-2.0
// Receivers at positions between nodes, sampled within the steps of a scheme.
#pragma once

#include <tessera/points/with_points.hpp>

#include "node_data.hpp"
#include "places.hpp"
#include "team.hpp"
#include "traces.hpp"

namespace tessera::app {

/// Positions as the library's points, for a field on this grid with this halo.
template <int D>
PointSet<D> make_points(Grid<D> const& grid, Halo<D> const& halo,
                        std::vector<std::vector<double>> const& positions, Interpolation interpolation,
                        BeyondFaces<D> const& beyond) {
  std::vector<Lengths<D>> points;
  for (auto const& position : positions) {
    points.emplace_back();
    for (std::size_t d = 0; d < D; ++d) points.back()[d] = position[d];
  }
  auto const how = interpolation == Interpolation::nearest  ? tessera::Interpolation::nearest
                   : interpolation == Interpolation::linear ? tessera::Interpolation::linear
                                                            : tessera::Interpolation::sinc;
  return {grid, points, how, beyond, {}, halo};
}

/// Samples wait on the device and come to the host once an advance.
template <class T, int D>
class SampledReceivers {
public:
  SampledReceivers(Sampling<T, D, Memory> const& sampling, Traces& traces)
      : sampling_(sampling), traces_(traces) {}

  std::int64_t longest_advance() const { return sampling_.longest_advance(); }

  /// Hands the samples of the levels from `from` to `to` to the traces, both included. Waits if there are
  /// any. Collective: ranks that share the field make them together, and all have them.
  void collect(Exec const& exec, std::int64_t from, std::int64_t to) {
    auto const made =
        team().shared() ? sampling_.samples(exec, team(), from, to) : sampling_.samples(exec, from, to);
    if (made.size() == 0) return;
    exec.fence("tessera::app: samples");
    std::vector<T> values(made.size());
    copy_to_host(values.data(), made.data(), values.size());
    std::size_t const receivers = made.extent(1);
    for (std::size_t first = 0; first < values.size(); first += receivers) {
      std::vector<double> const sample(&values[first], &values[first] + receivers);
      traces_.add(sample.data());
    }
  }

private:
  Sampling<T, D, Memory> sampling_; // shares its memory with the stencil's
  Traces& traces_;
};

} // namespace tessera::app
