// SPDX-License-Identifier: Apache-2.0
// The folder of a run before it begins: it has to be writable, and the files of two runs are not mixed in it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "options.hpp"

namespace tessera::app {

/// Whether the run goes on with a checkpoint that lies in its output folder, so that the files there are its
/// own.
bool continues_in_its_folder(Options const& options);

/// Makes the folder and tries it.
/// \param own names of files that this program alone writes; '#' stands for a number. Those of all programs
/// are known
/// \returns files of an earlier run, which options.overwrite says to remove before the first file is written
/// \throws InvalidInput if it can't be written to, or holds an earlier run's files that nothing was said
/// about
std::vector<std::filesystem::path> prepare_output_folder(std::filesystem::path const& folder,
                                                         Options const& options,
                                                         std::vector<std::string> const& own);

/// \throws RunFailure
void remove_files(std::vector<std::filesystem::path> const& files);

/// Whether something has this name, were it a link that leads nowhere.
bool file_exists(std::filesystem::path const& path);

/// Refuses to write over a file of the first part that can't be continued.
/// \throws InvalidInput always
[[noreturn]] void refuse_to_lose(std::filesystem::path const& file, std::string const& cause);

/// Continues a file of the first part.
/// \param take reads the file; returns why it is not this run's, nothing if it is, or throws InvalidInput
/// \throws InvalidInput if it can't be continued: it would be lost
void continue_or_refuse(std::filesystem::path const& file, std::function<std::string()> const& take);

} // namespace tessera::app
