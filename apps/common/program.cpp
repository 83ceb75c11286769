// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <new>

#include "signals.hpp"
#include "streams.hpp"

namespace tessera::app {

namespace {

int report(std::string const& name, std::string what, char const* advice, int code) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  while (!what.empty() && what.back() == ' ') what.pop_back();
  auto const advised = !what.empty() && what.back() == ')';
  say(fmt::format("{}: error: {}{}\n", name, what, advised ? std::string() : fmt::format(" ({})", advice)));
  return code;
}

} // namespace

int run_program(std::string const& name, std::function<void()> const& body) {
  secure_standard_streams();
  StopRequest const stop(name);
  try {
    body();
  } catch (InvalidInput const& error) {
    return report(name, error.what(), "see --help", 2);
  } catch (std::bad_alloc const&) {
    return report(name, "out of memory", "give fewer nodes, or use a larger machine", 1);
  } catch (std::exception const& error) {
    return report(name, error.what(), "nothing was lost that was written before", 1);
  }
  if (auto const failure = printing_failure(); !failure.empty())
    return report(name, fmt::format("cannot write to standard output: {}", failure),
                  "files are written all the same; check where it leads", 1);
  return 0;
}

} // namespace tessera::app
