// SPDX-License-Identifier: Apache-2.0
// From the user's options to the flow problem.
#pragma once

#include "../common/body.hpp"
#include "../common/command_line.hpp"
#include "../common/prepared.hpp"
#include "march.hpp"

namespace tessera::flow {

struct SideSpec {
  FlowSide kind = FlowSide::wall;
  double speed = 0.;                     ///< of a wall
  std::optional<app::ValueSpec> profile; ///< u of an inflow; default: the speed everywhere
};

/// What only this solver asks.
struct Settings {
  std::array<std::optional<SideSpec>, 4>
      sides; ///< none given: walls, or with a body a stream from west to east
  std::optional<double> reynolds, length, cfl, tolerance;
  double speed = 1.;
  std::optional<std::int64_t> max_iterations;
  std::optional<app::BodySpec> body;
  int contours = 40;
  bool published = false;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis
};

/// The program with its options and keys, which go into `settings`.
app::Program program(Settings& settings);

/// The set-up of Perezhogin's paper, where nothing else is given: 512 x 256 nodes on 2 x 1, a square of a
/// quarter of the height in the middle, uniform inflow, outflow to the east. The paper says neither Reynolds
/// number nor time: 100, and 8 lengths of the body at the speed of the stream, with a weak vortex behind the
/// body at the start.
void apply_published_problem(app::Options& options, Settings& settings);

struct Prepared : app::Prepared<Problem> {
  March march;
  double speed = 1., length = 1.;
  std::string length_words; ///< what the length of the Reynolds number is
};

/// Settles which sides are what, and tells the shared options which axes are periodic.
void settle_sides(app::Options& options, Settings& settings);
app::Geometry geometry_of(app::Options const& options);
app::MemoryNeed memory_of(app::Options const& options, app::Geometry const& geometry);

/// Evaluates everything; reads the checkpoint of a restart.
/// \throws InvalidInput
Prepared prepare(app::Options const& options, Settings const& settings, app::Geometry const& geometry);

} // namespace tessera::flow
