// SPDX-License-Identifier: Apache-2.0
// The benchmark of the heat equation's update: which rows there are, what each does in a repetition.
#pragma once

#include <tessera/tessera.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "diffusion.hpp"
#include "field.hpp"
#include "hand_loops.hpp"
#include "limits.hpp"
#include "problem.hpp"
#include "redundancy.hpp"
#include "spmv.hpp"

namespace tessera::perf {

/// What a row of the temporal scheme tries; the first is the library's own choice.
inline std::vector<Temporal> temporal_choices(Options const& options) {
  std::vector<Temporal> choices;
  if (!options.wants_scheme("temporal")) return choices;
  choices.push_back({});
  auto tiles = options.tiles;
  if (tiles.empty()) tiles.push_back({0, 0, 0});
  auto fused = options.fused;
  if (fused.empty() && !options.tiles.empty()) fused.push_back(0);
  for (auto const& tile : tiles)
    for (int steps : fused) choices.push_back({.tile = tile, .fused_steps = steps});
  return choices;
}

inline std::string name_of(Temporal const& choice) {
  std::string name = "temporal";
  if (choice.tile[0] > 0) name += detail::text("/tile:", choice.tile[0]);
  for (int a = 1; a < 3; ++a)
    if (choice.tile[a] > 0) name += detail::text("x", choice.tile[a]);
  return choice.fused_steps > 0 ? detail::text(name, "/fused:", choice.fused_steps) : name;
}

/// One problem: n^D nodes of T.
template <class T, int D, class Exec = Kokkos::DefaultExecutionSpace>
class Heat {
  using Data = typename detail::ViewData<T, D>::type;
  using View = Kokkos::View<Data, typename Exec::memory_space>;
  static constexpr bool host = detail::on_host<Exec>;
  static constexpr T ratio = static_cast<T>(0.1);

public:
  /// "heat2d/8192/float"
  static std::string name(std::int64_t n) { return detail::text("heat", D, "d/", n, "/", type_name<T>); }

  /// In the order in which the constructor makes the rows.
  static std::vector<std::string> row_names(std::int64_t n, Options const& options) {
    auto names = limit_names<Exec>();
    names.push_back("loop");
    if (host && options.serial) names.push_back("loop_serial");
    if (has_matrix(n)) names.push_back("spmv");
    for (char const* scheme : {"direct", "tiled", "streaming"})
      if (options.wants_scheme(scheme)) names.push_back(scheme);
    for (Temporal const& choice : temporal_choices(options)) names.push_back(name_of(choice));
    return names;
  }

  Heat(std::int64_t n, Options const& options) : n_(n), u_(make("perf::u")), v_(make("perf::v")) {
    for (int d = 0; d < D; ++d) {
      grid_.nodes[d] = n;
      grid_.spacing[d] = 1;
    }
    auto const choices = temporal_choices(options);
    updates_ = options.updates > 0 ? options.updates : host ? 5e8 : 4e9;
    for (Temporal const& choice : choices) // even: loops go there and back
      check_steps_ = std::max(check_steps_, (choice.fused_steps + 3) / 2 * 2);
    rows_ = limits(exec_, {v_.data(), u_.data(), bytes(), sweeps(1), nodes() * sweeps(1)});
    add_loops(options);
    if constexpr (has_sparse_matrices)
      if (has_matrix(n)) add_spmv();
    for (char const* scheme : {"direct", "tiled", "streaming"})
      if (options.wants_scheme(scheme)) add_scheme(scheme, {scheme});
    for (Temporal const& choice : choices)
      add_scheme(name_of(choice), {Temporal::name, choice.tile, choice.fused_steps});
  }

  std::vector<Row> const& rows() const { return rows_; }

  void prepare() {
    fill_random(exec_, u_);
    Kokkos::deep_copy(exec_, v_, u_);
    exec_.fence();
  }

private:
  /// Matrices are made on the host, in a second for a million nodes.
  static bool has_matrix(std::int64_t n) {
    return has_sparse_matrices && std::pow(static_cast<double>(n), D) <= 4194304;
  }

