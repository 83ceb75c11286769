// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/detail/file_seal.hpp>
#include <tessera/io/detail/posix_file.hpp>
#include <tessera/io/hash.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace tessera::io::detail {

namespace {

constexpr std::string_view magic = "tessera checkpoint, format 1, xxh64 of the rest ";
using Block = std::array<char, seal_size>;

std::uint64_t hash_of_rest(PosixFile const& file) {
  Hash hash;
  std::vector<std::byte> buffer(4 << 20);
  for (std::size_t offset = seal_size;;) {
    auto const got = file.read(buffer, offset);
    hash.add(std::span(buffer).first(got));
    offset += got;
    if (got < buffer.size()) return hash.value();
  }
}

Block expected_block(PosixFile const& file) {
  Block block{};
  auto const line = fmt::format("{}{}\n", magic, hex(hash_of_rest(file)));
  std::copy(line.begin(), line.end(), block.begin());
  return block;
}

} // namespace

void seal(std::filesystem::path const& path) {
  PosixFile file(path, O_RDWR);
  auto const block = expected_block(file);
  file.write(std::as_bytes(std::span(block)), 0);
  file.close();
}

SealState check_seal(std::filesystem::path const& path) {
  PosixFile file(path, O_RDONLY);
  Block found{};
  auto const got = file.read(std::as_writable_bytes(std::span(found)), 0);
  // A damaged file of ours may differ in a few bytes; a foreign file agrees by chance in less than half of
  // them.
  std::size_t alike = 0;
  for (std::size_t i = 0; i < magic.size(); ++i) alike += found[i] == magic[i];
  if (alike < magic.size() / 2) return SealState::absent;
  return got == seal_size && found == expected_block(file) ? SealState::intact : SealState::broken;
}

} // namespace tessera::io::detail
