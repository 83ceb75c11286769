// SPDX-License-Identifier: Apache-2.0
// One problem of the breadth benchmark: a user's stencil on n^D nodes, stepped by plain loops and by every
// scheme with the choices that it makes by itself.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../problem.hpp"
#include "user_loops.hpp"
#include "user_rows.hpp"
#include "values.hpp"

namespace tessera::perf {

template <class Stencil>
class UserProblem final : public UserRows {
  using Exec = Kokkos::DefaultExecutionSpace;
  using T = typename Stencil::Value;
  static constexpr int D = Stencil::dimension;
  using View = NodeView<T, D>;
  using Formula = decltype(std::declval<Stencil const&>().template formula<ManagedViews>());
  using PlainFormula = decltype(std::declval<Stencil const&>().template formula<PlainViews>());

public:
  /// The schemes that can step the formula and are wanted.
  static std::vector<std::string> schemes(Options const& options) {
    std::vector<std::string> names;
    Schemes::for_each([&](auto const& scheme) {
      using S = std::remove_cvref_t<decltype(scheme)>;
      if (detail::can_step<S, Exec, Formula, T> && options.wants_scheme(S::name)) names.push_back(S::name);
    });
    return names;
  }

  UserProblem(std::int64_t n, Options const& options)
      : UserRows(std::pow(static_cast<double>(n), D), Stencil::values_moved * sizeof(T), options), n_(n),
        stencil_(n), u_(make_view("perf::u")), v_(make_view("perf::v")) {
    add_copies(v_.data(), u_.data(), static_cast<std::int64_t>(u_.size() * sizeof(T)));
    add_loops();
    for (auto const& scheme : schemes(options)) add_stepper(scheme);
  }

  void prepare() override {
    fill(u_);
    fill(v_);
    exec_.fence();
  }

private:
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

  std::function<std::uint64_t()> checksum_of_u() const {
    return [this] { return user_checksum(exec_, u_); };
  }

  /// Steps there and back; nodes on edges that are kept are equal in both fields.
  template <class Step>
  void add_loop(std::string const& name, Step const& step) {
    MakeSteps const make_steps = [exec = exec_, step, u = u_, v = v_](int steps) {
      for (int i = 0; i < steps; i += 2) {
        step(v.data(), u.data());
        step(u.data(), v.data());
      }
      exec.fence();
    };
    prepare();
    add_steps(name, make_steps, 1, checksum_of_u());
  }

  void add_loops() {
    auto const loop = [n = n_, formula = stencil_.template formula<PlainViews>()](T* to, T const* from) {
      return UserLoop<Stencil, PlainFormula>{to, from, n, formula};
    };
    if constexpr (detail::on_host<Exec>) {
      add_loop("loop",
               [=, threads = exec_.concurrency()](T* to, T const* from) { loop(to, from).on_host(threads); });
    } else {
      add_loop("loop", [=, exec = exec_](T* to, T const* from) { MdRangeLoop{loop(to, from)}.launch(exec); });
      add_loop("loop_thread_a_node",
               [=, exec = exec_](T* to, T const* from) { ThreadLoop{loop(to, from)}.launch(exec); });
    }
    choose_loop();
  }

  void add_stepper(std::string const& scheme) {
    auto const field = make_field(cube<D>(n_), u_);
    auto const boundary = Stencil::boundary();
    using Boundary = std::remove_const_t<decltype(boundary)>;
    fill(u_); // a stepper of two levels starts with a copy of it as the previous one
    auto const stepper = std::make_shared<Stepper<Exec, View, Formula, Boundary, AnyScheme>>(
        exec_, field, stencil_.template formula<ManagedViews>(), boundary, AnyScheme{scheme});
    MakeSteps const make_steps = [exec = exec_, stepper, field](int steps) {
      stepper->advance(field, steps);
      exec.fence();
    };
    add_scheme(make_steps, stepper->report(), Formula::reads.radius,
               std::vector<double>(D, static_cast<double>(n_)), checksum_of_u());
  }

  Exec exec_;
  std::int64_t n_;
  Stencil stencil_;
  View u_, v_;
};

} // namespace tessera::perf
