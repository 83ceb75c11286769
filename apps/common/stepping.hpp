// SPDX-License-Identifier: Apache-2.0
// From the name of a scheme to a stepper.
#pragma once

#include <tessera/tessera.hpp>

#include <algorithm>
#include <memory>

#include "options.hpp"
#include "simulation.hpp"

namespace tessera::app {

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

/// The library's name of the scheme. `auto` is a fixed choice so far: temporal blocking, whose defaults suit all
/// backends.
inline std::string scheme_name(SchemeSpec const& spec) {
  if (spec.name == "auto") {
    if (!spec.tile.empty() || spec.fused_steps)
      throw InvalidInput(
          "scheme auto chooses its tile and fused steps itself (leave --tile and --fused-steps "
          "out, or give --scheme temporal)");
    return Temporal::name;
  }
  std::vector<std::string> known(scheme_names.begin(), scheme_names.end());
  known.emplace_back("auto");
  if (std::find(known.begin(), known.end(), spec.name) == known.end())
    throw InvalidInput("scheme '" + spec.name + "' is unknown " + suggestion(spec.name, known));
  return spec.name;
}

/// The scheme's settings as the record has them, for a field of D axes.
inline SchemeChoice scheme_choice(SchemeReport const& report, int axes) {
  SchemeChoice choice{report.scheme, {}, report.fused_steps};
  if (report.tile[0] > 0) choice.tile.assign(report.tile.begin(), report.tile.begin() + axes);
  return choice;
}

/// Throws InvalidInput for names that are unknown and parameters that a scheme does not have.
template <class Exec, class FieldType, class StencilType, class BoundaryType, class Obstacle>
std::unique_ptr<Stepping<FieldType>>
make_stepping(Exec const& exec, FieldType const& u, StencilType const& stencil, BoundaryType const& boundary,
              SchemeSpec const& spec, Clock const& clock, Obstacle const& obstacle) {
  auto const by = [&](auto const& scheme) -> std::unique_ptr<Stepping<FieldType>> {
    Stepper stepper(exec, u, stencil, boundary, scheme, clock, obstacle);
    return std::make_unique<SteppingBy<FieldType, decltype(stepper)>>(std::move(stepper));
  };
  return with_scheme(scheme_name(spec), tile_of(spec.tile), spec.fused_steps.value_or(0), by);
}

} // namespace tessera::app
