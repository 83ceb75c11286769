// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tessera::app {

/// The line of a bar: bar, percentage, position, rate and time left, as far as they fit into so many columns.
/// The bar shrinks first, then the bar, the rate and the position are left out.
std::string bar_line(double part, std::string const& position, std::string const& rate,
                     std::string const& left, std::size_t columns);

/// Shows on stderr how far a run is: a bar that redraws itself on a terminal, otherwise a plain line now and
/// then. Short runs show nothing, and what can't be shown costs no run.
class Progress {
public:
  /// \param cells nodes updated per step, for the rate
  Progress(std::int64_t first_step, std::int64_t last_step, double cells, bool quiet);
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  void update(std::int64_t step);
  /// Where the last step is known better now.
  void update(std::int64_t step, std::int64_t last_step);
  /// Ends the bar's line, so that other text can follow.
  void finish();

private:
  using Clock = std::chrono::steady_clock;
  void draw(std::int64_t step, double seconds) const;

  std::int64_t first_, last_;
  double cells_;
  bool quiet_, terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), next_;
};

} // namespace tessera::app
