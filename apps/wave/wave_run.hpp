// SPDX-License-Identifier: Apache-2.0
// The wave solver for one dimension and precision.
#pragma once

#include "../common/sampled_receivers.hpp"
#include "orders.hpp"
#include "wave_parts.hpp"

namespace tessera::wave {

template <int D, class T>
class WaveRun final : public app::Simulation, public app::Shares {
  using Parts = WaveParts<D, T>;

public:
  WaveRun(WaveProblem const& problem, app::Traces& traces)
      : parts_(problem, traces.next_step()), receivers_(parts_.sampling, traces) {
    start(problem);
    parts_.sampling.record(parts_.exec, parts_.u, step());
    receivers_.collect(parts_.exec, step(), step());
    bytes_ = 3. * sizeof(T); // both levels read, one written
    if (!problem.velocity_field.empty()) bytes_ += sizeof(T);
    if (parts_.mask) bytes_ += 1.;
  }

  void advance(std::int64_t steps) override {
    auto const before = step();
    app::team().agree([&] { parts_.fill_tables(before, steps); }); // a function of time may overflow
    stepper_->advance(parts_.u, steps);
    receivers_.collect(parts_.exec, before + 1, before + steps);
    parts_.exec.fence("tessera::wave: advance");
  }

  std::int64_t longest_advance() const override {
    return std::min(parts_.longest_advance(), receivers_.longest_advance());
  }
  std::int64_t step() const override { return stepper_->step(); }
  bool finite() const override { return app::all_finite(parts_.exec, parts_.u.view()); }
  app::HostField field() const override { return whole(parts_.u); }
  std::vector<app::NamedHostField> state() const override {
    std::vector<app::NamedHostField> state;
    state.push_back({"u", field()});
    state.push_back({"previous", whole(app::as_shared<T, D>(*stepper_->previous()))});
    return state;
  }
  app::SchemeChoice scheme() const override { return app::choice_of(stepper_->report(), D); }
  double ideal_bytes_per_update() const override { return bytes_; }
  std::optional<app::Sharing> sharing() const override {
    return parts_.shared ? std::optional(parts_.shared->sharing()) : std::nullopt;
  }

private:
  app::HostField whole(typename Parts::FieldType const& level) const {
    return app::gathered_values<T, D>(parts_.exec, parts_.block, level);
  }

  // The level before the first: of a checkpoint or a running wave it is given; at rest it is half a step
  // away.
  void start(WaveProblem const& problem) {
    bool const at_rest = problem.previous.empty();
    auto const previous =
        parts_.level("tessera::wave::previous", at_rest ? problem.initial : problem.previous);
    parts_.fill_tables(0, 1);
    for_order(problem.order, [&](auto order) {
      stepper_ = make_wave_stepper<order.value>(parts_, problem);
      if (at_rest) step_from_rest<order.value>(parts_, previous);
    });
    app::copy_values(parts_.exec, stepper_->previous()->view(), previous.view());
    parts_.exec.fence("tessera::wave: level before the first");
  }

  /// body(order) with the order as a type. The set-up has refused those that are not compiled.
  template <class Body>
  static void for_order(int asked, Body const& body) {
    [&]<int... order>(std::integer_sequence<int, order...>) {
      ((asked == order ? body(std::integral_constant<int, order>{}) : void()), ...);
    }
    (Orders{});
  }

  Parts parts_;
  app::SampledReceivers<T, D> receivers_;
  std::unique_ptr<AnyStepper<typename Parts::FieldType>> stepper_;
  double bytes_ = 0.;
};

} // namespace tessera::wave
