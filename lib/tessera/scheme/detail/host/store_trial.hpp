// SPDX-License-Identifier: Apache-2.0
// Whether a host core writes the rows of a plane by non-temporal stores, which is found out where it can
// matter: for a plane that is larger than the caches both ways take turns in the first sweeps, and the faster
// one goes on. What is faster depends on the processor, on what else a formula asks of it, and on who shares
// the last cache (docs/notes/non-temporal-stores.md). The bits are the same either way.
#pragma once

#include <tessera/core/host_stopwatch.hpp>

#include <algorithm>
#include <limits>
#include <memory>

namespace tessera::detail {

/// Takes turns of two sweeps, the second of which counts: the first one still finds in the caches, or has to
/// move out of them, what the other way has left there.
template <class Stopwatch = HostStopwatch>
class StoreTrial {
public:
  static constexpr int rounds = 5, sweeps_of_turn = 2, sweeps = rounds * 2 * sweeps_of_turn;

  /// \param possible whether non-temporal stores come into question (stores_nontemporal)
  explicit StoreTrial(bool possible = false) : seen_(possible ? std::make_shared<Seen>() : nullptr) {}

  /// Makes a sweep by work(nontemporal), which returns when the sweep has ended.
  template <class Exec, class Work>
  void sweep(Exec const& exec, Work const& work) const {
    if (!seen_) return work(false);
    Seen& seen = *seen_;
    if (seen.made == sweeps) return work(seen.best[1] < seen.best[0]);
    bool const nontemporal = seen.made / sweeps_of_turn % 2 == 1;
    Stopwatch watch;
    watch.start(exec);
    work(nontemporal);
    watch.stop(exec);
    if (seen.made % sweeps_of_turn == sweeps_of_turn - 1)
      seen.best[nontemporal] = std::min(seen.best[nontemporal], *watch.seconds());
    ++seen.made;
  }

private:
  static constexpr double none = std::numeric_limits<double>::infinity();
  struct Seen {
    int made = 0;
    double best[2] = {none, none}; // seconds by plain stores and by non-temporal ones
  };
  /// Copies of a plan go on with the same trial. There is none where there is no choice.
  std::shared_ptr<Seen> seen_;
};

} // namespace tessera::detail
