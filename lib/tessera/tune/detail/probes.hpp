// SPDX-License-Identifier: Apache-2.0
// Measures the limits of a device by short kernels. Each takes a few milliseconds, all together half a
// second.
#pragma once

#include <tessera/tune/detail/probe_kernels.hpp>
#include <tessera/tune/machine.hpp>

#include <algorithm>
#include <chrono>
#include <string>

namespace tessera::detail {

struct ProbedMachine {
  Machine machine;
  bool steady;
};

/// Measures a Machine. All kernels are launched on the instance, which is fenced after each.
template <class Exec>
class MachineProbes {
public:
  explicit MachineProbes(Exec const& exec) : exec_(exec), workers_(on_host<Exec> ? exec.concurrency() : 1) {}

  /// Bytes of memory that the probes take for a moment: more than caches hold.
  static double bytes(int workers) { return on_host<Exec> ? std::max(256e6, 8e6 * workers) : 512e6; }

  /// Measures everything twice, some time apart, and takes the better value of each limit. If two values
  /// differ too much, something else keeps the machine busy, and the values are not worth storing.
  ProbedMachine measured() const {
    Machine first = once();
    Machine const second = once();
    auto const alike = [](double a, double b) { return std::max(a, b) < 1.5 * std::min(a, b); };
    bool steady = alike(first.launch_s, second.launch_s) &&
                  alike(first.double_operations, second.double_operations) &&
                  alike(first.float_operations, second.float_operations);
    for (std::size_t i = 0; i < first.copies.size(); ++i)
      steady &= alike(first.copies[i].rate, second.copies[i].rate);
    auto const faster = [](double& a, double b) { a = std::max(a, b); };
    auto const shorter = [](double& a, double b) { a = std::min(a, b); };
    for (std::size_t i = 0; i < first.copies.size(); ++i) faster(first.copies[i].rate, second.copies[i].rate);
    // No cache is slower than the memory behind it, and float is no slower than double.
    for (std::size_t i = first.copies.size() - 1; i > 0; --i)
      faster(first.copies[i - 1].rate, first.copies[i].rate);
    faster(first.scratch_rate, second.scratch_rate);
    faster(first.double_operations, second.double_operations);
    faster(first.float_operations, std::max(second.float_operations, first.double_operations));
    shorter(first.launch_s, second.launch_s);
    shorter(first.team_launch_s, second.team_launch_s);
    shorter(first.row_s, second.row_s);
    return {first, steady};
  }

private:
  Machine once() const {
    Machine machine;
    measure_copies(machine);
    machine.float_operations = operations<float>(machine);
    machine.double_operations = operations<double>(machine);
    if constexpr (has_warps<Exec>) machine.scratch_rate = scratch();
    if constexpr (is_portable<Exec>) machine.scratch_rate = 4 * machine.copies.front().rate; // a guess
    machine.launch_s =
        launches([&] { Kokkos::parallel_for("tessera::tune::launch", range(workers_), NothingProbe{}); });
    machine.team_launch_s = launches([&] {
      Kokkos::parallel_for("tessera::tune::team_launch",
                           Kokkos::TeamPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(
                               exec_, 2 * workers_, has_warps<Exec> ? 128 : 1),
                           NothingProbe{});
    });
    return machine;
  }

  auto range(Index items) const {
    return Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Index>>(exec_, 0,
                                                                                                 items);
  }

  /// The best time of at least five calls, and of as many as take ten milliseconds, each fenced: cores may
  /// have to wake up first.
  template <class Body>
  double best_seconds(Body const& body) const {
    double best = 1e30, sum = 0;
    for (int turn = 0; turn < 5 || sum < 0.01; ++turn) {
      auto const begin = std::chrono::steady_clock::now();
      body();
      exec_.fence("tessera::tune: probe");
      double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      best = std::min(best, seconds);
      sum += seconds;
    }
    return best;
  }

  template <class Body>
  double launches(Body const& body) const {
    constexpr int count = 200;
    return best_seconds([&] {
             for (int i = 0; i < count; ++i) body();
           }) /
           count;
  }

