// SPDX-License-Identifier: Apache-2.0
// The autotuner, from a problem to a choice: it asks the cache, then the model, then measures.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/tune/detail/agreement.hpp>
#include <tessera/tune/detail/answers.hpp>
#include <tessera/tune/detail/key.hpp>
#include <tessera/tune/detail/probes.hpp>
#include <tessera/tune/options.hpp>
#include <tessera/tune/search.hpp>

#include <algorithm>

namespace tessera::detail {

/// The work of a problem, completed by what depends on the machine.
template <class Exec>
Work work_on(Exec const& exec, TuningProblem const& problem) {
  Work work = problem.work();
  work.host = on_host<Exec>;
  work.threads = exec.concurrency();
  work.workers = on_host<Exec> ? work.threads : static_cast<int>(multiprocessors(work.threads));
  return work;
}

/// One call of autotune(). In a team the first process has the cache, the machine's limits and the list of
/// candidates, ranked for a part as large as the largest one, and all time the same ones together.
template <class Exec>
class Autotuner {
  static_assert(known_space<Exec>());

public:
  Autotuner(Exec const& exec, TuningProblem const& problem, AutotuneOptions const& options)
      : exec_(exec), problem_(problem), options_(options), agreement_(options.team.get()),
        work_(work_on(exec, problem)), memory_(agreement_.least(options.memory)),
        level_bytes_(agreement_.greatest(problem.level_bytes())) {
    work_.steps_per_call = options.steps_per_call;
    for (int a = 0; a < work_.dimension; ++a) work_.nodes[a] = agreement_.greatest(work_.nodes[a]);
  }

  Tuned choose() const {
    TuningCache cache(agreement_.first() ? options_.cache : std::filesystem::path(), options_.warn);
    auto question = question_of(device_text(exec_), problem_.subject(), work_, options_.schemes);
    if (options_.team) {
      question.push_back(line_of_ranks());
      question.emplace_back("largest block", extents_text(work_.nodes, work_.dimension));
    }
    if (auto const answer = agreement_.of_first(cache.find("scheme", question)))
      if (auto const known = choice_of(*answer)) return {known->first, Tuned::By::cache, known->second};

    auto all = candidates();
    auto const known_machine = machine_in(cache);
    auto machine =
        known_machine.value_or(agreed_machine(typical_machine(on_host<Exec>, exec_.concurrency())));
    auto const first = ranked_by_first(machine, all);
    if (!repays(first, 0)) return by_model(machine, all);
    try {
      constexpr double probing_s = 0.7;
      if (!known_machine && agreement_.all(memory_ > 2 * MachineProbes<Exec>::bytes(exec_.concurrency())) &&
          repays(first, probing_s)) { // without it the search has more to correct
        auto const probed = agreement_.together([&] { return MachineProbes<Exec>(exec_).measured(); });
        machine = agreed_machine(probed.machine);
        if (probed.steady) cache.store({"machine", machine_question(), answer_of(machine)});
      }
      auto list = ranked_by_first(machine, all);
      measure(list);
      if (list.front().measured == 0) return by_model(machine, all); // says why all were refused
      if (list.front().steady)
        cache.store({"scheme", question, answer_of(list.front().scheme, list.front().measured)});
      return {list.front().scheme, Tuned::By::measurement, list.front().measured};
    } catch (InvalidInput const&) {
      throw;
    } catch (std::exception const& failure) { // most likely there was no memory
      if (options_.team && !dynamic_cast<FailedTogether const*>(&failure)) throw;
      if (options_.warn && agreement_.first())
        options_.warn(std::string("tuning failed and the model decides: ") + failure.what());
      return by_model(machine, all);
    }
  }

  /// All candidates that the options allow.
  std::vector<AnyScheme> candidates() const {
    auto all = tessera::candidates(problem_, work_);
    auto const& allowed = options_.schemes;
    for (auto const& name : allowed) with_scheme(name, {}, 0, [](auto const&) {}); // throws for unknown ones
    std::erase_if(all, [&](AnyScheme const& s) {
      return !allowed.empty() && std::find(allowed.begin(), allowed.end(), s.name) == allowed.end();
    });
    return all;
  }

