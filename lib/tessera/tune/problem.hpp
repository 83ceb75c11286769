// SPDX-License-Identifier: Apache-2.0
// What the tuner has to know of a problem: a program with many stencils compiles the search once.
#pragma once

#include <tessera/tune/candidates.hpp>

#include <memory>
#include <string>

namespace tessera {

/// What all trials of a search have in common.
struct TrialLimits {
  Index steps_per_call = 0; ///< steps of an advance(); 0: as many as suit the timing
  Index last_step = 0;      ///< steps after which a run starts again from its first level; 0: no limit
};

/// A candidate that can be timed.
class Trial {
public:
  virtual ~Trial() = default;
  /// Seconds a step, of so many steps that they take about this long; a sweep back and forth at least.
  virtual double seconds_a_step(double about) = 0;
};

/// Makes trials on a private field, which lives as long.
class Trials {
public:
  virtual ~Trials() = default;
  /// Nothing where the scheme is refused.
  virtual std::unique_ptr<Trial> make(AnyScheme const& scheme, TrialLimits const& limits) const = 0;
};

/// What identifies a problem in the cache.
struct TuningSubject {
  std::string stencil, boundary, value; ///< names of the types
  bool obstacle = false;
  std::string grid, strides, halo;
};

/// A problem with its types hidden, see tuning_problem().
class TuningProblem {
public:
  virtual ~TuningProblem() = default;
  /// But for the machine's part.
  virtual Work work() const = 0;
  virtual TuningSubject subject() const = 0;
  /// Of what is compiled for a device.
  virtual void add_device_candidates(detail::CandidateList& list, Work const& work) const = 0;
  /// Of one time level.
  virtual double level_bytes() const = 0;
  virtual std::unique_ptr<Trials> trials() const = 0;
  /// Throws InvalidInput where a stepper by this scheme is refused.
  virtual void check(AnyScheme const& scheme) const = 0;
};

/// All candidates, without an order. Some may be refused when a Stepper is made of them.
inline std::vector<AnyScheme> candidates(TuningProblem const& problem, Work const& work) {
  detail::CandidateList list(work);
  if (work.host)
    detail::add_host_candidates(list, work);
  else
    problem.add_device_candidates(list, work);
  return list.all;
}

} // namespace tessera
