// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "streams.hpp"

namespace tessera::app {

namespace {

std::string time_text(double seconds) {
  auto const whole = static_cast<long long>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}s", whole);
}

/// Columns of the terminal at this moment: its window may have changed.
std::size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

std::string bar_line(double part, std::string const& position, std::string const& rate,
                     std::string const& left, std::size_t columns) {
  auto const room = columns > 0 ? columns - 1 : 0; // the last column may wrap
  auto const percent = fmt::format("{:3.0f} %", 100. * part);
  auto const all = fmt::format("{}  {}  {}  {}", percent, position, rate, left);
  constexpr std::size_t longest = 30, shortest = 5, frame = 3;
  if (all.size() + frame + shortest <= room) {
    auto const width = std::min(longest, room - all.size() - frame);
    auto const filled = static_cast<std::size_t>(std::clamp(part, 0., 1.) * static_cast<double>(width));
    return fmt::format("[{}{}] {}", std::string(filled, '='), std::string(width - filled, ' '), all);
  }
  for (auto const& line : {all, fmt::format("{}  {}  {}", percent, position, left),
                           fmt::format("{}  {}", percent, left), percent})
    if (line.size() <= room) return line;
  return {};
}

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
  auto const position = fmt::format("step {} of {}", step, last_);
  auto const speed = fmt::format("{:.3g} GCells/s", rate), to_go = fmt::format("{} left", time_text(left));
  if (terminal_)
    say("\r\033[K" + bar_line(part, position, speed, to_go, terminal_columns()));
  else
    say(fmt::format("{} ({:.0f} %), {}, {}\n", position, 100. * part, speed, to_go));
}

void Progress::finish() {
  if (drawn_ && terminal_) say("\n");
  drawn_ = false;
}

} // namespace tessera::app
