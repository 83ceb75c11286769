// SPDX-License-Identifier: Apache-2.0
// What benchmarks of systems of fields share: the members, the limits of the device, loops by hand and a row
// a scheme. stepped.hpp is the same for a single field.
#pragma once

#include <tessera/system.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "limits.hpp"
#include "problem.hpp"
#include "redundancy.hpp"
#include "system_field.hpp"
#include "temporal_choices.hpp"

namespace tessera::perf {

/// What most systems have in common: all faces keep their values, and a loop by hand makes every other node
/// that a scheme makes.
struct SystemCase {
  static constexpr int dimension = 2;
  static auto boundary() { return everywhere(Fixed{}); }
  /// Nodes at the upper end of each axis that the loop by hand leaves out. No checksum counts them.
  static std::int64_t unmade(int) { return 0; }
};

/// One problem: n^2 nodes of a struct, or n^3. A Case, which derives from SystemCase, says:
///
///     using Value = Em<T>;                      the struct, and `Type` of its members
///     static constexpr char name[];             "maxwell2d"
///     static constexpr int dimension;           if it is not 2
///     static constexpr bool in_place;           whether the loop by hand writes over what it reads
///     static Start<T> start(int member);
///     static auto step();                       stages or one formula
///     static void loop(exec, to, from, n, threads);   a step by hand; in place, `to` is `from`
///
/// and, where the greatest value of a number is looked at in every step:
///
///     static auto watched();                    the number, a formula of the struct
///     static T watched_loop(exec, to, from, n); a step by hand, and the greatest value that it makes
template <class Case>
class SystemBench {
public:
  using Exec = Kokkos::DefaultExecutionSpace;
  using Value = typename Case::Value;
  using T = typename Case::Type;
  static constexpr int D = Case::dimension;
  using Fields = System<Value, NodeView<T, D>>;
  static constexpr int count = Fields::count;
  static constexpr bool host = detail::on_host<Exec>;
  using Plan = std::vector<PlannedRow<SystemBench>>;

  /// "maxwell2d/4000/float"
  static std::string name(std::int64_t n) { return detail::text(Case::name, "/", n, "/", type_name<T>); }

  static std::vector<std::string> row_names(std::int64_t, Options const& options) {
    auto names = limit_names<Exec>();
    for (auto const& planned : plan(options)) names.push_back(planned.name);
    return names;
  }

  SystemBench(std::int64_t n, Options const& options)
      : n_(n), u_(make_members(count)), v_(make_members(Case::in_place ? 1 : count)),
        updates_(options.updates > 0 ? options.updates : usual_updates),
        check_steps_(steps_to_check(options)) {
    int const copies_made = count * sweeps(1); // a step reads and writes every member
    rows_ = limits(exec_, {v_[0].data(), u_[0].data(), static_cast<std::int64_t>(u_[0].size() * sizeof(T)),
                           copies_made, nodes() * sweeps(1)});
    for (auto const& planned : plan(options)) {
      rows_.emplace_back().name = planned.name;
      planned.make(*this, rows_.back());
    }
  }

  std::vector<Row> const& rows() const { return rows_; }

  /// Fills the members, before the turns that are timed.
  void prepare() { start(); }

private:
  using StepperType = Stepper<Exec, Fields, decltype(Case::step()), decltype(Case::boundary()), AnyScheme>;
  static constexpr double usual_updates = (host ? 5e8 : 4e9) / count;
  /// The least that a sweep has to move of a node: each member is read once and written once. A step of
  /// several stages that each go through memory moves more.
  static constexpr double bytes_moved = 2. * sizeof(Value);

  static Plan plan(Options const& options) {
    Plan rows{{"loop", [](SystemBench& bench, Row& row) { bench.add_loop(row, true); }}};
    if (host && options.serial)
      rows.push_back({"loop_serial", [](SystemBench& bench, Row& row) { bench.add_loop(row, false); }});
    for (char const* name : {Direct::name, Streaming::name, Tiled::name})
      if (options.wants_scheme(name)) rows.push_back(by_scheme(name, {name}));
    for (Temporal const& choice : temporal_choices(options))
      rows.push_back(by_scheme(name_of(choice), {Temporal::name, choice.tile, choice.fused_steps}));
    if constexpr (is_watched) {
      rows.push_back({watched_loop, [](SystemBench& bench, Row& row) { bench.add_watched_loop(row); }});
      if (options.wants_scheme(Direct::name)) rows.push_back(watched_by(Direct::name));
      if (!host && options.wants_scheme(Streaming::name)) // a host makes a watched step by Direct in any case
        rows.push_back(watched_by(Streaming::name));
    }
    return rows;
  }
  static PlannedRow<SystemBench> by_scheme(std::string const& name, AnyScheme const& scheme) {
    return {name, [=](SystemBench& bench, Row& row) { bench.add_scheme(row, scheme); }};
  }

  static PlannedRow<SystemBench> watched_by(char const* scheme) {
    return {std::string(scheme) + "/watched",
            [=](SystemBench& bench, Row& row) { bench.add_watched(row, scheme); }};
  }

  /// Whether the greatest value of some number is looked at in every step.
  static constexpr bool is_watched = requires { Case::watched(); };
  static constexpr char const* watched_loop = "loop/watched";

  /// Counts what a row does in a repetition. Returns its sweeps of so many fused steps.
  int count_sweeps(Row& row, int fused) const {
    int const sweeps_made = sweeps(fused);
    row.steps = static_cast<double>(sweeps_made) * fused;
    row.updates = nodes() * row.steps;
    row.ideal_bytes = bytes_moved * nodes() * sweeps_made;
    return sweeps_made;
  }

