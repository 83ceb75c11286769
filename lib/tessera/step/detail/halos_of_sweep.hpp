// SPDX-License-Identifier: Apache-2.0
// The halos that the next sweep of a field reads, and the exchange that fills them.
#pragma once

#include <tessera/step/exchange.hpp>

namespace tessera::detail {

/// The previous level is read at its own node only, so its halo matters only where fused steps update halo
/// nodes.
template <class LevelsType, class FieldType, class Exchange>
class HalosOfSweep {
public:
  /// \param in_field whether the current level is in u
  /// \param steps steps of the sweep
  HalosOfSweep(LevelsType const& levels, FieldType const& u, bool in_field, int radius, int steps,
               Exchange const& exchange)
      : levels_(levels), u_(u), in_field_(in_field), radius_(radius), steps_(steps), exchange_(exchange) {}

  /// Fills them, asynchronously on an instance.
  template <class Exec>
  void fill(Exec const& on) const {
    auto const at_once = [&](auto const&... halo) { fill_halo(exchange_, on, halo...); };
    each(on, at_once, at_once);
  }

  /// Starts to fill them; what the exchange can't have under way together with the last is filled at once.
  template <class Exec>
  void begin(Exec const& on) const {
    each(
        on, [&](auto const&... halo) { fill_halo(exchange_, on, halo...); },
        [&](auto const&... halo) { exchange_.begin(on, halo...); });
  }

  /// Ends what begin() started.
  template <class Exec>
  void finish(Exec const& on) const {
    each(
        on, [](auto const&...) {}, [&](auto const&... halo) { exchange_.finish(on, halo...); });
  }

private:
  // Calls last(field, width), or last(field, width, previous, width) if the exchange takes both levels
  // together, else first(field, width) and last(previous, width).
  template <class Exec, class First, class Last>
  void each([[maybe_unused]] Exec const& on, First const& first, Last const& last) const {
    int const width = radius_ * steps_, before = width - radius_;
    levels_.with_halos(
        u_, in_field_, steps_ > 1, [&]<class... Previous>(auto const& now, Previous const&... previous) {
          if constexpr (sizeof...(Previous) == 0) {
            last(now, width);
          } else if constexpr (requires { exchange_.begin(on, now, width, previous..., before); }) {
            last(now, width, previous..., before);
          } else {
            first(now, width);
            last(previous..., before);
          }
        });
  }

  LevelsType const& levels_;
  FieldType const& u_;
  bool in_field_;
  int radius_, steps_;
  Exchange const& exchange_;
};

} // namespace tessera::detail
