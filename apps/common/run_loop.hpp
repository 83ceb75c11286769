// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "options.hpp"
#include "outputs.hpp"
#include "schedule.hpp"
#include "simulation.hpp"

namespace tessera::app {

/// Everything that happens around the steps of a run: outputs, checkpoints, progress, the watch for values
/// that are not finite, and signals.
class RunLoop {
public:
  /// \param own its files are those that `WriteExtras` writes
  RunLoop(Options const& options, Geometry const& geometry, Schedule const& schedule,
          std::vector<io::Parameter> problem, OwnOutputs const& own = {});

  /// Writes what a solver has besides fields into the output folder, as it is at this step, and returns the
  /// names of the files.
  using WriteExtras = std::function<std::vector<std::string>(std::filesystem::path const&)>;

  /// Steps to the end of the schedule. `write_extras` is called with every checkpoint and at the end, where
  /// there is an output folder.
  /// \throws RunFailure if the field diverges (naming the step), a file can't be written, or a signal came
  void run(Simulation& simulation, WriteExtras const& write_extras = {});

  /// Seconds of stepping, fenced, without output.
  double stepping_seconds() const { return seconds_; }

  /// What was written, for the summary; nothing on ranks other than 0, which writes for all.
  std::vector<std::string> written() const {
    return outputs_ ? outputs_->written() : std::vector<std::string>();
  }

private:
  std::int64_t next_stop(std::int64_t step) const;
  /// Brings the fields together, on rank 0, which hands them to write(field, other fields, time).
  template <class Write>
  void write_fields(Simulation const& simulation, Write const& write);
  void write_besides(WriteExtras const& write_extras);
  void write_due(Simulation const& simulation, WriteExtras const& write_extras);
  /// \returns its path, on rank 0
  std::filesystem::path write_checkpoint(Simulation const& simulation, WriteExtras const& write_extras);
  void check(Simulation const& simulation, std::int64_t last_good) const;
  void stop_for_signal(Simulation const& simulation, int signal, WriteExtras const& write_extras);

  Options const& options_;
  Schedule schedule_;
  std::vector<io::Parameter> problem_;
  double cells_;
  std::optional<Outputs> outputs_; // of rank 0, which writes for all
  double seconds_ = 0.;
};

} // namespace tessera::app
