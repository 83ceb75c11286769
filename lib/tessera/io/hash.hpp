// SPDX-License-Identifier: Apache-2.0
// Hash: the checksum of results and files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace tessera::io {

/// The checksum of results and files: XXH64 with seed 0 (the published xxHash algorithm, so that any other
/// tool can recompute it). Bytes are hashed in the order in which they are added; how they are cut into
/// pieces does not matter.
class Hash {
public:
  Hash();
  ~Hash();
  Hash(Hash&&) noexcept;
  Hash& operator=(Hash&&) noexcept;

  Hash& add(std::span<const std::byte> bytes);

  std::uint64_t value() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The hash of values as they lie in memory, little endian; the library asserts that the machine is little
/// endian.
template <class T>
std::uint64_t hash_of(std::span<const T> values) {
  return Hash().add(std::as_bytes(values)).value();
}

/// The hash as 16 lower-case hexadecimal digits.
std::string hex(std::uint64_t value);

} // namespace tessera::io