  View make(std::string const& label) {
    typename View::array_layout layout;
    for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(n_);
    View const view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), layout);
    fill_random(exec_, view);
    return view;
  }

  double nodes() const { return static_cast<double>(u_.size()); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(u_.size() * sizeof(T)); }

  int sweeps(int fused) const { return even_sweeps(updates_, nodes(), fused); }

  Row& add(std::string const& name, int sweeps, int fused) {
    Row& row = rows_.emplace_back();
    row.name = name;
    row.steps = static_cast<double>(sweeps) * fused;
    row.updates = nodes() * row.steps;
    row.ideal_bytes = 2.0 * static_cast<double>(bytes()) * sweeps;
    return row;
  }

  /// A loop there and back, `count` times in all; nodes on the edge are equal in both fields.
  template <class Step>
  void add_loop(std::string const& name, Step const& step) {
    int const count = sweeps(1);
    Row& row = add(name, count, 1);
    auto const make_steps = [this, step](int steps) {
      for (int i = 0; i < steps; i += 2) {
        step(exec_, v_, u_);
        step(exec_, u_, v_);
      }
      exec_.fence();
    };
    row.run = [make_steps, count] { make_steps(count); };
    fill_random(exec_, u_);
    fill_random(exec_, v_);
    make_steps(check_steps_);
    row.checksum = checksum(exec_, u_);
  }

  void add_loops(Options const& options) {
    if constexpr (host) {
      auto const n = n_;
      add_loop("loop", [n](Exec const&, View const& to, View const& from) {
        if constexpr (D == 2) openmp_loop(to.data(), from.data(), n, n, ratio);
        if constexpr (D == 3) openmp_loop(to.data(), from.data(), n, n, n, ratio);
      });
      if (!options.serial) return;
      add_loop("loop_serial", [n](Exec const&, View const& to, View const& from) {
        if constexpr (D == 2) serial_loop(to.data(), from.data(), n, n, ratio);
        if constexpr (D == 3) serial_loop(to.data(), from.data(), n, n, n, ratio);
      });
    } else {
      add_loop("loop", [](Exec const& exec, View const& to, View const& from) {
        KokkosLoop<View>{to, from, ratio}.launch(exec);
      });
    }
  }

  /// Its sums come in another order, so its field is not compared.
  void add_spmv() {
    int const count = sweeps(1);
    auto const steps = sparse_steps<T, D>(exec_, grid_, ratio, u_.data(), v_.data());
    Row& row = add("spmv", count, 1);
    row.note = detail::text("CSR, ", steps.entries, " entries");
    row.run = [make = steps.make, count] { make(count); };
  }

  void add_scheme(std::string const& name, AnyScheme const& scheme) {
    auto const field = make_field(grid_, u_);
    auto const stencil = Diffusion<T, D>{ratio};
    auto const boundary = everywhere(Fixed{});
    std::shared_ptr<AnyStepper<Field<View>>> const stepper =
        make_stepper(scheme, exec_, field, stencil, boundary);
    auto const report = stepper->report();
    int const count = sweeps(report.fused_steps), steps = count * report.fused_steps;
    Row& row = add(name, count, report.fused_steps);
    row.run = [this, stepper, field, steps] {
      stepper->advance(field, steps);
      exec_.fence();
    };
    describe_tiles(row, report, 1, std::vector<double>(D, static_cast<double>(n_)));
    fill_random(exec_, u_);
    stepper->advance(field, check_steps_);
    row.checksum = checksum(exec_, u_);
  }

  Exec exec_;
  std::int64_t n_;
  View u_, v_;
  Grid<D> grid_;
  double updates_ = 0;
  int check_steps_ = 18; // no multiple of 8, 10, 12 or 16 fused steps: a remainder is checked as well
  std::vector<Row> rows_;
};

} // namespace tessera::perf
