// SPDX-License-Identifier: Apache-2.0
// The problem of Maxwell's equations as numbers, and the way from it to a running solver.
#pragma once

#include <array>
#include <optional>

#include "../common/geometry.hpp"
#include "../common/node_values.hpp"
#include "../common/simulation.hpp"
#include "../common/traces.hpp"

namespace tessera::maxwell {

/// What drives a component of E, named Ez below, at a node, or along a line or plane across the grid; its
/// strength w(t) is Ricker's wavelet.
enum class SourceKind {
  additive, ///< a current along z: -w(t) delta(x - x_source) on the right-hand side of eps Ez_t
  hard,     ///< Ez = w(t) at the node, whatever arrives there
  plane_x,  ///< a current along the line x = x_source that sends Ez = w(t - |x - x_source| / c) to both sides
  plane_y,  ///< the same along y
  plane_z,  ///< the same along z, of Ex or Ey
};
/// The axis along which its waves travel, where they are plane; -1: they are not.
constexpr int travel_axis(SourceKind kind) {
  return kind < SourceKind::plane_x ? -1 : static_cast<int>(kind) - static_cast<int>(SourceKind::plane_x);
}

struct Source {
  SourceKind kind = SourceKind::additive;
  int direction = 2; ///< the axis along which E is driven; in a plane 2
  std::vector<std::int64_t> node;
  double frequency = 1.;
};

/// Hx_t = -c Ez_y, Hy_t = c Ez_x, eps Ez_t = c (Hy_x - Hx_y) - J by Yee's scheme, where H is in units of E
/// (Z0 H in SI). Hx lies half a spacing north of its node, Hy half a spacing east, and both are half a step
/// earlier than Ez. In three dimensions Ex, Ey and Hz join them, and E lies half a spacing beyond its node
/// along its own axis, H along the two others.
struct MaxwellProblem {
  app::Geometry geometry;
  double dt = 0.;
  std::int64_t first_step = 0; ///< number of the level that the fields below are
  double speed = 1.;           ///< c: of light in vacuum
  double permittivity = 1.;    ///< relative, where there is one
  bool uniform = true;         ///< one permittivity, no conductor inside
  app::NodeValues<double>
      inverse; ///< 1 / permittivity; 0 in bodies, in a plane also on walls and at a hard source
  std::array<int, 3> layer{}; ///< nodes of the absorbing layers at both ends of an axis; 0: none
  app::NodeValues<double> ez, hx, hy;
  app::NodeValues<double> ex, ey, hz; ///< in three dimensions; empty: 0
  std::array<bool, 3> walled{};       ///< by axis: not periodic
  /// Parts of the components, where there are absorbing layers (pml.hpp, pml_3d.hpp); empty: 0.
  app::NodeValues<double> ezx;
  app::NodeValues<double> exy, eyz, hxy, hyz, hzx; ///< in three dimensions
  std::optional<Source> source;
  std::vector<std::vector<std::int64_t>> receivers; ///< nodes at which the component of E is recorded
  std::int64_t receiver_every = 1;
  app::SchemeSpec scheme;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis; empty: chosen
  app::RunLength length;

  bool absorbs() const { return layer[0] > 0 || layer[1] > 0 || layer[2] > 0; }
  /// The component of E that is driven and recorded; without a source Ez.
  int direction() const { return source ? source->direction : 2; }
};

/// A member of the system, by its name in files.
struct Member {
  char const* name;
  app::NodeValues<double> MaxwellProblem::*values;
};

/// Those that are written to files and stepped as they stand come first, then `inverse`, which is an input,
/// then parts that only checkpoints hold: the order of the structs in yee.hpp, pml.hpp, yee_3d.hpp and
/// pml_3d.hpp.
inline std::vector<Member> members_of(int dimension, bool absorbing) {
  using P = MaxwellProblem;
  bool const volume = dimension == 3;
  std::vector<Member> list{{"u", &P::ez}, {"hx", &P::hx}, {"hy", &P::hy}};
  if (volume) list.insert(list.end(), {{"ex", &P::ex}, {"ey", &P::ey}, {"hz", &P::hz}});
  list.push_back({"inverse", &P::inverse});
  if (absorbing) list.push_back({"ezx", &P::ezx});
  if (absorbing && volume)
    list.insert(list.end(),
                {{"exy", &P::exy}, {"eyz", &P::eyz}, {"hxy", &P::hxy}, {"hyz", &P::hyz}, {"hzx", &P::hzx}});
  return list;
}

/// The place of a component of E among the members of the system in three dimensions (yee_3d.hpp).
constexpr int member_of_e(int direction) { return direction == 2 ? 0 : 3 + direction; }

/// Of a component of E from the nodes, in spacings: in three dimensions it lies half a spacing beyond its
/// node.
inline std::vector<double> offset_of_e(app::Geometry const& geometry, int direction) {
  std::vector<double> offset(geometry.nodes.size(), 0.);
  if (geometry.dimension == 3) offset[static_cast<std::size_t>(direction)] = 0.5;
  return offset;
}
inline app::Geometry grid_of_e(app::Geometry const& geometry, int direction) {
  return app::shifted(geometry, offset_of_e(geometry, direction));
}
inline app::Geometry grid_of_ez(app::Geometry const& geometry) { return grid_of_e(geometry, 2); }

/// Allocates and validates. `absorbing` is problem.absorbs(), which takes another system.
/// The run adds its samples of E to `traces`, which has to outlive it.
/// \throws InvalidInput for schemes, tiles and fused steps that can't be
template <class T, int D, bool absorbing>
std::unique_ptr<app::Simulation> make_run(MaxwellProblem const& problem, app::Traces& traces);

} // namespace tessera::maxwell
