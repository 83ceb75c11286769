// SPDX-License-Identifier: Apache-2.0
// AnyStepper of a system of fields: its Stepper with the types of stages, boundary and obstacle hidden.
#pragma once

#include <tessera/step/any_stepper.hpp>
#include <tessera/step/system_stepper.hpp>

namespace tessera {

/// A Stepper of a system with its types hidden, see make_stepper(). Members without a comment do what the
/// Stepper's do. Watchers are not hidden: a program that needs them makes a Stepper of AnyScheme.
template <class Value, class ViewType>
class AnyStepper<System<Value, ViewType>> {
public:
  using SystemType = System<Value, ViewType>;

  virtual ~AnyStepper() = default;
  virtual void advance(SystemType const& u, Index steps) = 0;
  virtual void advance(Levels<Value, ViewType>& u, Index steps) = 0;
  virtual Index step() const = 0;
  virtual double time() const = 0;
  virtual SchemeReport report() const = 0;
  /// A stepper at the same step that shares the memory of this one: only one of the two may be in the middle
  /// of a run.
  virtual std::unique_ptr<AnyStepper> clone() const = 0;
};

namespace detail {

template <class Value, class ViewType, class StepperType, class Exchange>
class HiddenSystemStepper final : public AnyStepper<System<Value, ViewType>> {
public:
  HiddenSystemStepper(StepperType stepper, Exchange const& exchange)
      : stepper_(std::move(stepper)), exchange_(exchange) {}

  void advance(System<Value, ViewType> const& u, Index steps) override {
    stepper_.advance(u, steps, exchange_);
  }
  void advance(tessera::Levels<Value, ViewType>& u, Index steps) override {
    stepper_.advance(u, steps, exchange_);
  }
  Index step() const override { return stepper_.step(); }
  double time() const override { return stepper_.time(); }
  SchemeReport report() const override { return stepper_.report(); }
  std::unique_ptr<AnyStepper<System<Value, ViewType>>> clone() const override {
    return std::make_unique<HiddenSystemStepper>(*this);
  }

private:
  StepperType stepper_;
  Exchange exchange_;
};

} // namespace detail

/// Makes a stepper of a system by this scheme; the other arguments are those of a Stepper. Every advance()
/// uses the exchange. The stages are compiled for every scheme.
/// \throws InvalidInput as Stepper and with_scheme() do
template <class Exec, class Value, class ViewType, class StepType, class BoundaryType,
          class ObstacleView = NoObstacle, class Exchange = NoExchange>
std::unique_ptr<AnyStepper<System<Value, ViewType>>>
make_stepper(AnyScheme const& scheme, Exec const& exec, System<Value, ViewType> const& u,
             StepType const& step, BoundaryType const& boundary, Clock const& clock = {},
             ObstacleView const& obstacle = {}, Exchange const& exchange = {}) {
  using StepperType = Stepper<Exec, System<Value, ViewType>, StepType, BoundaryType, AnyScheme, ObstacleView>;
  return std::make_unique<detail::HiddenSystemStepper<Value, ViewType, StepperType, Exchange>>(
      StepperType(exec, u, step, boundary, scheme, clock, obstacle), exchange);
}

} // namespace tessera
