// SPDX-License-Identifier: Apache-2.0
// The stepper of a field that ranks may share.
#pragma once

#include <tessera/distributed/detail/cut.hpp>
#include <tessera/distributed/halo_depth.hpp>

#include <algorithm>

#include "shared_field.hpp"
#include "stepping.hpp"

namespace tessera::app {

/// The scheme of a run on several ranks, the same on all, before the grid is cut: halos are as deep as the
/// steps that it fuses. On one rank it is what the user asked for.
/// Temporal fuses as many steps of radius 1 as make a halo of 8 nodes if nothing is said, 4 in three
/// dimensions, fewer of a larger radius, and as many as fit the blocks. Without --tune, `auto` is Temporal
/// here, or Streaming where it would fuse no steps of a radius larger than 1; with it, these halos are what
/// candidates are measured on. \param parts blocks along each axis; empty: chosen
template <int D>
SchemeSpec scheme_of_ranks(SchemeSpec spec, Geometry const& geometry, int radius, Team const& ranks,
                           std::vector<std::int64_t> const& parts) {
  if (!ranks.shared()) return spec;
  ranks.agree([&] { asked_scheme({spec.name, spec.tile, spec.fused_steps}); }); // refuses what can't be
  bool const chosen = spec.name == "auto" && !spec.tuned_by_ranks;
  if (chosen) spec.name = Temporal::name;
  if ((spec.name != Temporal::name && !spec.tuned_by_ranks) || spec.fused_steps) return spec;
  detail::CutProblem<D> problem{{}, {}, {radius, std::max(1, (D == 3 ? 4 : 8) / radius)}, D - 1};
  for (std::size_t d = 0; d < D; ++d) {
    problem.nodes[d] = geometry.nodes[d];
    problem.periodic[d] = geometry.periodic[d];
  }
  auto const fits = [&] {
    if (parts.size() != D) return problem.best(ranks.count())[0] > 0;
    for (int d = 0; d < D; ++d)
      if (parts[static_cast<std::size_t>(d)] > problem.most_parts(d)) return false;
    return true;
  };
  while (problem.depth.fused_steps > 1 && !fits()) --problem.depth.fused_steps;
  if (chosen && radius > 1 && problem.depth.fused_steps == 1)
    spec.name = Streaming::name;
  else
    spec.fused_steps = problem.depth.fused_steps;
  return spec;
}

/// The halo that the steps of this scheme read of other ranks' blocks.
template <class StencilType>
HaloDepth depth_of(SchemeSpec const& spec) {
  return halo_depth_of<StencilType>(spec.fused_steps.value_or(1));
}

/// Makes the stepper of a field that may be shared; otherwise as make_stepper_for. Collective.
template <class T, int D, class StencilType, class BoundaryType, class Obstacle>
std::unique_ptr<AnyStepper<Field<NodeView<T, D>>>>
make_stepper_for(Exec const& exec, std::shared_ptr<SharedField<T, D> const> const& shared,
                 Field<NodeView<T, D>> const& u, StencilType const& stencil, BoundaryType const& boundary,
                 SchemeSpec const& spec, RunLength const& length, Clock const& clock,
                 Obstacle const& obstacle = {}) {
  return make_stepper_for(exec, u, stencil, boundary, spec, length, clock, obstacle,
                          SharedExchange<T, D>{shared});
}

} // namespace tessera::app
