// SPDX-License-Identifier: Apache-2.0
// One problem of the breadth benchmark: a user's stencil on n^D nodes, stepped by plain loops and by every
// scheme with the choices that it makes by itself.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../problem.hpp"
#include "user_loops.hpp"
#include "user_memory.hpp"
#include "user_rows.hpp"

namespace tessera::perf {

/// \tparam Memory OneView or ViewsApart
template <class Stencil, template <class> class Memory>
class UserProblem final : public UserRows {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Values = Memory<Stencil>;
  using From = typename Values::From;
  using To = typename Values::To;
  static constexpr int D = Stencil::dimension;
  using Formula = decltype(std::declval<Stencil const&>().template formula<ManagedViews>());
  using PlainFormula = decltype(std::declval<Stencil const&>().template formula<PlainViews>());

public:
  static std::vector<std::string> schemes(Options const& options) {
    return Values::template schemes<Formula>(options);
  }

  UserProblem(std::int64_t n, Options const& options)
      : UserRows(std::pow(static_cast<double>(n), D), Stencil::values_moved * sizeof(typename Stencil::Value),
                 options),
        n_(n), stencil_(n), u_("perf::u", n), v_("perf::v", n) {
    auto const& copied = u_.copied();
    add_copies(v_.copied().data(), copied.data(),
               static_cast<std::int64_t>(copied.size() * sizeof(copied.data()[0])));
    add_loops();
    for (auto const& scheme : schemes(options)) add_stepper(scheme);
  }

  void prepare() override {
    u_.fill(exec_);
    v_.fill(exec_);
    exec_.fence();
  }

private:
  std::function<std::uint64_t()> checksum_of_u() const {
    return [this] { return u_.checksum(exec_); };
  }

  /// Steps there and back; nodes on edges that are kept are equal in both fields.
  template <class Step>
  void add_loop(std::string const& name, Step const& step) {
    MakeSteps const make_steps = [exec = exec_, step, u = u_, v = v_](int steps) {
      for (int i = 0; i < steps; i += 2) {
        step(v.to(), u.from());
        step(u.to(), v.from());
      }
      exec.fence();
    };
    prepare();
    add_steps(name, make_steps, 1, checksum_of_u());
  }

  void add_loops() {
    auto const loop = [n = n_, formula = stencil_.template formula<PlainViews>()](To to, From from) {
      return UserLoop<Stencil, PlainFormula, To, From>{to, from, n, formula};
    };
    if constexpr (detail::on_host<Exec>) {
      add_loop("loop",
               [=, threads = exec_.concurrency()](To to, From from) { loop(to, from).on_host(threads); });
    } else {
      add_loop("loop", [=, exec = exec_](To to, From from) { MdRangeLoop{loop(to, from)}.launch(exec); });
      add_loop("loop_thread_a_node",
               [=, exec = exec_](To to, From from) { ThreadLoop{loop(to, from)}.launch(exec); });
    }
    choose_loop();
  }

  void add_stepper(std::string const& scheme) {
    auto const fields = u_.fields();
    auto const boundary = Stencil::boundary();
    using StepperType =
        Stepper<Exec, typename Values::Stepped, Formula, std::remove_const_t<decltype(boundary)>, AnyScheme>;
    u_.fill(exec_); // a stepper of two levels starts with a copy of it as the previous one
    auto const stepper = std::make_shared<StepperType>(
        exec_, fields, stencil_.template formula<ManagedViews>(), boundary, AnyScheme{scheme});
    MakeSteps const make_steps = [exec = exec_, stepper, fields](int steps) {
      stepper->advance(fields, steps);
      exec.fence();
    };
    add_scheme(
        make_steps, [stepper] { return stepper->report(); }, Formula::reads.radius,
        std::vector<double>(D, static_cast<double>(n_)), checksum_of_u());
  }

  Exec exec_;
  std::int64_t n_;
  Stencil stencil_;
  Values u_, v_;
};

} // namespace tessera::perf
