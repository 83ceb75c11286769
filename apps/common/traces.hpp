// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tessera::io {
class Hdf5Reader;
}

namespace tessera::app {

struct PictureWords;

/// What receivers have heard: a sample of u at each of them every so many steps, from step 0 on.
class Traces {
public:
  /// \param positions at which u is sampled, one vector each
  /// \param interpolation its name
  Traces(std::vector<std::vector<double>> positions, std::string interpolation, std::int64_t every, double dt)
      : positions_(std::move(positions)), interpolation_(std::move(interpolation)), every_(every), dt_(dt),
        values_(positions_.size()) {}

  std::size_t receivers() const { return positions_.size(); }
  /// Steps of the samples: every so many steps.
  std::int64_t every() const { return every_; }
  /// Step of the next sample.
  std::int64_t next_step() const { return first_step_ + samples() * every_; }

  /// For a run without receivers that continues in this folder.
  /// \throws InvalidInput if the first part had some: their traces would end in the middle of the run
  static void require_none(std::filesystem::path const& folder);
  /// The first sample of a run that does not begin at step 0.
  void begin_at(std::int64_t step) { first_step_ = step; }
  /// Takes what the first part of the run has written into this folder up to and without `step`.
  /// \returns false if it has written nothing
  /// \throws InvalidInput if these samples can't be continued: they would be lost
  bool resume(std::filesystem::path const& folder, std::int64_t step);

  /// One sample of every receiver.
  void add(double const* sample);

  /// traces.h5 and seismogram.png.
  void write(std::filesystem::path const& folder, PictureWords const& words) const;

private:
  /// Samples up to and without `step`.
  /// \returns why they are not this run's; empty if they are
  std::string take(io::Hdf5Reader const& file, std::int64_t step);
  std::int64_t samples() const {
    return values_.empty() ? 0 : static_cast<std::int64_t>(values_.front().size());
  }

  std::vector<std::vector<double>> positions_;
  std::string interpolation_;
  std::int64_t every_;
  double dt_;
  std::int64_t first_step_ = 0;
  std::vector<std::vector<double>> values_; ///< a row per receiver
};

} // namespace tessera::app
