// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

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

  /// Takes the moments up to `step` that an earlier part of the run wrote into this folder; none if they do not reach
  /// from the first step to that one.
  void resume(std::filesystem::path const& folder, std::int64_t step);
  /// \throws RunFailure
  void write(std::filesystem::path const& folder) const;

private:
  bool body_;
  std::vector<Moment> moments_;
};

} // namespace tessera::flow
