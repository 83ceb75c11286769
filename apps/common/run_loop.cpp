// SPDX-License-Identifier: Apache-2.0
#include "run_loop.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "progress.hpp"
#include "same_run.hpp"
#include "signals.hpp"
#include "team.hpp"

namespace tessera::app {

namespace {

/// How many steps to make between two looks at the clock: about a quarter of a second, so that signals and
/// the bar are answered soon and the fence between costs nothing. Whole pairs of sweeps leave the result
/// where the scheme wants it.
class Pace {
public:
  explicit Pace(int fused_steps) : unit_(2 * std::max(1, fused_steps)), steps_(unit_) {}

  std::int64_t steps() const { return steps_; }
  void learn(std::int64_t steps, double seconds) {
    if (steps < steps_) return; // cut short by an output: says little
    auto const wanted = static_cast<double>(steps) * 0.25 / std::max(seconds, 1e-9);
    auto const most = static_cast<double>(steps_) * 8.;
    steps_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(wanted, most)) / unit_) * unit_;
  }

private:
  std::int64_t unit_;
  std::int64_t steps_;
};

std::int64_t next_multiple(std::int64_t step, std::int64_t every, std::int64_t end) {
  return every > 0 ? std::min(end, (step / every + 1) * every) : end;
}

} // namespace

RunLoop::RunLoop(Options const& options, Geometry const& geometry, Schedule const& schedule,
                 std::vector<io::Parameter> problem, OwnOutputs const& own)
    : options_(options), schedule_(schedule), problem_(std::move(problem)),
      cells_(static_cast<double>(geometry.size())) {
  auto all = problem_;
  all.push_back({"steps", fmt::format("{}", schedule_.steps)});
  expect_same_run(options_, std::move(all));
  team().agree([&] {
    if (team().first()) outputs_ = make_outputs(options, geometry, own);
  });
}

template <class Write>
void RunLoop::write_fields(Simulation const& simulation, Write const& write) {
  auto const field = simulation.field();
  auto const others = simulation.other_fields();
  led_by_first([&] {
    if (outputs_) write(field, others, static_cast<double>(simulation.step()) * schedule_.dt);
  });
}

std::int64_t RunLoop::next_stop(std::int64_t step) const {
  return std::min(next_multiple(step, options_.output_every, schedule_.steps),
                  next_multiple(step, options_.checkpoint_every, schedule_.steps));
}

void RunLoop::run(Simulation& simulation, WriteExtras const& write_extras) {
  StopRequest::only_note();
  team().agree([&] {
    if (outputs_) outputs_->remove_earlier();
    if (outputs_ && options_.output_every > 0 && simulation.step() > 0) outputs_->resume(simulation.step());
  });
  Progress progress(simulation.step(), schedule_.steps, cells_, options_.quiet);
  // The steps of a series do not depend on where a run was cut.
  if (options_.output_every > 0 && simulation.step() % options_.output_every == 0)
    write_fields(simulation, [&](auto const& field, auto const& others, double time) {
      outputs_->write(field, simulation.step(), time, others, simulation.offset());
    });
  Pace pace(simulation.scheme().fused_steps);
  while (simulation.step() < schedule_.steps) {
    // What depends on a clock or on a signal is agreed, before every advance.
    if (auto const signal = static_cast<int>(team().largest(std::int64_t{StopRequest::signal()}))) {
      progress.finish();
      stop_for_signal(simulation, signal, write_extras);
    }
    auto const before = simulation.step();
    auto const steps = std::min({next_stop(before) - before, pace.steps(), simulation.longest_advance()});
    auto const start = std::chrono::steady_clock::now();
    simulation.advance(steps);
    auto const seconds =
        team().of_first(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    seconds_ += seconds;
    pace.learn(steps, seconds);
    check(simulation, before);
    progress.update(simulation.step());
    write_due(simulation, write_extras);
  }
  progress.finish();
  if (!options_.output) return;
  write_fields(simulation, [&](auto const& field, auto const& others, double time) {
    outputs_->write_final(field, simulation.step(), time, others, simulation.offset());
    write_besides(write_extras);
  });
}

void RunLoop::write_besides(WriteExtras const& write_extras) {
  if (!write_extras) return;
  for (auto const& name : write_extras(outputs_->folder())) outputs_->note(name);
}

void RunLoop::write_due(Simulation const& simulation, WriteExtras const& write_extras) {
  auto const step = simulation.step();
  auto due = [&](std::int64_t every) { return every > 0 && step % every == 0; };
  if (!options_.output) return;
  if (due(options_.output_every))
    write_fields(simulation, [&](auto const& field, auto const& others, double time) {
      outputs_->write(field, step, time, others, simulation.offset());
    });
  if (due(options_.checkpoint_every)) write_checkpoint(simulation, write_extras);
}

// What a solver has besides is written first: a restart from this checkpoint then finds it.
std::filesystem::path RunLoop::write_checkpoint(Simulation const& simulation,
                                                WriteExtras const& write_extras) {
  auto const state = simulation.state();
  std::filesystem::path path;
  led_by_first([&] {
    if (!outputs_) return;
    write_besides(write_extras);
    path = outputs_->write_checkpoint(state, simulation.step(),
                                      static_cast<double>(simulation.step()) * schedule_.dt, schedule_.dt,
                                      problem_);
  });
  return path;
}

void RunLoop::check(Simulation const& simulation, std::int64_t last_good) const {
  if (team().sum(simulation.finite() ? 0 : 1) == 0) return;
  team().agree([&] {
    throw RunFailure(fmt::format(
        "the field is not finite at step {} (t = {:.6g}); at step {} it still was (use a smaller dt, or "
        "look at the sources and boundaries)",
        simulation.step(), static_cast<double>(simulation.step()) * schedule_.dt, last_good));
  });
}

void RunLoop::stop_for_signal(Simulation const& simulation, int signal, WriteExtras const& write_extras) {
  auto const step = simulation.step();
  auto const what = fmt::format("stopped by {} at step {} of {}", signal_name(signal), step, schedule_.steps);
  auto advice = std::string("checkpoints are off: give --checkpoint-every to be able to continue");
  if (options_.output && options_.checkpoint_every > 0)
    advice = fmt::format("continue with --restart {}", write_checkpoint(simulation, write_extras).string());
  team().agree([&] { throw RunFailure(fmt::format("{} ({})", what, advice)); });
}

} // namespace tessera::app
