// SPDX-License-Identifier: Apache-2.0
// Runs tessera-heat as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Outcome heat(Folder const& folder, std::vector<std::string> arguments,
                    std::function<void(pid_t)> const& meanwhile = {}) {
  return run_program(TESSERA_HEAT, folder, std::move(arguments), meanwhile);
}

inline Outcome heat(Folder const& folder, std::string const& line) { return heat(folder, words(line)); }

inline void expect_error(Outcome const& outcome, int code, std::vector<std::string> const& texts) {
  expect_error_of("tessera-heat", outcome, code, texts);
}

/// The checksum of a run that has to succeed. Taken from the summary: a record measures the copy rate, which takes longer
/// than a small run.
inline std::string checksum(Folder const& folder, std::string const& line) {
  auto const outcome = heat(folder, line);
  EXPECT_EQ(outcome.code, 0) << line << '\n' << outcome.err;
  auto const at = outcome.out.find("checksum ");
  return at == std::string::npos ? outcome.err : outcome.out.substr(at + 9, 16);
}

template <class T>
void write_dataset(std::filesystem::path const& path, std::string const& name, io::Shape const& shape,
                   std::vector<T> const& values) {
  io::Hdf5Writer file(path, 0);
  file.dataset(name, shape, std::span<const T>(values));
  file.commit();
}

} // namespace tessera::test
