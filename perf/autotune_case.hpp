// SPDX-License-Identifier: Apache-2.0
// The autotuner against an exhaustive search over the same candidates: five samples of ten milliseconds of
// each, and two sweeps at least. Compiled once a precision.
#pragma once

#include <tessera/tune/autotune.hpp>

#include <chrono>
#include <cstdio>
#include <string>

#include "autotune.hpp"
#include "heat.hpp"

namespace tessera::perf {

template <class T, int D>
class AutotuneComparison {
  using Exec = Kokkos::DefaultExecutionSpace;
  using FieldType = decltype(make_field<T>(std::declval<Exec const&>(), std::declval<Grid<D> const&>()));
  using Problem = decltype(tuning_problem(std::declval<Exec const&>(), std::declval<FieldType const&>(),
                                          Diffusion<T, D>{}, everywhere(Fixed{})));

public:
  explicit AutotuneComparison(std::int64_t n)
      : u_(make_field<T>(exec_, grid_of(n))),
        problem_(tuning_problem(exec_, u_, Diffusion<T, D>{T(0.1)}, everywhere(Fixed{}))),
        tuner_(exec_, problem_, options_) {}

  void run(int rows) {
    Machine const machine =
        detail::MachineProbes<Exec>(exec_).measured().machine; // once a device: not counted
    auto list = ranked(machine, tuner_.work(), tuner_.candidates());
    double const autotune_s = seconds_of([&] { tuner_.measure(list); });
    Ranked const& chosen = list.front();

    auto all = ranked(machine, tuner_.work(), tuner_.candidates());
    double const exhaustive_s = seconds_of([&] { measure_all(all); });
    std::erase_if(all, [](Ranked const& r) { return r.refused; });
    std::stable_sort(all.begin(), all.end(),
                     [](Ranked const& a, Ranked const& b) { return a.measured < b.measured; });
    double const ratio = against(chosen.scheme, all.front().scheme);

    std::printf("\nheat %dD, %s nodes, %s: %zu candidates\n", D,
                detail::extents_text(u_.grid().nodes, D).c_str(), sizeof(T) == 4 ? "float" : "double",
                all.size());
    std::printf("  exhaustive best   %s\n  autotuner's       %s\n", text_of(all.front().scheme).c_str(),
                text_of(chosen.scheme).c_str());
    std::printf("  time ratio        %.3f (chosen / best, in turns)\n", ratio);
    std::printf("  cost ratio        %.3f (%.2f s / %.2f s)\n", autotune_s / exhaustive_s, autotune_s,
                exhaustive_s);
    std::printf("  machine          ");
    for (auto const& copy : machine.copies)
      std::printf(" %.3g MB: %.3g GB/s;", copy.bytes / 1e6, copy.rate / 1e9);
    std::printf(" %.3g / %.3g Gops/s float / double, launch %.2g us, of teams %.2g us, row %.2g ns\n",
                machine.float_operations / 1e9, machine.double_operations / 1e9, 1e6 * machine.launch_s,
                1e6 * machine.team_launch_s, 1e9 * machine.row_s);
    int place = 0;
    for (auto const& r : ranked(machine, tuner_.work(), {all.front().scheme}))
      std::printf("  model of the best %.2f of what is measured\n", r.predicted / all.front().measured);
    std::printf("  %-52s %12s %12s\n", "candidate", "measured us", "model us");
    for (auto const& r : all) {
      if (rows > 0 && place++ >= rows) break;
      std::printf("  %-52s %12.3f %12.3f\n", text_of(r.scheme).c_str(), 1e6 * r.measured, 1e6 * r.predicted);
    }
  }

private:
  static Grid<D> grid_of(std::int64_t n) {
    Grid<D> grid;
    for (int d = 0; d < D; ++d) {
      grid.nodes[d] = n;
      grid.spacing[d] = 1;
    }
    return grid;
  }
  static std::string text_of(AnyScheme const& scheme) {
    return detail::text(scheme.name,
                        scheme.tile != Tile{0, 0, 0} ? " " + detail::extents_text(scheme.tile, D) : "",
                        scheme.fused_steps ? detail::text(", ", scheme.fused_steps, " fused") : "");
  }

  void measure_all(std::vector<Ranked>& all) {
    auto const trials = problem_.trials();
    for (Ranked& candidate : all) {
      auto const trial = trials->make(candidate.scheme, tuner_.limits());
      candidate.refused = !trial;
      if (!trial) continue;
      std::vector<double> samples;
      for (int sample = 0; sample < 5; ++sample) samples.push_back(trial->seconds_a_step(0.01));
      candidate.measured = detail::median(samples);
    }
  }

  // Time of one over that of the other: the median of pairs of samples.
  double against(AnyScheme const& one, AnyScheme const& other) {
    if (one == other) return 1;
    auto const trials = problem_.trials();
    auto const a = trials->make(one, tuner_.limits()), b = trials->make(other, tuner_.limits());
    std::vector<double> ratios;
    for (int round = 0; round < 15; ++round) {
      double const seconds = a->seconds_a_step(0.02);
      ratios.push_back(seconds / b->seconds_a_step(0.02));
    }
    return detail::median(ratios);
  }

  Exec exec_;
  FieldType u_;
  AutotuneOptions options_;
  Problem problem_;
  detail::Autotuner<Exec> tuner_;
};

} // namespace tessera::perf
