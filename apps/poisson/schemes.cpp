// SPDX-License-Identifier: Apache-2.0
#include "schemes.hpp"

#include <tessera/equation/poisson.hpp>

#include "../common/schemes_for.hpp"

namespace tessera::poisson {

std::vector<std::string> schemes() { return app::schemes_for<Jacobi<double, 3>, double>(); }

} // namespace tessera::poisson
