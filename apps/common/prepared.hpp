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

/// Bytes that a rank needs at the same time.
struct MemoryNeed {
  double host = 0.;
  double device = 0.;
  double first = 0.; ///< of the host, on rank 0 besides: what it writes
};

/// Nodes of a rank's block, without a halo.
double nodes_of_rank(Geometry const& geometry);

/// On the host: what is evaluated is held by one rank that is alone, `bytes` a node; of several each makes
/// some planes of its block at a time.
double bytes_held(Geometry const& geometry, double bytes);

/// What rank 0 holds of a field that it writes: of a plane with an output folder all of it, for its picture,
/// and once more where it gathers it; else some planes.
double bytes_written(Options const& options, Geometry const& geometry);

/// Bytes of a value in the run's precision.
double value_bytes(Options const& options);

/// \throws RunFailure where host or device has less than the ranks of this machine need
void require_memory(MemoryNeed const& need, Geometry const& geometry);

} // namespace tessera::app
