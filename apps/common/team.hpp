// SPDX-License-Identifier: Apache-2.0
// Team: the ranks that make one run together, as the parts of a program see them that know nothing of MPI.
#pragma once

#include <tessera/core/error.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tessera::app {

/// The ranks of a run; this base class is one rank alone. Members that say so are collective: all ranks call
/// them, in the same order.
class Team {
public:
  Team() = default;
  virtual ~Team() = default;
  Team(Team const&) = delete;
  Team& operator=(Team const&) = delete;

  virtual int rank() const { return 0; }
  virtual int count() const { return 1; }
  /// Rank 0 speaks and writes for all.
  bool first() const { return rank() == 0; }
  bool shared() const { return count() > 1; }

  /// Collective: the largest value and the sum over all ranks, and what rank 0 gives.
  virtual std::int64_t largest(std::int64_t value) const { return value; }
  virtual double largest(double value) const { return value; }
  virtual std::int64_t sum(std::int64_t value) const { return value; }
  virtual double of_first(double value) const { return value; }
  virtual std::string of_first(std::string const& text) const { return text; }
  /// Adds each of these numbers over all ranks, in place. Collective.
  virtual void add(std::int64_t* /*values*/, int /*count*/) const {}

  /// Checks that all ranks give the same text; `what` names it. Collective.
  /// \throws InvalidInput on all ranks if one differs from rank 0
  virtual void expect_same(std::string const& /*what*/, std::string const& /*value*/) const {}

  /// Runs work() and returns its result. If it throws on some rank, all ranks throw with the words of the
  /// first that failed. Collective; work() itself calls nothing collective.
  template <class Work>
  auto agree(Work const& work) const {
    using Result = std::invoke_result_t<Work const&>;
    auto const guarded = [](auto const& run) {
      try {
        run();
      } catch (std::bad_alloc const&) {
        throw RunFailure("out of memory (give fewer nodes, or use a larger machine)");
      }
    };
    if constexpr (std::is_void_v<Result>) {
      run_agreed([&] { guarded(work); });
    } else {
      std::optional<Result> result;
      run_agreed([&] { guarded([&] { result.emplace(work()); }); });
      return std::move(*result);
    }
  }

  /// Runs work(), which is collective, and throws a Failure on all ranks alike or on none: where it does, the
  /// failure is then agreed, so that it is said once.
  template <class Failure, class Work>
  auto fail_together(Work const& work) const {
    std::exception_ptr failed;
    try {
      return work();
    } catch (Failure const& failure) {
      if (agreed(failure)) throw;
      failed = std::current_exception();
    }
    agree([&] { std::rethrow_exception(failed); });
    std::rethrow_exception(failed);
  }

  /// Whether all ranks throw this; if not, the others may wait for this one.
  virtual bool agreed(std::exception const&) const { return true; }
  /// Ends all ranks at once, where there are others.
  virtual void abort(int /*code*/) const {}

private:
  virtual void run_agreed(std::function<void()> const& work) const { work(); }
};

/// The ranks of this program's run.
Team const& team();

/// While it lives, team() is the ranks that a launcher started. Ranks other than 0 are silent from then on.
class TeamSession {
public:
  /// \throws InvalidInput where a launcher started several ranks and they would not work together: each would
  /// make the whole run, and write the same files
  TeamSession();
  ~TeamSession();
  TeamSession(TeamSession const&) = delete;
  TeamSession& operator=(TeamSession const&) = delete;

  /// Whether this rank has nothing to do, since rank 0 says why the program does not run.
  bool leaves() const { return leaves_; }

private:
  bool leaves_ = false;
};

/// How a run's fields are shared, for its record.
struct Sharing {
  std::vector<std::int64_t> blocks; ///< along each axis
  std::string transport;
  int halo_width = 0;                   ///< nodes that a sweep reads of a neighbour
  std::int64_t halo_bytes_per_step = 0; ///< sent by all ranks together
};

/// A run that ranks share.
class Shares {
public:
  virtual ~Shares() = default;
  /// Nothing on one rank.
  virtual std::optional<Sharing> sharing() const = 0;
};

} // namespace tessera::app