  void measure_copies(Machine& machine) const {
    // Working sets grow from 16 KB for each worker of a host, or from 2 MB for a whole device.
    double const least = on_host<Exec> ? 16384. * workers_ : 2e6;
    double const most = bytes(workers_);
    using Probe = CopyProbe<Exec>;
    auto const packs_of = [&](double bytes) {
      return round_up(static_cast<Index>(bytes / 2 / sizeof(typename Probe::Pack)), workers_);
    };
    Kokkos::View<typename Probe::Pack*, typename Exec::memory_space> const from(
        Kokkos::view_alloc(exec_, std::string("tessera::tune::from")), packs_of(most)),
        to(Kokkos::view_alloc(exec_, std::string("tessera::tune::to")), packs_of(most));
    for (double bytes = least; bytes <= most; bytes *= bytes > 3e7 ? 2 : 4) {
      Index const packs = packs_of(bytes), items = on_host<Exec> ? workers_ : packs;
      Index const repeats = std::max<Index>(1, static_cast<Index>((on_host<Exec> ? 4e7 : 2e9) / bytes));
      double const seconds = best_seconds([&] {
        Kokkos::parallel_for("tessera::tune::copy", range(items),
                             Probe{to.data(), from.data(), packs, items, repeats});
      });
      machine.copies.push_back(
          {bytes, 2. * sizeof(typename Probe::Pack) * static_cast<double>(packs * repeats) / seconds});
    }
  }

  /// Measures operations per second; on a host also the time that it takes to begin a row.
  template <class T>
  double operations(Machine& machine) const {
    if constexpr (on_host<Exec>) {
      Index const row = 2048 / sizeof(T), short_row = 32;
      double const of_node = seconds_of_row<T, 4>(row, 4000) / static_cast<double>(row),
                   of_short_row = seconds_of_row<T, 1>(short_row, 64000);
      machine.row_s = std::max(0., of_short_row - of_node * static_cast<double>(short_row));
      return HostIssueProbe<T, 4>::operations * workers_ / of_node;
    } else {
      using Probe = DeviceIssueProbe<T>;
      Index const count = 1 << 18, repeats = 4096, items = exec_.concurrency();
      Kokkos::View<T*, typename Exec::memory_space> const values(
          Kokkos::view_alloc(exec_, std::string("tessera::tune::values")), count);
      double const seconds = best_seconds([&] {
        Kokkos::parallel_for("tessera::tune::issue", range(items), Probe{values.data(), count, repeats});
      });
      return 2. * Probe::sums * static_cast<double>(repeats * items) / seconds;
    }
  }

  /// Measures the seconds of a row if every core updates rows of its own, `Count` of them together.
  template <class T, int Count>
  double seconds_of_row(Index row, Index repeats) const {
    using Probe = HostIssueProbe<T, Count>;
    Kokkos::View<T*, typename Exec::memory_space> const values(
        Kokkos::view_alloc(exec_, std::string("tessera::tune::rows")), Probe::values_for(row) * workers_);
    return best_seconds([&] {
             Kokkos::parallel_for("tessera::tune::issue", range(workers_),
                                  Probe{values.data(), row, repeats});
           }) /
           static_cast<double>(Count * repeats);
  }

  double scratch() const {
    using Probe = ScratchProbe<Exec>;
    Kokkos::View<double*, typename Exec::memory_space> const result(
        Kokkos::view_alloc(exec_, std::string("tessera::tune::result")), Probe::team_size);
    int const repeats = 1000, teams = std::max(1, 4 * exec_.concurrency() / Probe::team_size);
    auto const policy =
        Kokkos::TeamPolicy<Exec>(exec_, teams, Probe::team_size)
            .set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(int{Probe::team_size * 8}));
    double const seconds = best_seconds([&] {
      Kokkos::parallel_for("tessera::tune::scratch", policy, Probe{result.data(), repeats});
    });
    return 2. * sizeof(double) * Probe::team_size * repeats * teams / seconds;
  }

  Exec exec_;
  int workers_;
};

} // namespace tessera::detail