  /// Steps by hand: in place, or there and back. Nodes that the loop leaves as they are have equal values in
  /// both levels.
  void add_loop(Row& row, bool threads) {
    auto const make_steps = [exec = exec_, n = n_, u = u_, v = Case::in_place ? u_ : v_, threads](int steps) {
      for (int i = 0; i < steps; i += 2) {
        Case::loop(exec, v, u, n, threads);
        Case::loop(exec, u, v, n, threads);
      }
      exec.fence();
    };
    row.run = [make_steps, steps = count_sweeps(row, 1)] { make_steps(steps); };
    start();
    make_steps(check_steps_);
    row.checksum = checksum_of_all();
  }

  void add_scheme(Row& row, AnyScheme const& scheme) {
    Fields const fields(cube<D>(n_), u_);
    start();
    auto const stepper = std::make_shared<StepperType>(exec_, fields, Case::step(), Case::boundary(), scheme);
    auto const report = stepper->report();
    int const steps = count_sweeps(row, report.fused_steps) * report.fused_steps;
    row.run = [exec = exec_, stepper, fields, steps] {
      stepper->advance(fields, steps);
      exec.fence();
    };
    if (report.tile[0] > 0) row.note = tile_note(report, D);
    // Sweeps of all fused steps, as they are timed; then a shorter one.
    int const whole = check_steps_ / report.fused_steps * report.fused_steps;
    stepper->advance(fields, whole);
    stepper->advance(fields, check_steps_ - whole);
    row.checksum = checksum_of_all();
  }

  /// Steps by hand there and back, each of which finds the greatest value that is watched.
  void add_watched_loop(Row& row) {
    auto const found = std::make_shared<T>();
    auto const make_steps = [exec = exec_, n = n_, u = u_, v = v_, found](int steps) {
      for (int i = 0; i < steps; i += 2) {
        *found = Case::watched_loop(exec, v, u, n);
        *found = Case::watched_loop(exec, u, v, n);
      }
      exec.fence();
    };
    row.run = [make_steps, steps = count_sweeps(row, 1)] { make_steps(steps); };
    start();
    make_steps(check_steps_);
    row.checksum = checksum_of_all();
    watched_ = std::max(*found, on_edges());
  }

  /// The same by single steps of the library between two levels of the user's own.
  void add_watched(Row& row, char const* scheme) {
    auto const fields =
        std::make_shared<Levels<Value, NodeView<T, D>>>(Fields(cube<D>(n_), u_), Fields(cube<D>(n_), v_));
    start();
    auto const stepper = std::make_shared<StepperType>(exec_, fields->now(), Case::step(), Case::boundary(),
                                                       AnyScheme{scheme});
    Kokkos::View<T> const most("perf::most");
    auto const found = std::make_shared<T>();
    auto const make_steps = [=](int steps) {
      for (int i = 0; i < steps; ++i) {
        stepper->advance(*fields, 1, watch(Max{}, Case::watched(), most));
        Kokkos::deep_copy(*found, most); // waits
      }
    };
    row.run = [make_steps, steps = count_sweeps(row, 1)] { make_steps(steps); };
    row.loop = watched_loop;
    make_steps(check_steps_);
    row.checksum = checksum_of_all();
    if (*found != watched_)
      throw std::runtime_error(
          detail::text(name(n_), ": ", row.name, " finds ", *found, ", ", watched_loop, " finds ", watched_));
  }

  /// The greatest value on the edges, which keep their values.
  T on_edges() const {
    T most = std::numeric_limits<T>::lowest();
    Kokkos::parallel_reduce("perf::edges", Kokkos::RangePolicy<Exec>(exec_, 0, n_),
                            EdgeMaximum<T, Value, count, decltype(Case::watched())>{u_, Case::watched()},
                            Kokkos::Max<T>(most));
    return most;
  }

  /// Filled by the threads that later sweep them.
  void start() const {
    for (auto const& members : {u_, v_})
      for (int m = 0; m < count; ++m)
        if (members[m].size() > 0)
          Kokkos::parallel_for("perf::start", all_of(exec_, members[m]),
                               StartValues<T, D>{members[m], Case::start(m), m});
    exec_.fence();
  }

  std::uint64_t checksum_of_all() const {
    std::uint64_t sum = 0;
    for (int m = 0; m < count; ++m)
      sum +=
          mixed(member_checksum<Exec, T, D>(exec_, u_[m], Case::unmade(m)) + static_cast<std::uint64_t>(m));
    return sum;
  }

  /// The first `made` of the members; the others stay empty.
  MemberViews<T, count, D> make_members(int made) const {
    MemberViews<T, count, D> members;
    auto const n = static_cast<std::size_t>(n_);
    auto const memory = Kokkos::view_alloc("perf::member", Kokkos::WithoutInitializing);
    for (int m = 0; m < made; ++m)
      if constexpr (D == 2)
        members[m] = NodeView<T, D>(memory, n, n);
      else
        members[m] = NodeView<T, D>(memory, n, n, n);
    for (int m = 0; m < made; ++m)
      Kokkos::parallel_for("perf::start", all_of(exec_, members[m]),
                           StartValues<T, D>{members[m], Case::start(m), m});
    return members;
  }

  double nodes() const { return static_cast<double>(u_[0].size()); }
  int sweeps(int fused) const { return even_sweeps(updates_, nodes(), fused); }

  Exec exec_;
  std::int64_t n_;
  MemberViews<T, count, D> u_,
      v_; // v_ is the second level of loops there and back, and the target of the copies
  double updates_;
  int check_steps_;
  T watched_ = 0; // what the loop by hand finds
  std::vector<Row> rows_;
};

} // namespace tessera::perf
