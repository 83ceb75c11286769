// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/detail/hdf5_handle.hpp>

#include <string_view>

namespace tessera::io::detail {

namespace {

herr_t keep_first(unsigned, H5E_error2_t const* error, void* data) {
  auto& text = *static_cast<std::string*>(data);
  if (text.empty() && error->desc) text = error->desc;
  return 0;
}

/// "... errno = 28, error message = 'No space left on device', buf = 0x..." -> "No space left on device"
std::string shortened(std::string const& description) {
  constexpr std::string_view key = "error message = '";
  auto begin = description.find(key);
  if (begin == std::string::npos) return description;
  begin += key.size();
  return description.substr(begin, description.find('\'', begin) - begin);
}

} // namespace

std::string last_cause() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  return text.empty() ? "HDF5 gives no cause" : shortened(text);
}

} // namespace tessera::io::detail
