// SPDX-License-Identifier: Apache-2.0
// One problem of the breadth benchmark whose values lie in Views of their own, a system of fields of one
// formula: what user_problem.hpp is for one field.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/system.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../problem.hpp"
#include "members_apart.hpp"
#include "user_loops.hpp"
#include "user_rows.hpp"
#include "values.hpp"

namespace tessera::perf {

/// What the nodes of a system start with.
template <class Stencil>
struct UserSystemStart {
  MembersApart<typename Stencil::Value, typename Stencil::Real> nodes;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { nodes.write(i, Stencil::start(random_at(i))); }
};

template <class Stencil>
class UserSystem final : public UserRows {
  using Exec = Kokkos::DefaultExecutionSpace;
  using V = typename Stencil::Value;
  using T = typename Stencil::Real;
  static constexpr int D = Stencil::dimension, count = detail::Apart<V, T>::count;
  using View = NodeView<T, D>;
  using Members = Kokkos::Array<View, count>;
  using From = MembersApart<V, T const>;
  using To = MembersApart<V, T>;
  using Formula = decltype(std::declval<Stencil const&>().template formula<ManagedViews>());
  using PlainFormula = decltype(std::declval<Stencil const&>().template formula<PlainViews>());
  static_assert(!Stencil::has_edge_value);

public:
  /// The schemes that step systems and are wanted.
  static std::vector<std::string> schemes(Options const& options) {
    std::vector<std::string> names;
    for (char const* name : {Direct::name, Streaming::name, Tiled::name, Temporal::name})
      if (options.wants_scheme(name)) names.push_back(name);
    return names;
  }

  UserSystem(std::int64_t n, Options const& options)
      : UserRows(std::pow(static_cast<double>(n), D), Stencil::values_moved * sizeof(V), options), n_(n),
        stencil_(n), u_(make_members("perf::u")), v_(make_members("perf::v")) {
    add_copies(v_[0].data(), u_[0].data(), static_cast<std::int64_t>(u_[0].size() * sizeof(T)));
    add_loops();
    for (auto const& scheme : schemes(options)) add_stepper(scheme);
  }

  void prepare() override {
    fill(u_);
    fill(v_);
    exec_.fence();
  }

private:
  template <class Pointers>
  static Pointers pointers(Members const& members) {
    Pointers to;
    for (int m = 0; m < count; ++m) to.member[m] = members[m].data();
    return to;
  }

  void fill(Members const& members) const {
    Kokkos::parallel_for("perf::start", all_of(exec_, members[0]),
                         UserSystemStart<Stencil>{pointers<To>(members)});
  }

  /// Filled by the threads that later sweep them.
  Members make_members(std::string const& label) const {
    typename View::array_layout layout;
    for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(n_);
    Members members;
    for (int m = 0; m < count; ++m)
      members[m] = View(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), layout);
    fill(members);
    return members;
  }

  std::function<std::uint64_t()> checksum_of_u() const {
    return [this] {
      std::uint64_t sum = 0;
      for (int m = 0; m < count; ++m)
        sum += mixed(user_checksum(exec_, u_[m]) + static_cast<std::uint64_t>(m));
      return sum;
    };
  }

  /// Steps there and back.
  template <class Step>
  void add_loop(std::string const& name, Step const& step) {
    MakeSteps const make_steps = [exec = exec_, step, u = u_, v = v_](int steps) {
      for (int i = 0; i < steps; i += 2) {
        step(pointers<To>(v), pointers<From>(u));
        step(pointers<To>(u), pointers<From>(v));
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
    using Fields = System<V, View>;
    Fields const fields(cube<D>(n_), u_);
    auto const boundary = Stencil::boundary();
    using Boundary = std::remove_const_t<decltype(boundary)>;
    fill(u_);
    auto const stepper = std::make_shared<Stepper<Exec, Fields, Formula, Boundary, AnyScheme>>(
        exec_, fields, stencil_.template formula<ManagedViews>(), boundary, AnyScheme{scheme});
    MakeSteps const make_steps = [exec = exec_, stepper, fields](int steps) {
      stepper->advance(fields, steps);
      exec.fence();
    };
    add_scheme(make_steps, stepper->report(), Formula::reads.radius,
               std::vector<double>(D, static_cast<double>(n_)), checksum_of_u());
  }

  Exec exec_;
  std::int64_t n_;
  Stencil stencil_;
  Members u_, v_;
};

} // namespace tessera::perf
