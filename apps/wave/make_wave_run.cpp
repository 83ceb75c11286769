// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>

#include "problem.hpp"

namespace tessera::wave {

namespace {

template <int order>
std::unique_ptr<app::Simulation> for_type(WaveProblem const& problem, bool single, Traces& traces) {
  if (problem.geometry.dimension == 2)
    return single ? make_wave_run_of<order, 2, float>(problem, traces)
                  : make_wave_run_of<order, 2, double>(problem, traces);
  return single ? make_wave_run_of<order, 3, float>(problem, traces)
                : make_wave_run_of<order, 3, double>(problem, traces);
}

/// Tries the orders from 2 on.
template <int order = 2>
std::unique_ptr<app::Simulation> for_order(WaveProblem const& problem, bool single, Traces& traces) {
  if (problem.order == order) return for_type<order>(problem, single, traces);
  if constexpr (order < 16) return for_order<order + 2>(problem, single, traces);
  throw InvalidInput(detail::text("order is ", problem.order, " (give an even one from 2 to 16)"));
}

} // namespace

std::unique_ptr<app::Simulation> make_wave_run(WaveProblem const& problem, std::string const& precision,
                                               Traces& traces) {
  return for_order(problem, precision == "float", traces);
}

} // namespace tessera::wave
