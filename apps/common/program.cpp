// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <new>

namespace tessera::app {

namespace {

int report(std::string const& name, std::string what, char const* advice, int code) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  while (!what.empty() && what.back() == ' ') what.pop_back();
  auto const advised = !what.empty() && what.back() == ')';
  std::fflush(stdout);
  fmt::print(stderr, "{}: error: {}{}\n", name, what, advised ? std::string() : fmt::format(" ({})", advice));
  return code;
}

} // namespace

int run_program(std::string const& name, std::function<void()> const& body) {
  try {
    body();
    return 0;
  } catch (InvalidInput const& error) {
    return report(name, error.what(), "see --help", 2);
  } catch (std::bad_alloc const&) {
    return report(name, "out of memory", "give fewer nodes, or use a larger machine", 1);
  } catch (std::exception const& error) {
    return report(name, error.what(), "nothing was lost that was written before", 1);
  }
}

} // namespace tessera::app
