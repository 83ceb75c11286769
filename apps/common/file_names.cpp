// SPDX-License-Identifier: Apache-2.0
#include "file_names.hpp"

#include <algorithm>
#include <cctype>

namespace tessera::app {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::size_t end_of_hdf5_name(std::string const& text) {
  auto const lower = lower_case(text);
  for (std::string const extension : {".h5", ".hdf5"}) {
    for (auto at = lower.find(extension); at != std::string::npos; at = lower.find(extension, at + 1)) {
      auto const end = at + extension.size();
      if (end == lower.size() || lower[end] == ':') return end;
    }
  }
  return std::string::npos;
}

bool names_png(std::string const& text) { return text.size() > 4 && lower_case(text).ends_with(".png"); }

bool names_values(std::string const& text) {
  return end_of_hdf5_name(text) != std::string::npos || names_png(text);
}

} // namespace tessera::app
