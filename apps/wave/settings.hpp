// SPDX-License-Identifier: Apache-2.0
// What only this solver asks.
#pragma once

#include "../common/command_line.hpp"
#include "../common/places.hpp"

namespace tessera::wave {

/// Velocities in layers across one axis: velocities[i] up to interfaces[i], the last beyond all of them.
struct Layers {
  int axis = 0;
  std::vector<double> interfaces, velocities;
};

struct WaveSettings {
  std::optional<int> order;
  std::optional<app::ValueSpec> velocity;
  std::optional<Layers> layers;
  std::optional<std::vector<double>> source;
  std::optional<double> frequency;
  std::optional<std::filesystem::path> receivers;
  std::int64_t receiver_every = 1;
  app::Interpolation interpolation = app::Interpolation::sinc;
  std::optional<int> sponge;             ///< width in nodes
  std::vector<std::string> sponge_sides; ///< empty: all that are not periodic
  std::vector<std::int64_t> blocks;      ///< of ranks, along each axis
};

/// The program with its options, which fill in `settings`.
app::Program program(WaveSettings& settings);

} // namespace tessera::wave
