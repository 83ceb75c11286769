// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/detail/ticks.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::io::detail {

namespace {

/// "1.50e-07" as "1.5e-7", "2.0e+05" as "2e5".
std::string with_short_exponent(std::string text) {
  auto at = text.find('e');
  if (at == text.npos) return text;
  if (text.find('.') < at) {
    auto const last = text.find_last_not_of('0', at - 1);
    auto const kept = text[last] == '.' ? last : last + 1;
    text.erase(kept, at - kept);
    at = kept;
  }
  auto const negative = text[at + 1] == '-';
  auto digits = text.substr(at + 2);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return text.substr(0, at + 1) + (negative ? "-" : "") + digits;
}

/// A multiple of `step`, where `largest` is the largest of all in magnitude.
std::string label(double value, double step, double largest) {
  if (value == 0.) return "0"; // of either sign
  auto const exponent = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  auto const leading = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
  if (leading < 5 && exponent > -5) return fmt::format("{:.{}f}", value, std::max(0, -exponent));
  auto const own = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  return with_short_exponent(fmt::format("{:.{}e}", value, std::max(0, own - exponent)));
}

double round_step(double least) {
  auto const power = std::pow(10., std::floor(std::log10(least)));
  for (double const factor : {1., 2., 5.})
    if (factor * power >= least * (1. - 1e-9)) return factor * power;
  return 10. * power;
}

std::vector<Tick> ends(double low, double high) {
  std::vector<Tick> ticks{{low, short_number(low)}};
  if (high > low) ticks.push_back({high, short_number(high)});
  return ticks;
}

} // namespace

std::string short_number(double value) {
  return value == 0. ? "0" : with_short_exponent(fmt::format("{:.4g}", value));
}

Ticks round_ticks(double low, double high, int most, bool whole) {
  auto const span = high - low;
  auto const largest = std::max(std::abs(low), std::abs(high));
  // Neither a span that overflows nor one that rounding swallows has round numbers in it.
  if (!(span > 1e-13 * largest) || !std::isfinite(span)) return {ends(low, high)};
  for (auto wanted = std::max(1, most); wanted > 0; --wanted) {
    auto step = round_step(span / wanted);
    if (whole) step = std::max(1., step);
    auto const first = std::ceil(low / step - 1e-6), last = std::floor(high / step + 1e-6);
    auto const count = last - first + 1.;
    if (count > std::max(1, most)) continue;
    if (count < 1.) break;
    Ticks found;
    // Six digits and more that are the same in all labels are said once.
    if (largest / step > 2e5) found.base = first * step;
    auto const most_shown = found.base == 0. ? largest : span;
    for (auto k = first; k <= last; ++k)
      found.ticks.push_back(
          {k * step, label(found.base == 0. ? k * step : (k - first) * step, step, most_shown)});
    return found;
  }
  return {ends(low, high)};
}

} // namespace tessera::io::detail
