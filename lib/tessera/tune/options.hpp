// SPDX-License-Identifier: Apache-2.0
// The options and the result of tessera::autotune.
#pragma once

#include <tessera/tune/cache.hpp>
#include <tessera/tune/ranking.hpp>
#include <tessera/tune/team.hpp>

#include <iostream>
#include <limits>
#include <memory>

namespace tessera {

/// What autotune may measure, choose from and store; all members have defaults.
struct AutotuneOptions {
  std::filesystem::path cache = default_tuning_cache(); ///< path of the cache file; empty: nothing is stored
  std::vector<std::string> schemes;                     ///< names of schemes to choose from; empty: all
  /// Steps of the run. If measuring would take more than a tenth of it, the model alone decides. 0: always
  /// measure.
  Index steps = 0;
  Index steps_per_call = 0; ///< steps of each advance(), if they are few; 0: many
  /// Bytes that private fields may take; if they do not suffice, the model decides.
  double memory = std::numeric_limits<double>::infinity();
  SearchEffort effort; ///< how much is timed
  /// The processes that choose the same; nothing: this one alone. All give the same options, but for
  /// `memory`.
  std::shared_ptr<TuningTeam const> team = {};
  /// Told what was not as it should be, such as a cache file that can't be written.
  TuningWarning warn = [](std::string const& what) { std::cerr << "tessera: warning: " << what << '\n'; };
};

/// The choice of autotune: a scheme for a Stepper or make_stepper().
struct Tuned : AnyScheme {
  enum class By { cache, measurement, model };
  By by = By::model;
  double seconds_a_step = 0; ///< measured, or predicted by the model
};

} // namespace tessera
