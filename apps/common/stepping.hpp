// SPDX-License-Identifier: Apache-2.0
// From the name of a scheme to a stepper.
#pragma once

#include <tessera/tessera.hpp>
#include <tessera/tune/autotune.hpp>

#include <memory>
#include <optional>
#include <vector>

#include "node_data.hpp"
#include "options.hpp"
#include "simulation.hpp"
#include "team.hpp"

namespace tessera::app {

/// \throws InvalidInput for more than three extents
Tile tile_of(std::vector<int> const& given);

/// The scheme that was asked for; nothing for auto.
/// \throws InvalidInput for names that are unknown, and for parameters beside auto
std::optional<AnyScheme> asked_scheme(SchemeSpec const& spec);

/// What tuning says, on the device of the run; on several ranks it is collective. The search is compiled once
/// for all stencils.
AnyScheme tuned_scheme(TuningProblem const& problem, RunLength const& length);

/// By the scheme asked for; auto is tuned for this device, stencil and size where the run is long enough.
/// Every advance uses the exchange.
/// \throws InvalidInput for parameters that the scheme does not have, or that can't be
template <class FieldType, class StencilType, class BoundaryType, class Obstacle = NoObstacle,
          class Exchange = NoExchange>
std::unique_ptr<AnyStepper<FieldType>>
make_stepper_for(Exec const& exec, FieldType const& u, StencilType const& stencil,
                 BoundaryType const& boundary, SchemeSpec const& spec, RunLength const& length,
                 Clock const& clock = {}, Obstacle const& obstacle = {}, Exchange const& exchange = {}) {
  auto scheme = asked_scheme(spec);
  if (!scheme)
    scheme = tuned_scheme(tuning_problem(exec, u, stencil, boundary, clock, obstacle, exchange), length);
  return team().agree(
      [&] { return make_stepper(*scheme, exec, u, stencil, boundary, clock, obstacle, exchange); });
}

/// What the scheme settled on, for a grid of this dimension.
SchemeChoice choice_of(SchemeReport const& report, int dimension);

} // namespace tessera::app
