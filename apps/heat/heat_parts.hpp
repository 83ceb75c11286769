// SPDX-License-Identifier: Apache-2.0
// A heat problem on the device: all but its stencil, so that each stencil can be compiled on its own.
#pragma once

#include <tessera/equation/face_condition.hpp>
#include <tessera/equation/heat.hpp>

#include <memory>
#include <optional>

#include "../common/device_faces.hpp"
#include "../common/shared_stepping.hpp"
#include "problem.hpp"

namespace tessera::heat {

using app::Exec, app::Memory;

template <int D, class T>
struct HeatParts {
  using FieldType = Field<NodeView<T, D>>;
  using Face = FaceCondition<D, Memory>;
  using BoundaryType = decltype(app::make_boundary<D>([](std::size_t) { return Face{}; }));

  Exec exec;
  FieldType u;
  std::shared_ptr<app::SharedField<T, D> const> shared;
  BoundaryType boundary;
  app::SchemeSpec scheme;
  app::RunLength length;
  Clock clock;
  std::optional<Field<NodeView<std::uint8_t, D>>> mask;
};

/// A stepper of these parts. Compiled once for each stencil, dimension and precision, from stepper.cpp.in.
/// \throws InvalidInput for schemes, tiles and fused steps that can't be
template <int D, class T, class StencilType>
std::unique_ptr<AnyStepper<typename HeatParts<D, T>::FieldType>>
make_heat_stepper(HeatParts<D, T> const& parts, StencilType const& stencil);

} // namespace tessera::heat
