// SPDX-License-Identifier: Apache-2.0
// TuningTeam: processes that tune together.
#pragma once

#include <string>

namespace tessera {

/// Processes that each step a part of one grid, as ranks of MPI do, and choose the same scheme. Each measures
/// its own part while the others measure theirs, and the slowest counts.
class TuningTeam {
public:
  virtual ~TuningTeam() = default;
  virtual int count() const = 0;
  /// Whether this process reads and writes the cache for all.
  virtual bool first() const = 0;
  /// The greatest of all processes' numbers. Collective: all processes call this member and the next one, in
  /// the same order.
  virtual double greatest(double number) const = 0;
  /// The first process' text. Collective.
  virtual std::string text_of_first(std::string const& text) const = 0;
};

/// The team of ranks such as tessera::Ranks, which have members count(), first(), largest(double) and
/// broadcast(std::string).
template <class RanksType>
class TuningRanks final : public TuningTeam {
public:
  explicit TuningRanks(RanksType const& ranks) : ranks_(ranks) {}

  int count() const override { return ranks_.count(); }
  bool first() const override { return ranks_.first(); }
  double greatest(double number) const override { return ranks_.largest(number); }
  std::string text_of_first(std::string const& text) const override { return ranks_.broadcast(text); }

private:
  RanksType ranks_;
};

} // namespace tessera
