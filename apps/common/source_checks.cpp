// SPDX-License-Identifier: Apache-2.0
#include "source_checks.hpp"

#include <tessera/core/error.hpp>

#include <fmt/format.h>

namespace tessera::app {

bool has_source(Options const& options, std::optional<std::vector<double>> const& position,
                std::optional<double> const& frequency, SourceWords const& words) {
  if (options.source)
    throw InvalidInput(
        fmt::format("a [source] table is given; waves come from a {} (give source and frequency in [{}])",
                    words.kind, words.table));
  if (position.has_value() != frequency.has_value())
    throw InvalidInput(
        position ? std::string("a source is given without its frequency (give --frequency)")
                 : fmt::format("a frequency is given without a source (give --source {})", words.position));
  if (!position) return false;
  if (!(*frequency > 0.))
    throw InvalidInput(fmt::format("the frequency is {} (give more than 0)", *frequency));
  return true;
}

} // namespace tessera::app
