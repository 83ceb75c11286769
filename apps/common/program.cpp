// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <string_view>

#include "signals.hpp"
#include "streams.hpp"
#include "team.hpp"

namespace tessera::app {

namespace {

class Reporter {
public:
  explicit Reporter(std::string name) : name_(std::move(name)) {}

  int operator()(std::string what, char const* advice, int code, bool agreed = true) const {
    std::replace(what.begin(), what.end(), '\n', ' ');
    while (!what.empty() && what.back() == ' ') what.pop_back();
    // Rank 0 says what is its own, and what is everybody's.
    constexpr std::string_view own = "rank 0: ";
    if (agreed && what.starts_with(own)) what.erase(0, own.size());
    if (!agreed) what = fmt::format("rank {}: {}", team().rank(), what);
    auto const advised = !what.empty() && what.back() == ')';
    auto const line =
        fmt::format("{}: error: {}{}\n", name_, what, advised ? std::string() : fmt::format(" ({})", advice));
    if (agreed) {
      say(line);
    } else {
      cry(line);
      team().abort(code); // other ranks may wait for this one
    }
    return code;
  }

private:
  std::string name_;
};

} // namespace

int run_program(std::string const& name, std::function<void()> const& body) {
  secure_standard_streams();
  StopRequest const stop(name);
  Reporter const report(name);
  std::optional<TeamSession> session; // ends when everything is said
  try {
    session.emplace();
    if (session->leaves()) return 0;
    body();
  } catch (InvalidInput const& error) {
    return report(error.what(), "see --help", 2, team().agreed(error));
  } catch (std::bad_alloc const& error) {
    return report("out of memory", "give fewer nodes, or use a larger machine", 1, team().agreed(error));
  } catch (std::exception const& error) {
    return report(error.what(), "nothing was lost that was written before", 1, team().agreed(error));
  }
  if (auto const failure = printing_failure(); !failure.empty())
    return report(fmt::format("cannot write to standard output: {}", failure),
                  "files are written all the same; check where it leads", 1);
  return 0;
}

} // namespace tessera::app
