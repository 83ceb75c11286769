// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tessera::app {

/// All of a text that the user names, without a byte order mark at its start. Pipes are read as well as
/// files.
/// \param what names it in errors: "configuration"
/// \throws InvalidInput if there is no such file, if it is a folder or not to be opened, and for UTF-16
std::string read_text(std::filesystem::path const& file, std::string const& what);

} // namespace tessera::app
