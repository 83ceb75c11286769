// SPDX-License-Identifier: Apache-2.0
// One problem of the breadth benchmark: a user's stencil on n^D nodes. Its rows are the limit, the plain
// loops and every scheme with the choices that it makes by itself.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tessera.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../copies.hpp"
#include "../problem.hpp"
#include "../redundancy.hpp"
#include "user_loops.hpp"
#include "values.hpp"

namespace tessera::perf {

template <class Stencil>
class UserProblem {
  using Exec = Kokkos::DefaultExecutionSpace;
  using T = typename Stencil::Value;
  static constexpr int D = Stencil::dimension;
  static constexpr bool host = detail::on_host<Exec>;
  using View = NodeView<T, D>;
  using Formula = decltype(std::declval<Stencil const&>().template formula<ManagedViews>());
  using PlainFormula = decltype(std::declval<Stencil const&>().template formula<PlainViews>());
  using Loop = UserLoop<Stencil, PlainFormula>;

public:
  /// "box27/48/double"
  static std::string name(std::int64_t n) {
    return detail::text(Stencil::name, "/", n, "/", real_name<typename Stencil::Real>);
  }
  static std::vector<std::string> row_names(std::int64_t, Options const& options) {
    auto names = copy_names<Exec>();
    names.push_back("loop");
    if (!host) names.push_back("loop_thread_a_node");
    for (auto const& scheme : schemes(options)) names.push_back(scheme);
    return names;
  }

  UserProblem(std::int64_t n, Options const& options)
      : n_(n), stencil_(n), grid_(cube<D>(n)), u_(make_view("perf::u")), v_(make_view("perf::v")),
        seconds_(options.milliseconds * 1e-3) {
    for (std::string const& name : copy_names<Exec>()) add_copy(name);
    add_loops();
    for (auto const& scheme : schemes(options)) add_scheme(scheme);
  }

  std::vector<Row> const& rows() const { return rows_; }

  /// Fills both fields, before the turns that are timed.
  void prepare() {
    fill(u_);
    fill(v_);
    exec_.fence();
  }

private:
  /// Those of the library that are wanted and can step this formula.
  static std::vector<std::string> schemes(Options const& options) {
    std::vector<std::string> names;
    Schemes::for_each([&](auto const& scheme) {
      using S = std::remove_cvref_t<decltype(scheme)>;
      if (detail::can_step<S, Exec, Formula, T> && options.wants_scheme(S::name)) names.push_back(S::name);
    });
    return names;
  }

  double nodes() const { return static_cast<double>(u_.size()); }

  /// The steps after which all rows have to have the same field: no multiple of most numbers of fused steps.
  int check_steps() const { return nodes() < 4e6 ? 18 : 10; }

  void fill(View const& view) const {
    Kokkos::parallel_for("perf::start", all_of(exec_, view), UserStart<Stencil>{view.data(), n_});
  }