  /// Times some candidates of the list on a private field; the best comes first.
  void measure(std::vector<Ranked>& list) const {
    auto const trials = agreement_.together([&] { return problem_.trials(); });
    auto const make = [&](AnyScheme const& scheme) {
      auto trial = agreement_.together([&] { return trials->make(scheme, limits()); });
      // A scheme that is left to itself may fuse other numbers of steps on blocks of other sizes.
      if (!agreement_.all(trial != nullptr) || !agreement_.same(trial->fused_steps())) trial.reset();
      return trial;
    };
    search(list, make, options_.effort);
  }

  TrialLimits limits() const {
    return {
        .steps_per_call = options_.steps_per_call, .last_step = options_.steps, .team = options_.team.get()};
  }
  Work const& work() const { return work_; }

  /// Bytes for one field, and for the levels of the steppers that live at the same time.
  double memory_needed(std::size_t candidates) const {
    double const steppers = options_.effort.finalists_of(candidates) + 1, levels = work_.two_levels ? 3 : 1;
    return (1 + steppers * levels) * level_bytes_;
  }

private:
  /// Of processes that share a machine, and its memory, each has a part of its rates.
  TuningLines machine_question() const {
    TuningLines question{{"device", device_text(exec_)}};
    if (options_.team) question.push_back(line_of_ranks());
    return question;
  }
  TuningLines::value_type line_of_ranks() const { return {"ranks", std::to_string(options_.team->count())}; }
  std::optional<Machine> machine_in(TuningCache const& cache) const {
    auto const answer = agreement_.of_first(cache.find("machine", machine_question()));
    return answer ? machine_of(*answer) : std::nullopt;
  }
  Machine agreed_machine(Machine const& own) const {
    return options_.team ? machine_of(*agreement_.of_first(answer_of(own))).value() : own;
  }

  /// The candidates as the first process ranks them: what others know of their parts may differ.
  std::vector<Ranked> ranked_by_first(Machine const& machine, std::vector<AnyScheme> const& all) const {
    auto own = ranked(machine, work_, all);
    if (!options_.team) return own;
    TuningLines lines; // so many for each candidate
    auto const each = std::ssize(answer_of(AnyScheme(), 1));
    for (auto const& candidate : own) {
      auto const answer = answer_of(candidate.scheme, candidate.predicted);
      lines.insert(lines.end(), answer.begin(), answer.end());
    }
    lines = agreement_.of_first(lines).value();
    own.clear();
    for (auto line = lines.begin(); line != lines.end(); line += each) {
      auto const [scheme, predicted] = choice_of(TuningLines(line, line + each)).value();
      own.push_back({.scheme = scheme, .predicted = predicted});
    }
    return own;
  }

  bool repays(std::vector<Ranked> const& list, double more) const {
    if (list.empty() || memory_ < memory_needed(list.size())) return false;
    double const run = static_cast<double>(options_.steps) * list.front().predicted;
    return options_.steps == 0 || run >= 10 * (more + predicted_search_seconds(list, options_.effort));
  }

  // Chooses the first candidate in the order of the model that is not refused. On a device, a tile that has
  // not been timed may be many times slower than a scheme's own choice, which comes first.
  Tuned by_model(Machine const& machine, std::vector<AnyScheme> const& all) const {
    std::exception_ptr refusal;
    auto list = ranked_by_first(machine, all);
    if (!work_.host)
      std::stable_partition(list.begin(), list.end(), [](Ranked const& candidate) {
        return candidate.scheme.tile == Tile{0, 0, 0} && candidate.scheme.fused_steps == 0;
      });
    for (Ranked const& candidate : list) {
      std::optional<int> fused;
      try {
        fused = problem_.check(candidate.scheme);
      } catch (InvalidInput const&) {
        refusal = std::current_exception();
      } catch (std::exception const&) {
        if (!options_.team) throw;
        refusal = std::current_exception(); // the other processes wait for the answer
      }
      if (agreement_.all(fused.has_value()) && agreement_.same(*fused))
        return {candidate.scheme, Tuned::By::model, candidate.predicted};
    }
    if (refusal) std::rethrow_exception(refusal);
    if (options_.team && !list.empty())
      throw InvalidInput("autotune: each candidate is refused on some rank (cut the grid into other blocks)");
    throw InvalidInput("autotune: none of the schemes allowed has a candidate for this field (allow more)");
  }

  Exec exec_;
  TuningProblem const& problem_;
  AutotuneOptions const& options_;
  Agreement agreement_;
  Work work_;
  double memory_, level_bytes_;
};

} // namespace tessera::detail
