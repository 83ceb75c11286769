// SPDX-License-Identifier: Apache-2.0
// The benchmark of the heat equation's update: which rows there are, what each does in a repetition.
#pragma once

#include <cmath>
#include <string>

#include "diffusion.hpp"
#include "hand_loops.hpp"
#include "spmv.hpp"
#include "stepped.hpp"
#include "temporal_choices.hpp"

namespace tessera::perf {

template <class T, int D>
using HeatView =
    Kokkos::View<typename detail::ViewData<T, D>::type, Kokkos::DefaultExecutionSpace::memory_space>;

/// One problem: n^D nodes of T.
template <class T, int D>
class Heat : public SteppedProblem<Heat<T, D>, HeatView<T, D>> {
  using Base = SteppedProblem<Heat<T, D>, HeatView<T, D>>;
  using typename Base::View;
  static constexpr T ratio = static_cast<T>(0.1);

public:
  /// "heat2d/8192/float"
  static std::string name(std::int64_t n) { return detail::text("heat", D, "d/", n, "/", type_name<T>); }
  static Grid<D> grid_of(std::int64_t n) { return cube<D>(n); }
  static typename Base::Plan plan(std::int64_t n, Options const& options) {
    auto plan = Base::loops(options);
    if constexpr (has_sparse_matrices)
      if (has_matrix(n)) plan.push_back({"spmv", [](Heat& heat, Row& row) { heat.add_spmv(row); }});
    for (auto const& scheme : wanted_schemes<Diffusion<T, D>, T>(options))
      if (scheme != Temporal::name) plan.push_back(Base::by_scheme(scheme, {scheme}));
    for (Temporal const& choice : temporal_choices(options))
      plan.push_back(Base::by_scheme(name_of(choice), {Temporal::name, choice.tile, choice.fused_steps}));
    return plan;
  }

  Heat(std::int64_t n, Options const& options)
      : Base(n, options, Base::usual_updates), check_steps(steps_to_check(options)) {
    this->make_rows(options);
  }

  static constexpr double bytes_moved = 2. * sizeof(T);
  int check_steps;
  auto stencil() const { return Diffusion<T, D>{ratio}; }

  void loop(View const& to, View const& from, bool threads) const {
    if constexpr (Base::host) {
      std::int64_t const n = this->n_;
      auto const steps = [&](auto... axes) {
        if (threads)
          openmp_loop(to.data(), from.data(), axes..., ratio);
        else
          serial_loop(to.data(), from.data(), axes..., ratio);
      };
      if constexpr (D == 2) steps(n, n);
      if constexpr (D == 3) steps(n, n, n);
    } else {
      KokkosLoop<View>{to, from, ratio}.launch(this->exec_);
    }
  }

private:
  /// Matrices are made on the host, in a second for a million nodes.
  static bool has_matrix(std::int64_t n) { return std::pow(static_cast<double>(n), D) <= 4194304; }

  /// Its sums come in another order, so its field is not compared.
  void add_spmv(Row& row) {
    auto const steps = sparse_steps<T, D>(this->exec_, this->grid_, ratio, this->u_.data(), this->v_.data());
    row.note = detail::text("CSR, ", steps.entries, " entries");
    row.run = [make = steps.make, count = this->count(row, 1)] { make(count); };
  }
};

} // namespace tessera::perf
