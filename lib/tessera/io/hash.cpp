// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/hash.hpp>

#include <bit>
#include <fmt/format.h>

// xxHash is compiled in: one function of a library is not worth a run-time dependency.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tessera::io {

static_assert(std::endian::native == std::endian::little, "checksums are defined over little-endian bytes");

struct Hash::State {
  XXH64_state_t xxh;
};

Hash::Hash() : state_(std::make_unique<State>()) { XXH64_reset(&state_->xxh, 0); }
Hash::~Hash() = default;
Hash::Hash(Hash&&) noexcept = default;
Hash& Hash::operator=(Hash&&) noexcept = default;

Hash& Hash::add(std::span<const std::byte> bytes) {
  if (!bytes.empty()) XXH64_update(&state_->xxh, bytes.data(), bytes.size());
  return *this;
}

std::uint64_t Hash::value() const { return XXH64_digest(&state_->xxh); }

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

} // namespace tessera::io
