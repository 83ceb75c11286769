// SPDX-License-Identifier: Apache-2.0
// AnyStepper: a Stepper with its types hidden, and make_stepper(), which makes one.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/step/stepper.hpp>

#include <memory>
#include <optional>

namespace tessera {

/// A Stepper with its types hidden, see make_stepper(). Members without a comment do what the Stepper's do.
template <class FieldType>
class AnyStepper {
public:
  using PreviousField = Field<detail::LevelViewOf<typename FieldType::view_type>>;

  virtual ~AnyStepper() = default;
  virtual void advance(FieldType const& u, Index steps) = 0;
  /// The previous level of a stencil that reads two levels; nothing for other stencils.
  virtual std::optional<PreviousField> previous() const = 0;
  virtual Index step() const = 0;
  virtual SchemeReport report() const = 0;
  /// A stepper at the same step that shares the memory of this one: only one of the two may be in the middle
  /// of a run.
  virtual std::unique_ptr<AnyStepper> clone() const = 0;
};

namespace detail {

template <class FieldType, class StepperType, class Exchange>
class HiddenStepper final : public AnyStepper<FieldType> {
public:
  HiddenStepper(StepperType stepper, Exchange const& exchange)
      : stepper_(std::move(stepper)), exchange_(exchange) {}

  void advance(FieldType const& u, Index steps) override { stepper_.advance(u, steps, exchange_); }
  std::optional<typename AnyStepper<FieldType>::PreviousField> previous() const override {
    if constexpr (requires { stepper_.previous(); })
      return stepper_.previous();
    else
      return {};
  }
  Index step() const override { return stepper_.step(); }
  SchemeReport report() const override { return stepper_.report(); }
  std::unique_ptr<AnyStepper<FieldType>> clone() const override {
    return std::make_unique<HiddenStepper>(*this);
  }

private:
  StepperType stepper_;
  Exchange exchange_;
};

} // namespace detail

/// Makes a stepper by this scheme; the other arguments are those of a Stepper. Every advance() uses the
/// exchange. The stencil is compiled for every scheme.
/// \throws InvalidInput as Stepper and with_scheme() do
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView = NoObstacle,
          class Exchange = NoExchange>
std::unique_ptr<AnyStepper<Field<ViewType>>>
make_stepper(AnyScheme const& scheme, Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
             BoundaryType const& boundary, Clock const& clock = {}, ObstacleView const& obstacle = {},
             Exchange const& exchange = {}) {
  Stepper stepper(exec, u, stencil, boundary, scheme, clock, obstacle);
  return std::make_unique<detail::HiddenStepper<Field<ViewType>, decltype(stepper), Exchange>>(
      std::move(stepper), exchange);
}

} // namespace tessera
