// SPDX-License-Identifier: Apache-2.0
// From the user's options to the Poisson problem.
#pragma once

#include "../common/body.hpp"
#include "../common/prepared.hpp"
#include "problem.hpp"

namespace tessera::poisson {

inline constexpr int usual_contours = 24;

/// What a tolerance may be for.
inline constexpr std::array stop_names{"residual", "update"};

/// What only this solver asks.
struct PoissonSettings {
  std::string method; ///< empty: jacobi for the published problem, else multigrid-cg
  std::optional<app::ValueSpec> rhs;
  std::optional<std::int64_t> iterations, max_iterations;
  std::optional<double> tolerance, relaxation;
  std::optional<std::string> stop_on; ///< residual or update
  std::optional<app::BodySpec> body;
  std::optional<int> contours;
  bool published = false;
  bool iterations_typed = false;    ///< on the command line
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis
};

/// The problem of Perezhogin's paper, where nothing else is given: flow around a square body in a channel,
/// 512 x 256 nodes on 2 x 1, psi = y at the inflow, outflow to the east, psi = 1/2 on a square of a quarter
/// of the height in the middle, 1000 Jacobi iterations from psi = y.
void apply_published_problem(app::Options& options, PoissonSettings& settings);

/// Throws InvalidInput for a table [source].
void refuse_source(app::Options const& options);

app::Geometry geometry_of(app::Options const& options);

/// Evaluates everything.
/// \throws InvalidInput
PoissonProblem prepare(app::Options const& options, PoissonSettings const& settings,
                       app::Geometry const& geometry);

/// Fills in what was left to defaults, for --print-config.
void settle(app::Options& options, PoissonSettings& settings, PoissonProblem const& problem,
            Control const& control);

/// \throws InvalidInput for iterations and tolerances that can't be
Control control_of(PoissonSettings const& settings, PoissonProblem const& problem,
                   std::string const& precision);

app::MemoryNeed memory_of(app::Options const& options, PoissonProblem const& problem);

} // namespace tessera::poisson
