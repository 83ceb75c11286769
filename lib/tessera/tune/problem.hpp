// SPDX-License-Identifier: Apache-2.0
// The interface through which the tuner sees a problem. It hides types, so that a program with many stencils
// compiles the search once.
#pragma once

#include <tessera/tune/candidates.hpp>
#include <tessera/tune/team.hpp>

#include <memory>
#include <string>

namespace tessera {

/// What all trials of a search have in common.
struct TrialLimits {
  Index steps_per_call = 0; ///< steps of an advance(); 0: as many as suit the timing
  Index last_step = 0;      ///< steps after which a run starts again from its first level; 0: no limit
  TuningTeam const* team = nullptr; ///< the processes that make each run together; null: this one alone
};

/// A candidate that can be timed.
class Trial {
public:
  virtual ~Trial() = default;
  /// Seconds per step, measured over as many steps as take about `about` seconds, at least a sweep back and
  /// forth.
  virtual double seconds_a_step(double about) = 0;
  /// Steps that its sweeps fuse.
  virtual int fused_steps() const { return 1; }
};

/// Makes trials on a private field, which lives as long as this object.
class Trials {
public:
  virtual ~Trials() = default;
  /// Makes a trial; nothing if the scheme is refused.
  virtual std::unique_ptr<Trial> make(AnyScheme const& scheme, TrialLimits const& limits) const = 0;
};

/// What identifies a problem in the cache.
struct TuningSubject {
  std::string stencil, boundary, value; ///< names of the types
  bool obstacle = false;
  std::string grid, strides, halo;
  std::string stages = {};   ///< of a system: members, reaches, what each stage reads and writes
  std::string exchange = {}; ///< that fills halos; none: nothing does
};

/// A problem with its types hidden, see tuning_problem().
class TuningProblem {
public:
  virtual ~TuningProblem() = default;
  /// The work of a step, without what depends on the machine.
  virtual Work work() const = 0;
  virtual TuningSubject subject() const = 0;
  /// Adds the candidates for which kernels are compiled on a device, for one field.
  virtual void add_device_candidates(detail::CandidateList& list, Work const& work) const = 0;
  /// Bytes of one time level.
  virtual double level_bytes() const = 0;
  virtual std::unique_ptr<Trials> trials() const = 0;
  /// Makes a stepper by this scheme, to find out whether it can be made. \returns the steps that its sweeps
  /// fuse \throws InvalidInput if the stepper is refused
  virtual int check(AnyScheme const& scheme) const = 0;
};

/// All candidates, in no particular order. A Stepper may refuse some of them.
inline std::vector<AnyScheme> candidates(TuningProblem const& problem, Work const& work) {
  detail::CandidateList list(work);
  if (!work.stages.empty())
    detail::add_system_candidates(list, work);
  else if (work.host)
    detail::add_host_candidates(list, work);
  else
    problem.add_device_candidates(list, work);
  return list.all;
}

} // namespace tessera
