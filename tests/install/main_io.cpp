// SPDX-License-Identifier: Apache-2.0
// An application that uses only Tessera's files: a field written has to be read back.
#include <tessera/io/hdf5.hpp>

#include <cstdio>
#include <span>
#include <vector>

int main() {
  std::vector<double> const written{1, 2, 3, 4, 5, 6};
  {
    tessera::io::Hdf5Writer file("embed.h5", 0);
    file.dataset("/u", {2, 3}, std::span<double const>(written));
    file.commit();
  }
  auto const read = tessera::io::Hdf5Reader("embed.h5").read<double>("/u", {2, 3});
  std::printf("%zu values read back\n", read.size());
  return read == written ? 0 : 1;
}
