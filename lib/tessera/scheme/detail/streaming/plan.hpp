// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming: it chooses the plan for the backend and the dimension.
#pragma once

#include <tessera/scheme/detail/streaming/device_plan.hpp>
#include <tessera/scheme/detail/streaming/device_rows_plan.hpp>
#include <tessera/scheme/detail/streaming/host_plan.hpp>

#include <type_traits>

namespace tessera::detail {

/// The plan for what Streaming does not support. Its constructor throws InvalidInput with the reason.
template <class Exec, class Rules>
class StreamingUnsupported {
public:
  using T = typename Rules::value_type;
  StreamingUnsupported(Exec const&, Rules const&, Tile const&) {
    throw InvalidInput(
        Rules::dimension == 1
            ? text("streaming: a field of one axis has no slow axis to march along (take direct, tiled "
                   "or temporal)")
            : text("streaming: on a device the pattern must be a star of numbers, ",
                   Rules::dimension == 2 ? "in a plane 1 node wide"
                                         : text("up to ", most_radius, " nodes wide"),
                   " (take direct, tiled or temporal)"));
  }
  SchemeReport report() const { return {}; }
  void sweep(Exec const&, Levels<T> const&, Index) const {}
};

/// Whether Streaming supports these rules: there is a slow axis to march along, and on a device a kernel is
/// compiled.
template <class Exec, class Rules>
inline constexpr bool
    can_stream = on_host<Exec>
                     ? (Rules::dimension > 1)
                     : (Rules::dimension == 3 && streams_in_slices<Rules>) || fits_registers<Exec, Rules>;

template <class Exec, class Rules>
class StreamingPlan {
public:
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension;
  static constexpr bool writes_over_previous() { return on_host<Exec> || D != 2; }
  static constexpr bool visits_points = on_host<Exec>;
  using OnDevice =
      std::conditional_t<D == 3, StreamingDevicePlan<Exec, Rules>, StreamingRowsPlan<Exec, Rules>>;
  using Backend =
      std::conditional_t<!can_stream<Exec, Rules>, StreamingUnsupported<Exec, Rules>,
                         std::conditional_t<on_host<Exec>, StreamingHostPlan<Exec, Rules>, OnDevice>>;

  template <class Scheme>
  StreamingPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(exec, rules, scheme.tile) {}

  int steps_of_sweep(Index) const { return 1; }
  SchemeReport report() const { return plan_.report(); }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int) const {
    plan_.sweep(exec, levels, step);
  }

private:
  Backend plan_;
};

} // namespace tessera::detail
