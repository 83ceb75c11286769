// SPDX-License-Identifier: Apache-2.0
// The named initial fields, and the exact solutions that go with them.
#pragma once

#include <tessera/exact/heat.hpp>

#include "problem.hpp"

namespace tessera::heat {

/// sine: the mode sin(2 pi x / length) along every axis, which is the published problem of Cuellar, Martin
/// and Pastor (2014), equations (27)-(30). gaussian: width a tenth of the shortest side, in the middle.
/// hot-spot: 1 inside a ball in the middle whose radius is a fifth of the shortest side, 0 outside.
inline std::vector<std::string> const initial_names{"sine", "gaussian", "hot-spot"};

app::NodeValues<double> named_initial(std::string const& name, HeatProblem const& problem);

/// The exact solution at a time as a product over the axes: factors[d][i] at index i of axis d. Nothing if
/// none is known: with a source, an obstacle, a varying diffusivity, or faces that do not suit the initial
/// field.
std::optional<std::vector<std::vector<double>>> exact_solution(std::string const& initial,
                                                               HeatProblem const& problem, double time);

} // namespace tessera::heat
