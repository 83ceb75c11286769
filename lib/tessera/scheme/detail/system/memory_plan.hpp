// SPDX-License-Identifier: Apache-2.0
// The plan of schemes that ask for tiles where a device has no kernel with tiles for systems of fields: in
// 3D, in 1D where registers do not hold the system, and on devices whose kernels have their portable forms.
#pragma once

#include <tessera/scheme/detail/system/direct_plan.hpp>
#include <tessera/scheme/detail/system/request.hpp>

namespace tessera::detail {

/// Steps in memory, one a sweep if the user asks for it. The report says "memory", "cooperative" or
/// "portable".
template <class Exec, class... Rules>
class SystemMemoryPlan : public SystemDirectPlan<Exec, Rules...> {
public:
  SystemMemoryPlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : SystemDirectPlan<Exec, Rules...>(
            exec, rules, request.scheme,
            request.fused_steps == 1 && !request.left_to_plan ? StepsPerSweep::one : StepsPerSweep::several) {
    constexpr int D = std::tuple_element_t<0, std::tuple<Rules...>>::dimension;
    static_cast<void>(request.steps(1)); // checked
    if (request.tile != Tile{0, 0, 0})
      throw InvalidInput(text(
          request.scheme, ": tile ", extents_text(request.tile, D),
          has_warps<Exec> ? ", on a device a system of fields like this one has no tiles (leave the tile "
                            "out)"
                          : ", on a device other than CUDA's systems of fields have no tiles "
                            "(leave the tile out)"));
  }
};

} // namespace tessera::detail
