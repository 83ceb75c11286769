// SPDX-License-Identifier: Apache-2.0
// The steps of a run, and everything that happens around them.
#pragma once

#include <tessera/io/checkpoint.hpp>

#include <limits>

#include "../common/options.hpp"
#include "../common/outputs.hpp"
#include "history.hpp"
#include "problem.hpp"

namespace tessera::flow {

/// How time runs.
struct March {
  std::optional<double> dt; ///< of every step; none: as cfl and diffusion allow
  double cfl = 0.8;
  double diffusion = 0.;                                         ///< the longest step that diffusion allows
  std::int64_t steps = std::numeric_limits<std::int64_t>::max(); ///< at most
  double end_time = std::numeric_limits<double>::infinity();     ///< the last step is shortened to end here
  std::int64_t first_step = 0;                                   ///< of a restart, with its time
  double first_time = 0.;
};

/// What turns forces into coefficients.
struct Scales {
  double speed = 1., length = 1.;
};

struct Marched {
  std::int64_t steps = 0; ///< made by this run
  double time = 0.;       ///< reached
  double seconds = 0.;    ///< of stepping
};

/// Steps to the end. Writes outputs, checkpoints and the history where the options have a folder: vorticity
/// as /u, psi as /psi beside it, streamlines as a picture. Collective; rank 0 has `outputs`, and writes.
/// \throws RunFailure, on all ranks, naming the step if the flow diverges, Poisson's equation does not
/// converge, a fixed step is too long, a file can't be written, or a signal came
Marched march(Run& run, March const& plan, Scales const& scales, app::Options const& options,
              Problem const& problem, std::vector<io::Parameter> const& identity, int contours,
              History& history, std::optional<app::Outputs>& outputs);

} // namespace tessera::flow
