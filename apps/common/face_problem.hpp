// SPDX-License-Identifier: Apache-2.0
// Faces and obstacles of a problem as numbers on the nodes, evaluated on the host.
#pragma once

#include <tessera/io/checkpoint.hpp>

#include <functional>

#include "geometry.hpp"

namespace tessera::app {

using TimeFunction = std::function<double(double)>; ///< of t; empty: 1 at all times

struct FaceProblem {
  FaceKind kind = FaceKind::fixed;
  std::vector<double> values; ///< of value and neumann faces, one per node of the face
  TimeFunction time;
};

/// The expression in t; empty if there is none.
TimeFunction time_function(std::optional<std::string> const& text);
/// " times sin(t)", for the identity of a problem; nothing if there is no such function.
std::string times_text(std::optional<std::string> const& time);

/// The faces of the options, two an axis; each adds a line to the problem's identity.
std::vector<FaceProblem> evaluated_faces(Options const& options, Geometry const& geometry,
                                         std::vector<io::Parameter>& identity);

/// One byte a node, empty without an obstacle. Where the obstacle holds a value, `initial` gets it.
std::vector<std::uint8_t> evaluated_obstacle(Options const& options, Geometry const& geometry,
                                             std::vector<double>& initial,
                                             std::vector<io::Parameter>& identity);

/// The checkpoint that a run continues from.
/// \param fields that it must hold
/// \throws InvalidInput if it is another problem's, lies behind the last step, or lacks a field
template <class T>
io::Checkpoint<T> read_restart(std::filesystem::path const& file, std::vector<io::Parameter> const& identity,
                               Geometry const& geometry, std::int64_t last_step,
                               std::vector<std::string> const& fields);

} // namespace tessera::app
