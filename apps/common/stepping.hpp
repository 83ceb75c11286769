// SPDX-License-Identifier: Apache-2.0
// From the name of a scheme to a stepper.
#pragma once

#include <tessera/tessera.hpp>
#include <tessera/tune/autotune.hpp>

#include <algorithm>
#include <memory>
#include <optional>

#include "device.hpp"
#include "options.hpp"
#include "simulation.hpp"

namespace tessera::app {

/// A stepper with its types hidden. FieldType owns its memory compactly.
template <class FieldType>
class Stepping {
public:
  virtual ~Stepping() = default;
  virtual void advance(FieldType const& u, Index steps) = 0;
  virtual Index step() const = 0;
  virtual SchemeReport report() const = 0;
  /// The level before the field's, of stencils that read two; nothing otherwise.
  virtual std::optional<typename FieldType::view_type> previous() const = 0;
};

template <class FieldType, class StepperType>
class SteppingBy final : public Stepping<FieldType> {
public:
  explicit SteppingBy(StepperType stepper) : stepper_(std::move(stepper)) {}
  void advance(FieldType const& u, Index steps) override { stepper_.advance(u, steps); }
  Index step() const override { return stepper_.step(); }
  SchemeReport report() const override { return stepper_.report(); }
  std::optional<typename FieldType::view_type> previous() const override {
    if constexpr (requires { stepper_.previous(); })
      return stepper_.previous().view();
    else
      return {};
  }

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

/// The scheme that was asked for; nothing for auto.
/// \throws InvalidInput for names that are unknown, and for parameters beside auto
inline std::optional<AnyScheme> asked_scheme(SchemeSpec const& spec) {
  if (spec.name == "auto") {
    if (!spec.tile.empty() || spec.fused_steps)
      throw InvalidInput(
          "scheme auto chooses its tile and fused steps itself (leave --tile and --fused-steps "
          "out, or give --scheme temporal)");
    return {};
  }
  std::vector<std::string> known(scheme_names.begin(), scheme_names.end());
  known.emplace_back("auto");
  if (std::find(known.begin(), known.end(), spec.name) == known.end())
    throw InvalidInput("scheme '" + spec.name + "' is unknown " + suggestion(spec.name, known));
  return AnyScheme{spec.name, tile_of(spec.tile), spec.fused_steps.value_or(0)};
}

/// \throws InvalidInput for parameters that the scheme does not have, or that can't be
template <class Exec, class FieldType, class StencilType, class BoundaryType, class Obstacle>
std::unique_ptr<Stepping<FieldType>>
make_stepping_by(AnyScheme const& scheme, Exec const& exec, FieldType const& u, StencilType const& stencil,
                 BoundaryType const& boundary, Clock const& clock, Obstacle const& obstacle) {
  return with_scheme(scheme, [&](auto const& typed) -> std::unique_ptr<Stepping<FieldType>> {
    Stepper stepper(exec, u, stencil, boundary, typed, clock, obstacle);
    return std::make_unique<SteppingBy<FieldType, decltype(stepper)>>(std::move(stepper));
  });
}

/// By the scheme asked for; auto is tuned for this device, stencil and size where the run is long enough.
template <class Exec, class FieldType, class StencilType, class BoundaryType, class Obstacle>
std::unique_ptr<Stepping<FieldType>>
make_stepping(Exec const& exec, FieldType const& u, StencilType const& stencil, BoundaryType const& boundary,
              SchemeSpec const& spec, RunLength const& length, Clock const& clock, Obstacle const& obstacle) {
  auto scheme = asked_scheme(spec);
  if (!scheme) {
    AutotuneOptions options;
    options.steps = std::max<Index>(1, length.steps);
    options.steps_per_call = length.steps_per_call;
    options.memory = 0.8 * free_device_memory();
    scheme = autotune(exec, u, stencil, boundary, options, clock, obstacle);
  }
  return make_stepping_by(*scheme, exec, u, stencil, boundary, clock, obstacle);
}

/// What the scheme settled on, for a grid of this dimension.
inline SchemeChoice choice_of(SchemeReport const& report, int dimension) {
  SchemeChoice choice{report.scheme, {}, report.fused_steps};
  if (report.tile[0] > 0) choice.tile.assign(report.tile.begin(), report.tile.begin() + dimension);
  return choice;
}

} // namespace tessera::app
