// SPDX-License-Identifier: Apache-2.0
#include "text_file.hpp"

#include <tessera/core/error.hpp>

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

namespace tessera::app {

namespace fs = std::filesystem;

std::string read_text(fs::path const& file, std::string const& what) {
  auto const refuse = [&](std::string const& why) {
    throw InvalidInput(fmt::format("cannot read {} {}: {}", what, file.string(), why));
  };
  std::error_code ignored;
  auto const status = fs::status(file, ignored);
  if (!fs::exists(status)) refuse("no such file (check the path)");
  if (fs::is_directory(status)) refuse("it is a folder (name a file)");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(fmt::format("{} (check its permissions)", std::strerror(errno)));
  constexpr std::size_t most = 1u << 28; // beyond this it is a device, or no text
  std::string text;
  for (char block[1 << 16]; text.size() <= most && (stream.read(block, sizeof block) || stream.gcount() > 0);)
    text.append(block, static_cast<std::size_t>(stream.gcount()));
  if (text.size() > most) refuse(fmt::format("it has more than {} bytes (name a text file)", most));
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    refuse("it is UTF-16 text (save it as UTF-8)");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

} // namespace tessera::app
