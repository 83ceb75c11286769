// SPDX-License-Identifier: Apache-2.0
#include "shedding.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::flow {

namespace {

/// The time in the middle of a moment's step, which its forces belong to.
double middle(Moment const& m) { return m.time - 0.5 * m.dt; }

std::vector<double> upward_crossings(std::vector<Moment> const& moments, double mean) {
  std::vector<double> times;
  for (std::size_t i = 1; i < moments.size(); ++i) {
    double const a = moments[i - 1].lift - mean, b = moments[i].lift - mean;
    if (a < 0. && b >= 0.)
      times.push_back(middle(moments[i - 1]) + (middle(moments[i]) - middle(moments[i - 1])) * (a / (a - b)));
  }
  return times;
}

} // namespace

std::optional<Shedding> shedding_of(std::vector<Moment> const& all) {
  std::vector<Moment> moments;
  for (auto const& moment : all)
    if (moment.time > 0.5 * all.back().time) moments.push_back(moment);
  if (moments.empty()) return {};
  Shedding found;
  double length = 0., lowest = moments.front().lift, highest = lowest;
  for (auto const& m : moments) {
    length += m.dt;
    found.mean_drag += m.dt * m.drag;
    found.mean_lift += m.dt * m.lift;
    lowest = std::min(lowest, m.lift);
    highest = std::max(highest, m.lift);
  }
  found.mean_drag /= length;
  found.mean_lift /= length;
  for (auto const& m : moments) found.rms_lift += m.dt * std::pow(m.lift - found.mean_lift, 2);
  found.rms_lift = std::sqrt(found.rms_lift / length);

  auto const times = upward_crossings(moments, found.mean_lift);
  if (times.size() < 4 || highest - lowest < 2e-3 * std::abs(found.mean_drag)) return found;
  double shortest = times[1] - times[0], longest = shortest;
  for (std::size_t i = 1; i < times.size(); ++i) {
    shortest = std::min(shortest, times[i] - times[i - 1]);
    longest = std::max(longest, times[i] - times[i - 1]);
  }
  if (longest - shortest > 0.05 * longest) return found;
  found.periods = static_cast<int>(times.size()) - 1;
  found.frequency = found.periods / (times.back() - times.front());
  return found;
}

} // namespace tessera::flow
