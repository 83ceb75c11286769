// SPDX-License-Identifier: Apache-2.0
// Which texts name a file with values; the case of an extension's letters does not matter.
#pragma once

#include <string>

namespace tessera::app {

/// Messages of ASCII only.
std::string lower_case(std::string text);

/// Position behind ".h5" or ".hdf5" where the text ends there or goes on with ":/dataset", else npos.
std::size_t end_of_hdf5_name(std::string const& text);

bool names_png(std::string const& text);

/// FILE.h5[:/dataset] or FILE.png
bool names_values(std::string const& text);

} // namespace tessera::app
