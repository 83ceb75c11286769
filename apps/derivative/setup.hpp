// SPDX-License-Identifier: Apache-2.0
// From the user's options to the problem.
#pragma once

#include "../common/command_line.hpp"
#include "problem.hpp"

namespace tessera::derivative {

/// What only this program asks.
struct Settings {
  std::optional<std::int64_t> order, derivative, pencils;
  std::optional<std::string> axis; ///< "x", "y", "z", "all"
  bool published = false;
};

/// The options above, for the command line and the configuration's table [derivative].
void add_settings(app::Program& program, Settings& settings);

/// Checks everything, and fills in what the named field and --published bring along.
/// \throws InvalidInput
Problem prepare(app::Options& options, Settings const& settings);

/// Fills in what was left to defaults, for --print-config.
void settle(app::Options& options, Settings& settings, Problem const& problem);

/// Name of the field that varies along the axis of the derivative alone: cos(2 pi (x - lower) / length).
inline constexpr char cosine[] = "cosine";

/// The field on the nodes. The cosine is evaluated in T, the phase as (2 pi i) times h / length,
/// each rounded: its rounding is what the published errors consist of.
template <class T>
app::NodeValues<T> initial_field(app::Options const& options, Problem const& problem, int axis);

/// The exact derivative at index i of the axis, if the field is the cosine.
double exact_derivative(Problem const& problem, int axis, std::int64_t i);

/// "x" of axis 0
inline char axis_name(int axis) { return "xyz"[axis]; }

} // namespace tessera::derivative
