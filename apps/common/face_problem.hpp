// SPDX-License-Identifier: Apache-2.0
// Faces and obstacles of a problem as numbers on the nodes, evaluated on the host.
#pragma once

#include <tessera/io/checkpoint.hpp>

#include <functional>

#include "geometry.hpp"
#include "node_values.hpp"

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
NodeValues<std::uint8_t> evaluated_obstacle(Options const& options, Geometry const& geometry,
                                            NodeValues<double>& initial,
                                            std::vector<io::Parameter>& identity);

/// Gives a field the values of another where a mask is set.
void hold_within(NodeValues<std::uint8_t> const& mask, NodeValues<double> const& held,
                 NodeValues<double>& field);

} // namespace tessera::app
