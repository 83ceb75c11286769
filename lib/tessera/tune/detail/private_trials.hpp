// SPDX-License-Identifier: Apache-2.0
// What problems of one field and of a system have in common: their candidates are timed on private fields.
#pragma once

#include <tessera/step/exchange.hpp>
#include <tessera/tune/detail/trial.hpp>
#include <tessera/tune/detail/type_name.hpp>

#include <type_traits>
#include <utility>

namespace tessera::detail {

/// `Private`: PrivateField or PrivateSystem.
template <class Exec, class Private>
class ProblemOnPrivate : public TuningProblem {
public:
  using Fields = typename Private::Fields;

  std::unique_ptr<Trials> trials() const override { return std::make_unique<OnPrivate>(*this); }
  int check(AnyScheme const& scheme) const override { return make(scheme, u_)->report().fused_steps; }

protected:
  ProblemOnPrivate(Exec const& exec, Fields const& u) : exec_(exec), u_(u) {}

  /// \throws InvalidInput if the scheme is refused
  virtual std::unique_ptr<AnyStepper<Fields>> make(AnyScheme const& scheme, Fields const& u) const = 0;
  virtual void after_trials() const = 0;

  Exec exec_;
  Fields u_;

private:
  class OnPrivate final : public Trials {
  public:
    explicit OnPrivate(ProblemOnPrivate const& problem)
        : problem_(problem), field_(problem.exec_, problem.u_) {}
    ~OnPrivate() override { problem_.after_trials(); }
    OnPrivate(OnPrivate const&) = delete;
    OnPrivate& operator=(OnPrivate const&) = delete;
    std::unique_ptr<Trial> make(AnyScheme const& scheme, TrialLimits const& limits) const override try {
      return std::make_unique<StepperTrial<Exec, Private>>(problem_.exec_, field_,
                                                           problem_.make(scheme, field_.field()), limits);
    } catch (InvalidInput const&) {
      return {};
    }

  private:
    ProblemOnPrivate const& problem_;
    Private field_;
  };
};

/// The exchange of trials whose halos nobody fills.
template <class Exchange>
Exchange unfilled_halos() {
  static_assert(std::is_same_v<Exchange, NoExchange>);
  return {.checks_halo = false};
}

template <class Exchange>
std::string name_of_exchange() {
  return std::is_same_v<Exchange, NoExchange> ? std::string() : type_name<Exchange>();
}

/// Lets an exchange compare the ranks' fused steps again, which it does once: trials have had it do that.
template <class Exchange>
void compare_again([[maybe_unused]] Exchange const& exchange) {
  if constexpr (requires { exchange.compare_again(); }) exchange.compare_again();
}

/// Whether some face of an axis is the end of a period.
template <int D, class BoundaryType>
bool is_periodic_axis(BoundaryType const& boundary, int axis) {
  return [&]<int... F>(std::integer_sequence<int, F...>) {
    return (... || (Face<F>::axis == axis && boundary.template face<F>().role() == Role::wraps));
  }
  (std::make_integer_sequence<int, 2 * D>{});
}

template <class ObstacleView>
bool has_obstacle([[maybe_unused]] ObstacleView const& obstacle) {
  if constexpr (is_mask_v<ObstacleView>)
    return mask_view(obstacle).data() != nullptr;
  else
    return false;
}

template <class ViewType>
std::string strides_text(ViewType const& view) {
  std::string strides;
  for (int d = 0; d < static_cast<int>(ViewType::rank()); ++d) {
    if (d > 0) strides += ' ';
    strides += std::to_string(view.stride(d));
  }
  return strides;
}

} // namespace tessera::detail
