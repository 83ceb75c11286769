// SPDX-License-Identifier: Apache-2.0
#include "schemes.hpp"

#include <tessera/equation/wave.hpp>

#include "../common/schemes_for.hpp"

namespace tessera::wave {

std::vector<std::string> schemes() {
  return app::schemes_for<Wave<double, 3, 2, UniformMedium<double>>, double>();
}

} // namespace tessera::wave
