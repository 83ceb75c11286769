// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming: it chooses the plan for the backend and the dimension.
#pragma once

#include <tessera/scheme/detail/streaming/device_plan.hpp>
#include <tessera/scheme/detail/streaming/device_rows_plan.hpp>
#include <tessera/scheme/detail/streaming/host_plan.hpp>

#include <type_traits>

namespace tessera::detail {

/// The plan of a field of one axis. Its constructor throws InvalidInput.
template <class Exec, class Rules>
class StreamingUnsupported {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return true; }
  StreamingUnsupported(Exec const&, Rules const&, Tile const&) {
    throw InvalidInput("streaming: a field of one axis has no slow axis to march along (take direct, tiled "
                       "or temporal)");
  }
  SchemeReport report() const { return {}; }
  void sweep(Exec const&, Levels<T> const&, Index) const {}
};

/// Whether there is a slow axis to march along.
template <class Rules>
inline constexpr bool can_stream = Rules::dimension > 1;

template <class Exec, class Rules>
class StreamingPlan {
public:
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension;
  static constexpr bool visits_points = on_host<Exec>, single_steps = true;
  using OnDevice = std::conditional_t<(D == 3 && streams_in_slices<Exec, Rules>),
                                      StreamingDevicePlan<Exec, Rules>, StreamingRowsPlan<Exec, Rules>>;
  using Backend =
      std::conditional_t<!can_stream<Rules>, StreamingUnsupported<Exec, Rules>,
                         std::conditional_t<on_host<Exec>, StreamingHostPlan<Exec, Rules>, OnDevice>>;

  template <class Scheme>
  StreamingPlan(Exec const& exec, Rules const& rules, Scheme const& scheme,
                StepsPerSweep steps = StepsPerSweep::several)
      : plan_(make(exec, rules, scheme.tile, steps)) {}

  bool writes_over_previous() const { return plan_.writes_over_previous(); }
  int steps_of_sweep(Index left) const {
    if constexpr (sweeps_several)
      return plan_.steps_of_sweep(left);
    else
      return 1;
  }
  SchemeReport report() const { return plan_.report(); }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, [[maybe_unused]] int steps) const {
    if constexpr (sweeps_several)
      plan_.sweep(exec, levels, step, steps);
    else
      plan_.sweep(exec, levels, step);
  }

private:
  static constexpr bool sweeps_several = std::is_same_v<Backend, StreamingRowsPlan<Exec, Rules>>;
  static Backend make(Exec const& exec, Rules const& rules, Tile const& tile,
                      [[maybe_unused]] StepsPerSweep steps) {
    if constexpr (sweeps_several)
      return Backend(exec, rules, tile, steps);
    else
      return Backend(exec, rules, tile);
  }

  Backend plan_;
};

} // namespace tessera::detail
