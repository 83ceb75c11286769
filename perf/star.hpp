// SPDX-License-Identifier: Apache-2.0
// The benchmark of the 25-point star of order 8 in 3D (Micikevicius 2009) with one value read and one written an update.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/stencil/laplacian.hpp>
#include <tessera/step/any_stepper.hpp>
#include <tessera/tessera.hpp>

#include <memory>
#include <string>
#include <vector>

#include "field.hpp"
#include "limits.hpp"
#include "problem.hpp"
#include "redundancy.hpp"
#include "star_loops.hpp"

namespace tessera::perf {

template <class T>
struct HighOrderDiffusion {
  static constexpr auto reads = tessera::star<3>(4);
  static constexpr bool two_pass = true;
  Kokkos::Array<T, 3> ratio;

  KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const { return across(u, in_slice(u, at), at); }
  KOKKOS_FUNCTION T in_slice(auto const& u, auto const&) const { return laplacian_in_slice<8>(u, ratio); }
  KOKKOS_FUNCTION T across(auto const& u, T slice, auto const&) const {
    return u.here() + laplacian_across<8>(u, slice, ratio);
  }
};

/// One problem: n^3 nodes of T, edges fixed.
template <class T>
class StarBench {
  using Exec = Kokkos::DefaultExecutionSpace;
  using View = NodeView<T, 3>;
  static constexpr bool host = detail::on_host<Exec>;
  static constexpr T ratio = static_cast<T>(0.05); // stable up to 2 / (3 x 6.50)

public:
  /// "star3d-order8/512/float"
  static std::string name(std::int64_t n) { return detail::text("star3d-order8/", n, "/", type_name<T>); }

  /// In the order in which the constructor makes the rows.
  static std::vector<std::string> row_names(std::int64_t, Options const& options) {
    auto names = limit_names<Exec>();
    names.push_back("loop");
    if (host && options.serial) names.push_back("loop_serial");
    for (char const* scheme : scheme_names)
      if (options.wants_scheme(scheme)) names.push_back(scheme);
    return names;
  }

  StarBench(std::int64_t n, Options const& options)
      : grid_{.nodes = {n, n, n}, .spacing = {1, 1, 1}}, u_("perf::u", n, n, n), v_("perf::v", n, n, n),
        updates_(options.updates > 0 ? options.updates
                 : host              ? 5e8
                                     : 4e9) {
    auto const bytes = static_cast<std::int64_t>(u_.size() * sizeof(T));
    rows_ = limits(exec_, {v_.data(), u_.data(), bytes, sweeps(1), nodes() * sweeps(1)});
    add_loop("loop", true);
    if (host && options.serial) add_loop("loop_serial", false);
    for (char const* scheme : scheme_names)
      if (options.wants_scheme(scheme)) add_scheme({scheme});
  }

  std::vector<Row> const& rows() const { return rows_; }

  void prepare() {
    fill_random(exec_, u_);
    fill_random(exec_, v_);
    exec_.fence();
  }

private:
  double nodes() const { return static_cast<double>(u_.size()); }
  int sweeps(int fused) const { return even_sweeps(updates_, nodes(), fused); }

  Row& add(std::string const& name, int sweeps, int fused) {
    Row& row = rows_.emplace_back();
    row.name = name;
    row.steps = static_cast<double>(sweeps) * fused;
    row.updates = nodes() * row.steps;
    row.ideal_bytes = 2. * sizeof(T) * nodes() * sweeps;
    return row;
  }

  void add_loop(std::string const& name, bool threads) {
    int const count = sweeps(1);
    auto const make_steps = [this, threads](int steps) {
      for (int i = 0; i < steps; i += 2) {
        star_loop(exec_, v_, u_, ratio, threads);
        star_loop(exec_, u_, v_, ratio, threads);
      }
      exec_.fence();
    };
    Row& row = add(name, count, 1);
    row.run = [make_steps, count] { make_steps(count); };
    prepare();
    make_steps(check_steps);
    row.checksum = checksum(exec_, u_);
  }

  void add_scheme(AnyScheme const& scheme) {
    auto const field = make_field(grid_, u_);
    auto const boundary = everywhere(Fixed{});
    HighOrderDiffusion<T> const stencil{{ratio, ratio, ratio}};
    std::shared_ptr<AnyStepper<Field<View>>> const stepper =
        make_stepper(scheme, exec_, field, stencil, boundary);
    auto const report = stepper->report();
    int const count = sweeps(report.fused_steps), steps = count * report.fused_steps;
    Row& row = add(scheme.name, count, report.fused_steps);
    row.run = [this, stepper, field, steps] {
      stepper->advance(field, steps);
      exec_.fence();
    };
    describe_tiles(row, report, 4, std::vector<double>(3, static_cast<double>(grid_.nodes[0])));
    prepare();
    stepper->advance(field, check_steps);
    row.checksum = checksum(exec_, u_);
  }

  static constexpr int check_steps = 10;
  Exec exec_;
  Grid<3> grid_;
  View u_, v_;
  double updates_;
  std::vector<Row> rows_;
};

} // namespace tessera::perf
