// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tessera::io {
class Hdf5Reader;
}

namespace tessera::flow {

/// What is known about the step that ends at `time`.
struct Moment {
  std::int64_t step = 0;
  double time = 0., dt = 0., cfl = 0.; ///< cfl: the largest |u| dt / hx + |v| dt / hy when the step began
  double change = 0.;                  ///< largest |domega/dt|
  double drag = 0., lift = 0.;         ///< coefficients, means over the step
  double circulation = 0.;             ///< around the body, over speed and length
  std::int64_t iterations = 0;         ///< of conjugate gradients
};

/// The moments of a run: history.csv and history.h5, a dataset a column.
class History {
public:
  /// Without a body there are no forces.
  explicit History(bool body) : body_(body) {}

  void add(Moment const& moment) { moments_.push_back(moment); }
  std::vector<Moment> const& moments() const { return moments_; }

  /// Takes the moments up to `step` that the first part of the run wrote into this folder; none if there are
  /// none.
  /// \throws InvalidInput if they can't be continued: they would be lost
  void resume(std::filesystem::path const& folder, std::int64_t step);
  /// \throws RunFailure
  void write(std::filesystem::path const& folder) const;

private:
  /// \returns why the moments are not this run's; empty if they are
  std::string take(io::Hdf5Reader const& file, std::int64_t step);

  bool body_;
  std::vector<Moment> moments_;
};

} // namespace tessera::flow
