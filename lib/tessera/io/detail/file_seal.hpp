// SPDX-License-Identifier: Apache-2.0
// The seal at the front of a checkpoint: a hash of the rest of the file.
#pragma once

#include <filesystem>

namespace tessera::io::detail {

/// A seal is a block of 512 bytes at the front of a file: a line of text with the hash of everything behind
/// it, then zeros. HDF5 skips this block (its user block), so every HDF5 tool can read the file.
inline constexpr std::size_t seal_size = 512;

/// Hashes everything behind the front block of `path` and writes the seal.
/// \throws RunFailure
void seal(std::filesystem::path const& path);

enum class SealState { absent, broken, intact };

/// Recomputes the hash and compares it. Returns `absent` if the file does not begin like a sealed one.
/// \throws RunFailure if the file can't be read
SealState check_seal(std::filesystem::path const& path);

} // namespace tessera::io::detail
