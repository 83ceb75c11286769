// SPDX-License-Identifier: Apache-2.0
// What every solver makes of the user's options before it runs.
#pragma once

#include <tessera/io/checkpoint.hpp>

#include <string>
#include <utility>
#include <vector>

#include "device.hpp"
#include "geometry.hpp"

namespace tessera::app {

/// A problem ready to run, and its identity: what a checkpoint has to agree with.
template <class Problem>
struct Prepared {
  Problem problem;
  std::vector<io::Parameter> identity;

  void add(std::string const& name, std::string value) { identity.push_back({name, std::move(value)}); }
};

/// What every rank prepares for itself, from the same options and files.
template <class PreparedProblem>
struct Setup {
  Options options;
  Geometry geometry;
  PreparedProblem prepared;
};

/// The first lines of an identity: the grid and the precision.
std::vector<io::Parameter> grid_identity(Options const& options, Geometry const& geometry);

/// Bytes that a run needs at the same time.
struct MemoryNeed {
  double host = 0.;
  double device = 0.;
};

/// Bytes of a value in the run's precision.
double value_bytes(Options const& options);

/// \throws InvalidInput where host or device has less
inline void require_memory(MemoryNeed const& need, Geometry const& geometry) {
  require_memory(need.host, need.device, io::to_string(geometry.shape()) + " nodes");
}

} // namespace tessera::app
