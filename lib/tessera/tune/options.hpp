// SPDX-License-Identifier: Apache-2.0
// What tessera::autotune takes and gives.
#pragma once

#include <tessera/tune/cache.hpp>
#include <tessera/tune/ranking.hpp>

#include <iostream>
#include <limits>

namespace tessera {

struct AutotuneOptions {
  std::filesystem::path cache = default_tuning_cache(); ///< empty: nothing is kept
  std::vector<std::string> schemes;                     ///< to choose from; empty: all
  /// Steps of the run. Where measuring would take more than a tenth of it the model alone decides. 0: always measure.
  Index steps = 0;
  Index steps_per_call = 0; ///< of each advance(), where they are few; 0: many
  /// Bytes that may be taken for private fields; where they do not do the model decides.
  double memory = std::numeric_limits<double>::infinity();
  SearchEffort effort; ///< how much is timed
  TuningWarning warn = [](std::string const& what) { std::cerr << "tessera: warning: " << what << '\n'; };
};

/// What autotune chose: a scheme for a Stepper or make_stepper().
struct Tuned : AnyScheme {
  enum class By { cache, measurement, model };
  By by = By::model;
  double seconds_a_step = 0; ///< measured, or predicted by the model
};

} // namespace tessera
