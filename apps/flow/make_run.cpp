// SPDX-License-Identifier: Apache-2.0
#include <tessera/solver/flow/limits.hpp>

#include "problem.hpp"

namespace tessera::flow {

std::unique_ptr<Run> make_run(Problem const& problem, std::string const& precision) {
  return precision == "float" ? make_run_of<float>(problem) : make_run_of<double>(problem);
}

double diffusion_limit_of(app::Geometry const& g, double viscosity) {
  return diffusion_limit({.nodes = {g.nodes[0], g.nodes[1]}, .spacing = {g.spacing[0], g.spacing[1]}},
                         viscosity);
}

double largest_cfl() { return largest_flow_cfl; }

} // namespace tessera::flow
