// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <unistd.h>

namespace tessera::app {

namespace {

std::string time_text(double seconds) {
  auto const whole = static_cast<long long>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}s", whole);
}

} // namespace

Progress::Progress(std::int64_t first_step, std::int64_t last_step, double cells, bool quiet)
    : first_(first_step), last_(last_step), cells_(cells), quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) == 1) {
  next_ = start_ + (terminal_ ? std::chrono::milliseconds(500) : std::chrono::milliseconds(5000));
}

Progress::~Progress() { finish(); }

void Progress::update(std::int64_t step) {
  auto const now = Clock::now();
  if (quiet_ || (now < next_ && !(drawn_ && step == last_ && terminal_))) return;
  draw(step, std::chrono::duration<double>(now - start_).count());
  drawn_ = true;
  next_ = now + (terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10000));
}

void Progress::update(std::int64_t step, std::int64_t last_step) {
  last_ = last_step;
  update(step);
}

void Progress::draw(std::int64_t step, double seconds) const {
  auto const done = static_cast<double>(step - first_);
  auto const part = last_ > first_ ? done / static_cast<double>(last_ - first_) : 1.;
  auto const rate = done * cells_ / seconds * 1e-9;
  auto const left = part > 0. ? seconds * (1. - part) / part : 0.;
  if (terminal_) {
    constexpr int width = 30;
    auto const filled = static_cast<std::size_t>(std::clamp(part, 0., 1.) * width);
    fmt::print(stderr, "\r\033[K[{}{}] {:3.0f} %  step {} of {}  {:.3g} GCells/s  {} left",
               std::string(filled, '='), std::string(width - filled, ' '), 100. * part, step, last_, rate,
               time_text(left));
  } else {
    fmt::print(stderr, "step {} of {} ({:.0f} %), {:.3g} GCells/s, {} left\n", step, last_, 100. * part, rate,
               time_text(left));
  }
  std::fflush(stderr);
}

void Progress::finish() {
  if (drawn_ && terminal_) fmt::print(stderr, "\n");
  drawn_ = false;
}

} // namespace tessera::app
