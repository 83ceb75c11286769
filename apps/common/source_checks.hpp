// SPDX-License-Identifier: Apache-2.0
// What programs with a source of waves ask of its options.
#pragma once

#include "options.hpp"

namespace tessera::app {

/// The words of a program in these refusals.
struct SourceWords {
  char const* kind;     ///< what waves come from
  char const* table;    ///< the program's in the configuration
  char const* position; ///< an example
};

/// Whether there is a source, whose position and frequency these are.
/// \throws InvalidInput for one without the other, a frequency that is not above 0, and a [source] table,
/// which is for other programs
bool has_source(Options const& options, std::optional<std::vector<double>> const& position,
                std::optional<double> const& frequency, SourceWords const& words);

} // namespace tessera::app
