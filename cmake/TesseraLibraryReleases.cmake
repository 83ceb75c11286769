# SPDX-License-Identifier: Apache-2.0
# The libraries of Tessera::io, of the programs and of the tests: by which target they are linked, which package of
# Debian holds them, and the upstream release that is built where CMake finds none.
include_guard()

# tessera_release(name VERSION v TARGET t PACKAGE p URL u SHA256 s [BUILT target] [HOST target] [OPTIONS
# name=value...]). The name is that of find_package. BUILT is the target that upstream's own build makes, where it is
# called otherwise; HOST is one whose sources nvcc can't compile.
function(tessera_release name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "VERSION;TARGET;PACKAGE;URL;SHA256;BUILT;HOST" "OPTIONS")
  foreach(key VERSION TARGET PACKAGE URL SHA256 BUILT HOST OPTIONS)
    set(TESSERA_${name}_${key} "${arg_${key}}" PARENT_SCOPE)
  endforeach()
endfunction()

tessera_release(
  xxHash
  VERSION 0.8.2
  TARGET xxHash::xxhash
  PACKAGE libxxhash-dev
  URL https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.2.tar.gz
  SHA256 baee0c6afd4f03165de7a4e67988d16f0f2b257b51d0e3cb91909302a26a79c4
)
tessera_release(
  fmt
  VERSION 12.1.0
  TARGET fmt::fmt
  PACKAGE libfmt-dev
  URL https://github.com/fmtlib/fmt/archive/refs/tags/12.1.0.tar.gz
  SHA256 ea7de4299689e12b6dddd392f9896f08fb0777ac7168897a244a6d6085043fea
  HOST fmt
)
tessera_release(
  PNG
  VERSION 1.6.58
  TARGET PNG::PNG
  PACKAGE libpng-dev
  URL https://github.com/pnggroup/libpng/archive/refs/tags/v1.6.58.tar.gz
  SHA256 a9d4df463d36a6e5f9c29bd6f4967312d17e996c1854f3511f833924eb1993cf
  BUILT png_static
  OPTIONS PNG_SHARED=OFF PNG_TESTS=OFF PNG_TOOLS=OFF
)
tessera_release(
  CLI11
  VERSION 2.5.0
  TARGET CLI11::CLI11
  PACKAGE libcli11-dev
  URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.5.0.tar.gz
  SHA256 17e02b4cddc2fa348e5dbdbb582c59a3486fa2b2433e70a0c3bacb871334fd55
)
tessera_release(
  tomlplusplus
  VERSION 3.4.0
  TARGET tomlplusplus::tomlplusplus
  PACKAGE libtomlplusplus-dev
  URL https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.4.0.tar.gz
  SHA256 8517f65938a4faae9ccf8ebb36631a38c1cadfb5efa85d9a72e15b9e97d25155
)
tessera_release(
  nlohmann_json
  VERSION 3.11.3
  TARGET nlohmann_json::nlohmann_json
  PACKAGE nlohmann-json3-dev
  URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
  SHA256 d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d
  OPTIONS JSON_BuildTests=OFF
)
tessera_release(
  muparser
  VERSION 2.3.5
  TARGET muparser::muparser
  PACKAGE libmuparser-dev
  URL https://github.com/beltoforion/muparser/archive/refs/tags/v2.3.5.tar.gz
  SHA256 20b43cc68c655665db83711906f01b20c51909368973116dfc8d7b3c4ddb5dd4
  HOST muparser
  OPTIONS ENABLE_SAMPLES=OFF ENABLE_OPENMP=OFF
)
tessera_release(
  GTest
  VERSION 1.17.0
  TARGET GTest::gtest
  PACKAGE libgtest-dev
  URL https://github.com/google/googletest/releases/download/v1.17.0/googletest-1.17.0.tar.gz
  SHA256 65fab701d9829d38cb77c14acdc431d2108bfdbf8979e40eb8ae567edf10b27c
  OPTIONS INSTALL_GTEST=OFF BUILD_GMOCK=OFF
)
