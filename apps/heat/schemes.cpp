// SPDX-License-Identifier: Apache-2.0
#include "schemes.hpp"

#include <tessera/equation/heat.hpp>

#include "../common/schemes_for.hpp"

namespace tessera::heat {

std::vector<std::string> schemes() { return app::schemes_for<Heat<double, 3>, double>(); }

} // namespace tessera::heat
