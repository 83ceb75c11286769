// SPDX-License-Identifier: Apache-2.0
// Systems of fields on blocks: how far a step's stages read into a halo, and systems that have one.
#pragma once

#include <tessera/boundary/detail/leaves_nodes.hpp>
#include <tessera/distributed/blocks.hpp>
#include <tessera/grid/system.hpp>
#include <tessera/stencil/stages.hpp>

namespace tessera {

namespace detail {

/// How far a stage reads at most along any axis to one side, as the update of a node asks for it: a condition
/// that looks at neighbours may look as far as the step's radius.
template <class Value, class T, class Stage, class BoundaryType, int Radius>
constexpr auto reach_into_halo() {
  constexpr int D = Stage::reads.dimension;
  Reach<D> reach = reach_of(Stage::reads);
  for (int d = 0; d < D; ++d)
    if (!is_pointwise<BoundaryType, D>)
      reach.lower[d] = reach.upper[d] = Radius;
    else if (StageMembers<Stage, Value, T>::around == 0)
      reach.lower[d] = reach.upper[d] = 0;
  return reach;
}

template <class Value, class T, class BoundaryType, class... Stage>
constexpr HaloDepth depth_of_stages(std::type_identity<Stages<Stage...>>, int fused_steps) {
  using All = Stages<Stage...>;
  constexpr int D = All::dimension;
  int lower[D] = {}, upper[D] = {}, most = 1;
  bool box = sizeof...(Stage) > 1 || !is_pointwise<BoundaryType, D>;
  auto const add = [&](Reach<D> const& reach) {
    box = box || reach.shape == Reach<D>::Shape::box;
    for (int d = 0; d < D; ++d) {
      lower[d] += reach.lower[d];
      upper[d] += reach.upper[d];
    }
  };
  (add(reach_into_halo<Value, T, Stage, BoundaryType, All::radius>()), ...);
  for (int d = 0; d < D; ++d)
    for (int const side : {lower[d], upper[d]}) most = side > most ? side : most;
  return {most, fused_steps, box, All::radius + (staggered_members<Value>() != 0 ? 1 : 0)};
}

} // namespace detail

/// The depth of a system's halo, as below, by the types of step and boundary.
template <class Value, class T, class StepType, class BoundaryType>
constexpr HaloDepth halo_depth_of(int fused_steps = 1) {
  using StagesType = decltype(detail::as_stages(std::declval<StepType>()));
  return detail::depth_of_stages<Value, T, BoundaryType>(std::type_identity<StagesType>{}, fused_steps);
}

/// The depth for a system of structs `Value` with members of type T, whose step consists of these stages,
/// with at most `fused_steps` steps a sweep: so far do the stages of a step read together, along the axis and
/// to the side where that is most. All sides of a block get a halo of this width; where the stages read less
/// far, as one-sided ones do, more nodes are sent than are read.
///
///     tessera::halo_depth_of<Em, double>(tessera::stages(Magnetic{c}, Electric{c}), walls, 8)
template <class Value, class T, class StepType, class BoundaryType>
constexpr HaloDepth halo_depth_of(StepType const&, BoundaryType const&, int fused_steps = 1) {
  return halo_depth_of<Value, T, StepType, BoundaryType>(fused_steps);
}

/// A zeroed system on this rank's block, each member with the block's halo, in the memory of Exec and in the
/// layout that Kokkos prefers there. `T` is the type of the members.
template <class Value, class T, class Exec, int D>
auto make_system(Exec const& exec, Blocks<D> const& blocks, std::string const& label = "tessera::member") {
  Grid<D> outer = blocks.grid();
  for (int d = 0; d < D; ++d) outer.nodes[d] += blocks.halo().lower[d] + blocks.halo().upper[d];
  outer.whole = outer.first = {};
  auto const members = make_system<Value, T>(exec, outer, label);
  using SystemType = std::remove_const_t<decltype(members)>;
  Kokkos::Array<typename SystemType::view_type, SystemType::count> views;
  for (int m = 0; m < SystemType::count; ++m) views[m] = members.view(m);
  return SystemType(blocks.grid(), views, blocks.halo());
}

} // namespace tessera
