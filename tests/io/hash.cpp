// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/hash.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <string_view>
#include <vector>

namespace io = tessera::io;

namespace {
std::string hash_of_text(std::string_view text) {
  return io::hex(io::hash_of(std::span(text.data(), text.size())));
}
} // namespace

// Published test values of XXH64 with seed 0.
TEST(Hash, IsXxh64) {
  EXPECT_EQ(hash_of_text(""), "ef46db3751d8e999");
  EXPECT_EQ(hash_of_text("a"), "d24ec4f1a98c6e5b");
  EXPECT_EQ(hash_of_text("abc"), "44bc2cf5ad770999");
}

TEST(Hash, DoesNotDependOnPieces) {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.1 * static_cast<double>(i);
  auto bytes = std::as_bytes(std::span(values));
  auto whole = io::hash_of(std::span<const double>(values));
  for (std::size_t cut : {0, 1, 31, 32, 33, 4096, 8000})
    EXPECT_EQ(io::Hash().add(bytes.first(cut)).add(bytes.subspan(cut)).value(), whole);
}

TEST(Hash, SeesOneBit) {
  std::vector<float> values(100, 1.f);
  auto before = io::hash_of(std::span<const float>(values));
  values[57] = std::nextafter(1.f, 2.f);
  EXPECT_NE(io::hash_of(std::span<const float>(values)), before);
}
