// SPDX-License-Identifier: Apache-2.0
// From the name of a scheme to a stepper.
#pragma once

#include <tessera/tessera.hpp>

#include <memory>

#include "../common/options.hpp"

namespace tessera::heat {

/// A stepper with its types hidden.
template <class FieldType>
class Stepping {
public:
  virtual ~Stepping() = default;
  virtual void advance(FieldType const& u, Index steps) = 0;
  virtual Index step() const = 0;
  virtual SchemeReport report() const = 0;
};

template <class FieldType, class StepperType>
class SteppingBy final : public Stepping<FieldType> {
public:
  explicit SteppingBy(StepperType stepper) : stepper_(std::move(stepper)) {}
  void advance(FieldType const& u, Index steps) override { stepper_.advance(u, steps); }
  Index step() const override { return stepper_.step(); }
  SchemeReport report() const override { return stepper_.report(); }

private:
  StepperType stepper_;
};

inline Tile tile_of(std::vector<int> const& given) {
  if (given.size() > 3)
    throw InvalidInput(detail::text("tile has ", given.size(), " extents (give one an axis)"));
  Tile tile{0, 0, 0};
  std::copy(given.begin(), given.end(), tile.begin());
  return tile;
}

/// Throws InvalidInput for names that are unknown and parameters that a scheme does not have.
/// `auto` is a fixed choice so far: temporal blocking, whose defaults suit all backends.
template <class Exec, class FieldType, class StencilType, class BoundaryType, class Obstacle>
std::unique_ptr<Stepping<FieldType>>
make_stepping(Exec const& exec, FieldType const& u, StencilType const& stencil, BoundaryType const& boundary,
              app::SchemeSpec const& spec, Clock const& clock, Obstacle const& obstacle) {
  auto const by = [&](auto const& scheme) -> std::unique_ptr<Stepping<FieldType>> {
    Stepper stepper(exec, u, stencil, boundary, scheme, clock, obstacle);
    return std::make_unique<SteppingBy<FieldType, decltype(stepper)>>(std::move(stepper));
  };
  auto const refuse_parameters = [&](bool tile, bool fused_steps) {
    if (tile && !spec.tile.empty())
      throw InvalidInput("scheme " + spec.name +
                         " takes no tile (leave --tile out, or give --scheme tiled or temporal)");
    if (fused_steps && spec.fused_steps)
      throw InvalidInput("scheme " + spec.name +
                         " takes no fused steps (leave --fused-steps out, or give --scheme temporal)");
  };
  auto const tile = tile_of(spec.tile);
  if (spec.name == "direct") {
    refuse_parameters(true, true);
    return by(Direct{});
  }
  if (spec.name == "tiled") {
    refuse_parameters(false, true);
    return by(Tiled{.tile = tile});
  }
  if (spec.name == "auto") refuse_parameters(true, true);
  if (spec.name == "auto" || spec.name == "temporal")
    return by(Temporal{.tile = tile, .fused_steps = spec.fused_steps.value_or(0)});
  throw InvalidInput("scheme '" + spec.name + "' is not available (give direct, tiled, temporal or auto)");
}

} // namespace tessera::heat
