// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <tessera/core/error.hpp>

#include <cmath>
#include <fmt/format.h>

namespace tessera::app {

namespace {

// A few roundings of decimal input, not more.
constexpr double tolerance = 1e-9;

bool agree(double a, double b) { return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)); }

} // namespace

Schedule make_schedule(Options const& o, double stable) {
  auto refuse = [](std::string const& what) { throw InvalidInput(what); };
  if (o.steps && o.end_time && o.dt && !agree(static_cast<double>(*o.steps) * *o.dt, *o.end_time))
    refuse(fmt::format("{} steps of dt {} reach {}, not the end time {} (give two of steps, end-time and dt)",
                       *o.steps, *o.dt, static_cast<double>(*o.steps) * *o.dt, *o.end_time));
  if (o.steps && *o.steps == 0) {
    if (o.end_time && *o.end_time > 0.)
      refuse(fmt::format("0 steps do not reach the end time {} (give more steps)", *o.end_time));
    return {0, o.dt.value_or(0.)};
  }
  if (o.steps && o.dt) return {*o.steps, *o.dt};
  if (o.steps && o.end_time) {
    if (*o.end_time == 0.)
      refuse(fmt::format("{} steps reach no end time of 0 (give a later one)", *o.steps));
    return {*o.steps, *o.end_time / static_cast<double>(*o.steps)};
  }
  if (o.end_time && o.dt) {
    auto const count = std::round(*o.end_time / *o.dt);
    if (!(count < 9e18))
      refuse(fmt::format("the end time {} is {} steps of {} away (give a larger dt)", *o.end_time, count,
                         *o.dt));
    if (!agree(count * *o.dt, *o.end_time))
      refuse(fmt::format(
          "the end time {} is {} steps of dt {}, not a whole number (give steps and end-time, and leave "
          "dt to follow)",
          *o.end_time, *o.end_time / *o.dt, *o.dt));
    return {static_cast<std::int64_t>(count), *o.dt};
  }
  throw InvalidInput(
      fmt::format("{} (give two of --steps, --end-time and --dt; dt up to {:.6g} is stable here)",
                  o.steps || o.end_time || o.dt ? "only one of steps, end-time and dt is given"
                                                : "none of steps, end-time and dt is given",
                  stable));
}

} // namespace tessera::app
