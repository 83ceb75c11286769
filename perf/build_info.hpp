// SPDX-License-Identifier: Apache-2.0
// What the build was made of; written by CMake at build time.
#pragma once

namespace tessera::perf {
extern char const* const build_commit;
extern char const* const build_flags;
extern char const* const build_compiler;
} // namespace tessera::perf
