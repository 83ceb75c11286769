// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming: it chooses the plan for the backend and the dimension.
#pragma once

#include <tessera/scheme/detail/streaming/device_plan.hpp>
#include <tessera/scheme/detail/streaming/device_plane_plan.hpp>
#include <tessera/scheme/detail/streaming/device_rows_plan.hpp>
#include <tessera/scheme/detail/streaming/host_plan.hpp>
#include <tessera/scheme/detail/trial/plan.hpp>

#include <type_traits>

namespace tessera::detail {

/// The plan of a field of one axis. Its constructor throws InvalidInput.
template <class Exec, class Rules>
class StreamingUnsupported {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return true; }
  static constexpr bool visits_points = on_host<Exec>, single_steps = true;
  template <class Scheme>
  StreamingUnsupported(Exec const&, Rules const&, Scheme const&) {
    throw InvalidInput("streaming: a field of one axis has no slow axis to march along (take direct, tiled "
                       "or temporal)");
  }
  int steps_of_sweep(Index) const { return 1; }
  SchemeReport report() const { return {}; }
  void sweep(Exec const&, Levels<T> const&, Index, int) const {}
};

/// Whether there is a slow axis to march along.
template <class Rules>
inline constexpr bool can_stream = Rules::dimension > 1;

template <class Exec, class Rules>
using StreamingOnDevice =
    std::conditional_t<(Rules::dimension == 3 && streams_in_slices<Exec, Rules>),
                       TriedAgainstDirect<Exec, Rules, StreamingDevicePlan<Exec, Rules>>,
                       std::conditional_t<streams_in_rows<Exec, Rules>, StreamingPlaneChoice<Exec, Rules>,
                                          StreamingRowsPlan<Exec, Rules>>>;
template <class Exec, class Rules>
using StreamingPlan = std::conditional_t<
    !can_stream<Rules>, StreamingUnsupported<Exec, Rules>,
    std::conditional_t<on_host<Exec>, TriedAgainstDirect<Exec, Rules, StreamingHostPlan<Exec, Rules>>,
                       StreamingOnDevice<Exec, Rules>>>;

} // namespace tessera::detail
