// SPDX-License-Identifier: Apache-2.0
// Temporal: several time steps per load of a tile (temporal blocking), so that memory is read and written
// once per `fused_steps` steps.
#pragma once

#include <tessera/scheme/detail/temporal/choice.hpp>

namespace tessera {

/// The scheme that makes several time steps per load of a tile (temporal blocking).
struct Temporal {
  static constexpr char const* name = "temporal";
  Tile tile = {0, 0, 0}; ///< nodes per axis, halo included, unit-stride axis first; 0: default of the backend
  int fused_steps = 0;   ///< time steps per load; 0: default of the backend

  /// Small grids stay in a host's caches, and in 2D in a device's registers. On a device, star stencils
  /// stream rows (2D) or planes (3D, radius 1) through registers. All others stream through scratch.
  template <class Exec, class Rules>
  using Plan = detail::TemporalPlan<Exec, Rules>;
};

} // namespace tessera
