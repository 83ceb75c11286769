// SPDX-License-Identifier: Apache-2.0
// A stepper of a system whose scheme is chosen at run time. The library's AnyScheme steps fields alone.
#pragma once

#include <tessera/system.hpp>

#include "../common/stepping.hpp"

namespace tessera::maxwell {

template <class SystemType>
class SystemStepper {
public:
  virtual ~SystemStepper() = default;
  virtual void advance(SystemType const& u, Index steps) = 0;
  virtual Index step() const = 0;
  virtual SchemeReport report() const = 0;
};

template <class SystemType, class Typed>
struct TypedSystemStepper final : SystemStepper<SystemType> {
  Typed stepper;
  explicit TypedSystemStepper(Typed&& made) : stepper(std::move(made)) {}
  void advance(SystemType const& u, Index steps) override { stepper.advance(u, steps); }
  Index step() const override { return stepper.step(); }
  SchemeReport report() const override { return stepper.report(); }
};

/// By the scheme asked for; auto is temporal, since the autotuner does not know systems.
/// \throws InvalidInput for parameters that the scheme does not have, or that can't be
template <class SystemType, class StagesType, class BoundaryType>
std::unique_ptr<SystemStepper<SystemType>>
make_system_stepper(app::Exec const& exec, SystemType const& u, StagesType const& stages,
                    BoundaryType const& boundary, app::SchemeSpec const& spec, Clock const& clock) {
  using Made = std::unique_ptr<SystemStepper<SystemType>>;
  auto const scheme = app::asked_scheme(spec).value_or(AnyScheme{Temporal::name});
  return with_scheme(scheme, [&]<class Scheme>(Scheme const& typed) -> Made {
    if constexpr (std::is_same_v<Scheme, Direct> || std::is_same_v<Scheme, Tiled> ||
                  std::is_same_v<Scheme, Temporal>) {
      Stepper stepper(exec, u, stages, boundary, typed, clock);
      return std::make_unique<TypedSystemStepper<SystemType, decltype(stepper)>>(std::move(stepper));
    } else {
      throw InvalidInput(
          detail::text("scheme ", Scheme::name, " does not step systems (give direct, tiled or temporal)"));
    }
  });
}

} // namespace tessera::maxwell
