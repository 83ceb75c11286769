// SPDX-License-Identifier: Apache-2.0
// What benchmarks of stencils share: two fields, the limits of the device, loops by hand and a row a scheme.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tessera.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "field.hpp"
#include "limits.hpp"
#include "problem.hpp"
#include "redundancy.hpp"
#include "through_tiles.hpp"

namespace tessera::perf {

/// The names of the library's schemes that are wanted and can step fields of T by this stencil.
template <class StencilType, class T>
std::vector<std::string> wanted_schemes(Options const& options) {
  std::vector<std::string> names;
  Schemes::for_each([&](auto const& scheme) {
    using S = std::remove_cvref_t<decltype(scheme)>;
    if (detail::can_step<S, Kokkos::DefaultExecutionSpace, StencilType, T> && options.wants_scheme(S::name))
      names.push_back(S::name);
  });
  return names;
}

/// The base of one problem. A Problem, which derives from it, says:
///
///     static std::string name(n);               "star3d-order8/512/float"
///     static Grid<D> grid_of(n);
///     static Plan plan(n, options);             its rows, from loops() and by_scheme()
///     static constexpr double bytes_moved;      the least that a sweep has to read and write of a node
///     auto stencil() const;
///     void loop(to, from, threads) const;       a step by hand
///
/// Its constructor calls make_rows() last. What else is declared `protected` here it may hide.
template <class Problem, class ViewType>
class SteppedProblem {
public:
  using Exec = Kokkos::DefaultExecutionSpace;
  using View = ViewType;
  using T = typename View::non_const_value_type;
  static constexpr int D = static_cast<int>(View::rank());
  static constexpr bool host = detail::on_host<Exec>;
  using Plan = std::vector<PlannedRow<Problem>>;

  static std::vector<std::string> row_names(std::int64_t n, Options const& options) {
    auto names = limit_names<Exec>();
    for (auto const& planned : Problem::plan(n, options)) names.push_back(planned.name);
    return names;
  }

  std::vector<Row> const& rows() const { return rows_; }

  /// Fills both fields, before the turns that are timed.
  void prepare() {
    fill_random(exec_, u_);
    fill_random(exec_, v_);
    exec_.fence();
  }

protected:
  /// \param usual updates of a repetition where the options give none
  SteppedProblem(std::int64_t n, Options const& options, double usual)
      : n_(n), grid_(Problem::grid_of(n)), u_(make_view("perf::u")), v_(make_view("perf::v")),
        updates_(options.updates > 0 ? options.updates : usual) {}

  static constexpr double usual_updates = host ? 5e8 : 4e9;
  static constexpr int copies_a_sweep = 1; ///< of one array, which the copy as a limit makes
  static constexpr int check_steps = 10;   ///< after which all rows have to have the same field
  auto boundary() const { return everywhere(Fixed{}); }
  /// Bytes that a repetition has to move at least.
  double traffic(int sweeps, int) const { return Problem::bytes_moved * nodes() * sweeps; }

  static Plan loops(Options const& options) {
    Plan plan{{"loop", [](Problem& problem, Row& row) { problem.add_loop(row, true); }}};
    if (host && options.serial)
      plan.push_back({"loop_serial", [](Problem& problem, Row& row) { problem.add_loop(row, false); }});
    return plan;
  }
  static PlannedRow<Problem> by_scheme(std::string const& name, AnyScheme const& scheme) {
    return {name, [=](Problem& problem, Row& row) {
              auto const stencil = problem.stencil();
              int const radius = decltype(stencil)::reads.radius;
              problem.add_scheme(row, through_tiles<Exec, T, D>(scheme, radius, problem.n_), stencil);
            }};
  }

  void make_rows(Options const& options) {
    auto const bytes = static_cast<std::int64_t>(u_.size() * sizeof(T));
    auto& self = static_cast<Problem&>(*this);
    rows_ = limits(exec_,
                   {v_.data(), u_.data(), bytes, Problem::copies_a_sweep * sweeps(1), nodes() * sweeps(1)});
    for (auto const& planned : Problem::plan(n_, options)) {
      rows_.emplace_back().name = planned.name;
      planned.make(self, rows_.back());
    }
  }

  /// Counts what a row does in a repetition. Returns its sweeps of so many fused steps.
  int count(Row& row, int fused) const {
    int const sweeps_made = sweeps(fused);
    row.steps = static_cast<double>(sweeps_made) * fused;
    row.updates = nodes() * row.steps;
    row.ideal_bytes = static_cast<Problem const&>(*this).traffic(sweeps_made, fused);
    return sweeps_made;
  }

  /// A loop there and back; nodes on the edge are equal in both fields.
  void add_loop(Row& row, bool threads) {
    auto const& self = static_cast<Problem const&>(*this);
    auto const make_steps = [this, &self, threads](int steps) {
      for (int i = 0; i < steps; i += 2) {
        self.loop(v_, u_, threads);
        self.loop(u_, v_, threads);
      }
      exec_.fence();
    };
    row.run = [make_steps, steps = count(row, 1)] { make_steps(steps); };
    fill_random(exec_, u_);
    fill_random(exec_, v_);
    make_steps(self.check_steps);
    row.checksum = checksum(exec_, u_);
  }

  template <class Scheme, class StencilType>
  void add_scheme(Row& row, Scheme const& scheme, StencilType const& stencil) {
    auto const& self = static_cast<Problem const&>(*this);
    auto const field = make_field(grid_, u_);
    auto const boundary = self.boundary();
    using StepperType = Stepper<Exec, View, StencilType, std::remove_const_t<decltype(boundary)>, Scheme>;
    fill_random(exec_, u_); // a stepper of two levels starts with a copy of it as the previous one
    auto const stepper = std::make_shared<StepperType>(exec_, field, stencil, boundary, scheme);
    auto const report = stepper->report();
    int const steps = count(row, report.fused_steps) * report.fused_steps;
    row.run = [exec = exec_, stepper, field, steps] {
      stepper->advance(field, steps);
      exec.fence();
    };
    std::vector<double> extents; // unit-stride axis first; the axes of a cube are all one
    for (int d = D; d-- > 0;) extents.push_back(static_cast<double>(grid_.nodes[d]));
    describe_tiles(row, report, StencilType::reads.radius, extents);
    stepper->advance(field, self.check_steps);
    row.checksum = checksum(exec_, u_);
  }

  /// Filled by the threads that later sweep it.
  View make_view(std::string const& label) const {
    typename View::array_layout layout;
    for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(grid_.nodes[d]);
    View const view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), layout);
    fill_random(exec_, view);
    return view;
  }

  double nodes() const { return static_cast<double>(u_.size()); }
  int sweeps(int fused) const { return even_sweeps(updates_, nodes(), fused); }

  Exec exec_;
  std::int64_t n_;
  Grid<D> grid_;
  View u_, v_;
  double updates_;
  std::vector<Row> rows_;
};

} // namespace tessera::perf
