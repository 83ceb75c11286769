// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"
#include "outputs.hpp"
#include "schedule.hpp"
#include "simulation.hpp"

namespace tessera::app {

/// Everything that happens around the steps of a run: outputs, checkpoints, progress, the watch for values that are
/// not finite, and signals.
class Drive {
public:
  Drive(Options const& options, Geometry const& geometry, Schedule const& schedule,
        std::vector<io::Parameter> problem);

  /// Steps to the end of the schedule.
  /// \throws RunFailure if the field diverges (naming the step), a file can't be written, or a signal came
  void run(Simulation& simulation);

  /// Seconds of stepping, fenced, without output.
  double stepping_seconds() const { return seconds_; }

private:
  std::int64_t next_stop(std::int64_t step) const;
  void write_due(Simulation& simulation);
  void check(Simulation const& simulation, std::int64_t last_good) const;
  void stop_for_signal(Simulation& simulation, int signal);

  Options const& options_;
  Schedule schedule_;
  std::vector<io::Parameter> problem_;
  double cells_;
  std::optional<Outputs> outputs_;
  double seconds_ = 0.;
};

} // namespace tessera::app
