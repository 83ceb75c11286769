// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tessera::app {

/// What a program's pictures say besides numbers.
struct PictureWords {
  std::string program;                          ///< "tessera-heat"
  std::string quantity = "u";                   ///< of the field that pictures show
  std::string length_unit = {}, time_unit = {}; ///< "m", "s"; empty: none
  bool bare = false;                            ///< pixels alone
};

/// "time [s]"; the name alone where there is no unit.
inline std::string with_unit(std::string const& name, std::string const& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

} // namespace tessera::app
