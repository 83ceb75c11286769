// SPDX-License-Identifier: Apache-2.0
// From a problem to a choice: cache, model, measurement.
#pragma once

#include <tessera/tune/candidates.hpp>
#include <tessera/tune/detail/answers.hpp>
#include <tessera/tune/detail/key.hpp>
#include <tessera/tune/detail/probes.hpp>
#include <tessera/tune/options.hpp>
#include <tessera/tune/search.hpp>

namespace tessera {

namespace detail {

/// One call of autotune.
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView>
class Autotuner {
public:
  Autotuner(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
            BoundaryType const& boundary, AutotuneOptions const& options, Clock const& clock,
            ObstacleView const& obstacle)
      : exec_(exec), u_(u), stencil_(stencil), boundary_(boundary), options_(options), clock_(clock),
        obstacle_(obstacle), work_(work()) {}

  Tuned choose() {
    TuningCache cache(options_.cache, options_.warn);
    auto const question = question_of<Exec, StencilType, BoundaryType>(
        exec_, u_, work_, Kokkos::is_view_v<ObstacleView>, options_.schemes);
    if (auto const answer = cache.find("scheme", question))
      if (auto const known = choice_of(*answer)) return tuned(known->first, Tuned::By::cache, known->second);

    auto all = candidates();
    auto const known_machine = machine_in(cache);
    auto machine = known_machine.value_or(typical_machine(on_host<Exec>, exec_.concurrency()));
    auto const first = ranked(machine, work_, all);
    if (!repays(first, 0)) return by_model(machine, all);
    try {
      constexpr double probing_s = 0.7;
      if (!known_machine && options_.memory > 2 * MachineProbes<Exec>::bytes(exec_.concurrency()) &&
          repays(first, probing_s)) { // without it the search has more to correct
        auto const probed = MachineProbes<Exec>(exec_).measured();
        machine = probed.machine;
        if (probed.steady) cache.store({"machine", machine_question(), answer_of(machine)});
      }
      auto list = ranked(machine, work_, all);
      measure(list);
      if (list.front().measured == 0) return by_model(machine, all); // says why all were refused
      if (list.front().steady)
        cache.store({"scheme", question, answer_of(list.front().scheme, list.front().measured)});
      return tuned(list.front().scheme, Tuned::By::measurement, list.front().measured);
    } catch (InvalidInput const&) {
      throw;
    } catch (std::exception const& failure) { // no memory, most likely
      if (options_.warn) options_.warn(std::string("tuning failed and the model decides: ") + failure.what());
      return by_model(machine, all);
    }
  }

  /// All candidates that the options allow.
  std::vector<AnyScheme> candidates() const {
    using Rules = detail::Rules<typename ViewType::non_const_value_type, AxisOrder<D, false>, StencilType,
                                BoundaryType>;
    auto all = tessera::candidates<Exec, Rules>(work_);
    auto const& allowed = options_.schemes;
    for (auto const& name : allowed) with_scheme(name, {}, 0, [](auto const&) {}); // throws for unknown ones
    std::erase_if(all, [&](AnyScheme const& s) {
      return !allowed.empty() && std::find(allowed.begin(), allowed.end(), s.name) == allowed.end();
    });
    return all;
  }

  /// Times some of the list on a private field; the best comes first.
  void measure(std::vector<Ranked>& list) {
    PrivateField<Exec, ViewType> const field(exec_, u_);
    search(
        list, [&](AnyScheme const& scheme) { return trial(field, scheme); }, options_.effort);
  }

  std::unique_ptr<Trial> trial(PrivateField<Exec, ViewType> const& field, AnyScheme const& scheme) const {
    TrialLimits const limits{.steps_per_call = options_.steps_per_call, .last_step = options_.steps};
    try {
      return with_scheme(scheme, [&](auto const& typed) -> std::unique_ptr<Trial> {
        auto stepper = make_stepper(field.field(), typed);
        return std::make_unique<StepperTrial<Exec, ViewType, decltype(stepper)>>(exec_, field, u_,
                                                                                 std::move(stepper), limits);
      });
    } catch (InvalidInput const&) {
      return {};
    }
  }

  Work work() const {
    bool const first = std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft> ||
                       (std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutStride> &&
                        unit_stride_first<AxisOrder<D, false>>(u_.view()));
    Work work{.dimension = D,
              .radius = StencilType::reads.radius,
              .points = StencilType::reads.points(),
              .value_bytes = sizeof(typename ViewType::non_const_value_type),
              .two_levels = reads_previous<StencilType>,
              .two_passes = has_two_passes<StencilType>,
              .host = on_host<Exec>,
              .workers = on_host<Exec> ? exec_.concurrency() : std::max(1, exec_.concurrency() / 256),
              .steps_per_call = options_.steps_per_call};
    for (int d = 0; d < D; ++d) work.nodes[first ? d : D - 1 - d] = u_.grid().nodes[d];
    return work;
  }

  /// One field, and the levels of the steppers that live at a time.
  double memory_needed() const {
    double const steppers = options_.effort.finalists + 1, levels = reads_previous<StencilType> ? 3 : 1;
    return (1 + steppers * levels) * static_cast<double>(u_.view().span() * sizeof(*u_.view().data()));
  }

  TuningLines machine_question() const { return {{"device", device_text(exec_)}}; }
  std::optional<Machine> machine_in(TuningCache const& cache) const {
    auto const answer = cache.find("machine", machine_question());
    return answer ? machine_of(*answer) : std::nullopt;
  }

private:
  static constexpr int D = Field<ViewType>::dimension;

  template <class SchemeType>
  auto make_stepper(Field<ViewType> const& u, SchemeType const& scheme) const {
    return Stepper(exec_, u, stencil_, boundary_, scheme, clock_, obstacle_);
  }

  static Tuned tuned(AnyScheme const& scheme, Tuned::By by, double seconds) { return {scheme, by, seconds}; }

  bool repays(std::vector<Ranked> const& list, double more) const {
    if (list.empty() || options_.memory < memory_needed()) return false;
    double const run = static_cast<double>(options_.steps) * list.front().predicted;
    return options_.steps == 0 || run >= 10 * (more + predicted_search_seconds(list, options_.effort));
  }

  // The first by the model that is not refused.
  Tuned by_model(Machine const& machine, std::vector<AnyScheme> const& all) const {
    std::exception_ptr refusal;
    for (Ranked const& candidate : ranked(machine, work_, all)) try {
        with_scheme(candidate.scheme, [&](auto const& scheme) { make_stepper(u_, scheme); });
        return tuned(candidate.scheme, Tuned::By::model, candidate.predicted);
      } catch (InvalidInput const&) {
        refusal = std::current_exception();
      }
    if (refusal) std::rethrow_exception(refusal);
    throw InvalidInput("autotune: none of the schemes allowed has a candidate for this field (allow more)");
  }

  Exec exec_;
  Field<ViewType> const& u_;
  StencilType const& stencil_;
  BoundaryType const& boundary_;
  AutotuneOptions const& options_;
  Clock clock_;
  ObstacleView const& obstacle_;
  Work work_;
};

} // namespace detail

} // namespace tessera
