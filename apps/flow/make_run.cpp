// SPDX-License-Identifier: Apache-2.0
#include "problem.hpp"

namespace tessera::flow {

std::unique_ptr<Run> make_run(Problem const& problem, std::string const& precision) {
  return precision == "float" ? make_run_of<float>(problem) : make_run_of<double>(problem);
}

} // namespace tessera::flow
