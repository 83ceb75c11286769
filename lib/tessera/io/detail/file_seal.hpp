// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace tessera::io::detail {

/// A seal is a block of 512 bytes at a file's front: a line of text with the hash of everything behind it, then
/// zeros. HDF5 skips it (it calls it the user block), so the file stays readable for every HDF5 tool.
inline constexpr std::size_t seal_size = 512;

/// Hashes what is behind the front block of `path` and writes the seal.
/// \throws RunFailure
void seal(std::filesystem::path const& path);

enum class SealState { absent, broken, intact };

/// Recomputes the hash. `absent` if the file does not begin like a sealed one.
/// \throws RunFailure if the file can't be read
SealState check_seal(std::filesystem::path const& path);

} // namespace tessera::io::detail
