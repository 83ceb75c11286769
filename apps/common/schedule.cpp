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

/// The schedule of steps or an end time alone.
Schedule with_usual_step(Options const& o, double dt) {
  if (!(dt > 0.) || !std::isfinite(dt))
    throw InvalidInput(fmt::format("no dt is given, and the largest stable one is {} (give --dt DT)", dt));
  if (o.steps) return {*o.steps, dt, true};
  auto const count = std::ceil(*o.end_time / dt);
  if (!(count < 9e18))
    throw InvalidInput(
        fmt::format("the end time {} is {} steps of {} away (give an earlier one, or fewer nodes)",
                    *o.end_time, count, dt));
  if (count == 0.) return {};
  return {static_cast<std::int64_t>(count), *o.end_time / count, true};
}

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
  if (o.dt)
    refuse("only one of steps, end-time and dt is given, dt (give --steps N or --end-time T as well)");
  if (!o.steps && !o.end_time)
    refuse(fmt::format(
        "none of steps, end-time and dt is given (give --steps N or --end-time T; dt up to {:.6g} is "
        "stable here, and {} of that the default)",
        stable, usual_part_of_stable));
  return with_usual_step(o, usual_part_of_stable * stable);
}

} // namespace tessera::app