  /// Filled by the threads that later sweep it.
  View make_view(std::string const& label) const {
    typename View::array_layout layout;
    for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(n_);
    View const view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), layout);
    fill(view);
    return view;
  }

  /// How often make_steps(unit) fills a repetition.
  template <class MakeSteps>
  int repeats(MakeSteps const& make_steps, int unit) const {
    int count = 1;
    double taken = seconds_of([&] { make_steps(unit); });
    while (taken < seconds_ / 8 && count < 1 << 20) {
      count *= 4;
      taken = seconds_of([&] { make_steps(unit * count); });
    }
    return std::max(1, static_cast<int>(count * seconds_ / taken + 0.5));
  }

  /// Makes a row of make_steps(number), which waits. The number is an even one of sweeps, so that no copy
  /// home is timed. Sweeps of very many fused steps may be cut short; there a copy home weighs little.
  template <class MakeSteps>
  void time_steps(Row& row, MakeSteps const& make_steps, int fused) const {
    constexpr int most = 128;
    int const unit = std::min(2 * fused, most), steps = unit * repeats(make_steps, unit);
    row.steps = steps;
    row.updates = nodes() * steps;
    row.ideal_bytes = Stencil::values_moved * sizeof(T) * nodes() * std::ceil(row.steps / fused);
    row.run = [make_steps, steps] { make_steps(steps); };
  }

  Row& add_row(std::string const& name) {
    Row& row = rows_.emplace_back();
    row.name = name;
    row.loop = loop_;
    return row;
  }

  /// Copies one field as often as fills a repetition. What that moves is the least traffic of so many
  /// updates.
  void add_copy(std::string const& name) {
    auto const bytes = static_cast<std::int64_t>(u_.size() * sizeof(T));
    auto const of = [=, this, to = v_.data(), from = u_.data()](int count) {
      auto const all = copies(exec_, to, from, bytes, count);
      return std::find_if(all.begin(), all.end(), [&](Copy const& copy) { return copy.name == name; })->run;
    };
    Row& row = add_row(name);
    int const count = repeats(
        [run = of(1)](int times) {
          for (int i = 0; i < times; ++i) run();
        },
        1);
    row.run = of(count);
    row.steps = count;
    row.ideal_bytes = 2. * static_cast<double>(bytes) * count;
    row.updates = row.ideal_bytes / (Stencil::values_moved * sizeof(T));
  }

  /// Steps there and back; nodes on edges that are kept are equal in both fields.
  template <class Step>
  Row& add_loop(std::string const& name, Step const& step) {
    auto const make_steps = [exec = exec_, step, u = u_, v = v_](int steps) {
      for (int i = 0; i < steps; i += 2) {
        step(v.data(), u.data());
        step(u.data(), v.data());
      }
      exec.fence();
    };
    Row& row = add_row(name);
    prepare();
    make_steps(check_steps());
    row.checksum = user_checksum(exec_, u_);
    time_steps(row, make_steps, 1);
    return row;
  }

  /// Every row is compared with the faster of the plain loops.
  void add_loops() {
    auto const loop = [n = n_, formula = stencil_.template formula<PlainViews>()](T* to, T const* from) {
      return Loop{to, from, n, formula};
    };
    if constexpr (host) {
      add_loop("loop",
               [=, threads = exec_.concurrency()](T* to, T const* from) { loop(to, from).on_host(threads); });
    } else {
      auto const seconds = [](Row const& row) {
        return std::min({seconds_of(row.run), seconds_of(row.run), seconds_of(row.run)}) / row.steps;
      };
      double const range = seconds(add_loop("loop", [=, exec = exec_](T* to, T const* from) {
        MdRangeLoop<Loop>{loop(to, from)}.launch(exec);
      }));
      double const threads = seconds(add_loop("loop_thread_a_node", [=, exec = exec_](T* to, T const* from) {
        ThreadLoop<Loop>{loop(to, from)}.launch(exec);
      }));
      if (threads < range) loop_ = "loop_thread_a_node";
      for (Row& row : rows_) row.loop = loop_;
    }
  }

  void add_scheme(std::string const& name) {
    auto const field = make_field(grid_, u_);
    auto const boundary = Stencil::boundary();
    using Boundary = std::remove_const_t<decltype(boundary)>;
    fill(u_); // a stepper of two levels starts with a copy of it as the previous one
    auto const stepper = std::make_shared<Stepper<Exec, View, Formula, Boundary, AnyScheme>>(
        exec_, field, stencil_.template formula<ManagedViews>(), boundary, AnyScheme{name});
    Row& row = add_row(name);
    stepper->advance(field, check_steps());
    row.checksum = user_checksum(exec_, u_);
    auto const report = stepper->report();
    time_steps(
        row,
        [exec = exec_, stepper, field](int steps) {
          stepper->advance(field, steps);
          exec.fence();
        },
        report.fused_steps);
    describe(row, report);
  }

  void describe(Row& row, SchemeReport const& report) const {
    describe_tiles(row, report, Formula::reads.radius, std::vector<double>(D, static_cast<double>(n_)));
    row.note = detail::text("way ", report.way, ", fused steps ", report.fused_steps,
                            row.note.empty() ? "" : ", " + row.note);
  }

  Exec exec_;
  std::int64_t n_;
  Stencil stencil_;
  Grid<D> grid_;
  View u_, v_;
  double seconds_;
  std::string loop_ = "loop";
  std::vector<Row> rows_;
};

} // namespace tessera::perf
