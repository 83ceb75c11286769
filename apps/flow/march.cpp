// SPDX-License-Identifier: Apache-2.0
#include "march.hpp"

#include <tessera/core/error.hpp>
#include <tessera/solver/flow/failure.hpp>
#include <tessera/solver/flow/step_limits.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include "../common/progress.hpp"
#include "../common/signals.hpp"
#include "../common/team.hpp"

namespace tessera::flow {

namespace {

class Marcher {
public:
  Marcher(Run& run, March const& plan, Scales const& scales, app::Options const& options,
          Problem const& problem, std::vector<io::Parameter> const& identity, int contours, History& history,
          std::optional<app::Outputs>& outputs)
      : run_(run), plan_(plan), scales_(scales), options_(options), problem_(problem), identity_(identity),
        contours_(contours), history_(history), outputs_(outputs), step_(plan.first_step),
        time_(plan.first_time) {}

  Marched go() {
    app::StopRequest::only_note();
    app::team().agree([&] {
      if (!outputs_) return;
      outputs_->remove_earlier();
      if (options_.output_every > 0 && step_ > 0) outputs_->resume(step_);
    });
    app::Progress progress(step_, last_step(), static_cast<double>(problem_.geometry.size()), options_.quiet);
    if (due(options_.output_every)) write_fields();
    while (step_ < plan_.steps && time_ < plan_.end_time) {
      if (auto const signal =
              static_cast<int>(app::team().largest(std::int64_t{app::StopRequest::signal()}))) {
        progress.finish();
        stop_for_signal(signal);
      }
      auto const start = std::chrono::steady_clock::now();
      make_step();
      seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      progress.update(step_, last_step());
      write_due();
    }
    progress.finish();
    if (options_.output)
      with_fields([&](auto const& vorticity, auto const& others) {
        outputs_->write_final(vorticity, step_, time_, others);
        write_streamlines(others, "streamlines");
        history_.write(outputs_->folder());
      });
    return {step_ - plan_.first_step, time_, seconds_};
  }

private:
  /// As steps go on like the last one.
  std::int64_t last_step() const {
    if (!(dt_ > 0.) || !std::isfinite(plan_.end_time)) return plan_.steps;
    auto const left = std::ceil((plan_.end_time - time_) / dt_);
    return std::min(plan_.steps, step_ + static_cast<std::int64_t>(std::min(left, 1e15)));
  }

  void make_step() {
    auto const rate = run_.courant_rate();
    bool const last = [&] {
      dt_ = plan_.dt ? *plan_.dt : std::min(plan_.cfl / rate, 0.8 * plan_.diffusion);
      return time_ + dt_ >= plan_.end_time * (1. - 1e-12);
    }();
    if (last) dt_ = plan_.end_time - time_;
    auto const cfl = rate * dt_;
    if (plan_.dt && cfl > largest_flow_cfl && !options_.allow_unstable)
      fail(fmt::format(
          "at step {} (t = {:.6g}) dt {:.6g} carries the flow over {:.3g} spacings, more than {} (give a "
          "smaller dt, leave it out to have it adapted, or give --allow-unstable)",
          step_, time_, dt_, cfl, largest_flow_cfl));
    auto const found = app::team().fail_together<FlowFailure>([&] {
      try {
        return run_.step(dt_);
      } catch (FlowFailure const& failure) {
        throw FlowFailure(
            fmt::format("in step {} (t = {:.6g}, dt {:.6g}): {}", step_ + 1, time_, dt_, failure.what()));
      }
    });
    ++step_;
    time_ = last ? plan_.end_time : time_ + dt_;
    auto const head = 0.5 * scales_.speed * scales_.speed * scales_.length;
    history_.add({step_, time_, dt_, cfl, found.change, found.force_x / head, found.force_y / head,
                  found.circulation / (scales_.speed * scales_.length), found.iterations});
  }

  /// Whether there is a folder to write to, and this step is one of those at which something is written.
  bool due(std::int64_t every) const { return options_.output && every > 0 && step_ % every == 0; }

  /// Brings the fields together on rank 0, which hands them to write(vorticity, other fields).
  template <class Write>
  void with_fields(Write const& write) {
    auto vorticity = run_.vorticity();
    std::vector<app::NamedHostField> others;
    others.push_back({"psi", run_.psi()});
    app::led_by_first([&] {
      if (outputs_) write(vorticity, others);
    });
  }

  void write_streamlines(std::vector<app::NamedHostField> const& others, std::string const& stem) const {
    outputs_->write_contours(others.front().values, problem_.body, contours_, {step_, time_}, stem, "psi");
  }

  void write_fields() {
    with_fields([&](auto const& vorticity, auto const& others) {
      outputs_->write(vorticity, step_, time_, others);
      write_streamlines(others, fmt::format("streamlines-{}", step_));
    });
  }

  void write_due() {
    if (due(options_.output_every)) write_fields();
    if (due(options_.checkpoint_every)) write_checkpoint();
  }

  // The history is written first: a restart from this checkpoint then finds it.
  std::filesystem::path write_checkpoint() {
    std::filesystem::path written; // on rank 0
    with_fields([&](auto& vorticity, auto& state) {
      history_.write(outputs_->folder());
      state.push_back({"u", std::move(vorticity)});
      written = outputs_->write_checkpoint(state, step_, time_, dt_, identity_);
    });
    return written;
  }

  void stop_for_signal(int signal) {
    auto const what =
        fmt::format("stopped by {} at step {} (t = {:.6g})", app::signal_name(signal), step_, time_);
    auto advice = std::string("checkpoints are off: give --checkpoint-every to be able to continue");
    if (options_.output && options_.checkpoint_every > 0)
      advice = fmt::format("continue with --restart {}", write_checkpoint().string());
    fail(fmt::format("{} ({})", what, advice));
  }

  /// All ranks call it, and it is said once.
  static void fail(std::string const& why) {
    app::team().agree([&] { throw RunFailure(why); });
  }

  Run& run_;
  March plan_;
  Scales scales_;
  app::Options const& options_;
  Problem const& problem_;
  std::vector<io::Parameter> const& identity_;
  int contours_;
  History& history_;
  std::optional<app::Outputs>& outputs_; ///< of rank 0
  std::int64_t step_;
  double time_, dt_ = 0., seconds_ = 0.;
};

} // namespace

Marched march(Run& run, March const& plan, Scales const& scales, app::Options const& options,
              Problem const& problem, std::vector<io::Parameter> const& identity, int contours,
              History& history, std::optional<app::Outputs>& outputs) {
  return Marcher(run, plan, scales, options, problem, identity, contours, history, outputs).go();
}

} // namespace tessera::flow
