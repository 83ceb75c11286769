// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "device.hpp"
#include "geometry.hpp"
#include "simulation.hpp"
#include "team.hpp"

namespace tessera::app {

/// Difference to the exact solution at the end, over all nodes.
struct Errors {
  double max = 0.;
  double rms = 0.;
};

/// Where an iteration ended.
struct Iteration {
  std::int64_t iterations = 0;
  double residual = 0.;    ///< relative
  double update_norm = 0.; ///< largest change of the last look
};

/// A result with the words that print_summary has for it. Nothing: not known, null in the record.
struct NamedNumber {
  std::string name, words;
  std::optional<double> value;
};

/// The result of a run, as --json writes it.
struct Record {
  std::string app, version;
  Device device;
  int ranks = 1;
  std::optional<Sharing> sharing; ///< of several ranks
  std::string precision;
  SchemeChoice scheme;
  std::vector<std::int64_t> nodes;
  std::int64_t steps = 0; ///< made by this run
  double dt = 0.;
  double time_s = 0.;  ///< the stepping alone, fenced
  double setup_s = 0.; ///< from the start of the program to the first step
  double ideal_bytes_per_update = 0.;
  std::optional<double> copy_gb_per_s; ///< if measured
  std::optional<Errors> errors;
  std::optional<Iteration> iteration; ///< of solvers that iterate; others have steps of dt
  std::vector<NamedNumber> results;   ///< what a solver found besides its field
  std::uint64_t checksum = 0;
  std::vector<std::string> written; ///< files, in the words of the summary

  /// Node updates per second / 1e9; 0 if no step was made.
  double gcells_per_s() const;
  double effective_gb_per_s() const { return gcells_per_s() * ideal_bytes_per_update; }
};

/// Tries to write where the record will go: better now than after the run.
/// \param target a file, "-" for stdout, empty for none
/// \throws InvalidInput
void try_record(std::string const& target);

/// \param target a file, or "-" for stdout, whose failures wait for the end of the program
/// \throws RunFailure if it can't be written
void write_json(Record const& record, std::string const& target);

/// A few lines for people, on stdout.
void print_summary(Record const& record);

} // namespace tessera::app
