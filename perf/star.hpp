// SPDX-License-Identifier: Apache-2.0
// The benchmark of the 25-point star of order 8 in 3D (Micikevicius 2009) with one value read and one written
// an update.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/stencil/laplacian.hpp>

#include <string>

#include "star_loops.hpp"
#include "stepped.hpp"

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
class StarBench : public SteppedProblem<StarBench<T>, NodeView<T, 3>> {
  using Base = SteppedProblem<StarBench<T>, NodeView<T, 3>>;
  using typename Base::View;
  static constexpr T ratio = static_cast<T>(0.05); // stable up to 2 / (3 x 6.50)

public:
  /// "star3d-order8/512/float"
  static std::string name(std::int64_t n) { return detail::text("star3d-order8/", n, "/", type_name<T>); }
  static Grid<3> grid_of(std::int64_t n) { return cube<3>(n); }
  static typename Base::Plan plan(std::int64_t, Options const& options) {
    auto plan = Base::loops(options);
    for (auto const& scheme : wanted_schemes<HighOrderDiffusion<T>, T>(options))
      plan.push_back(Base::by_scheme(scheme, {scheme}));
    return plan;
  }

  StarBench(std::int64_t n, Options const& options) : Base(n, options, Base::usual_updates) {
    this->make_rows(options);
  }

  static constexpr double bytes_moved = 2. * sizeof(T);
  auto stencil() const { return HighOrderDiffusion<T>{{ratio, ratio, ratio}}; }
  void loop(View const& to, View const& from, bool threads) const {
    star_loop(this->exec_, to, from, ratio, threads);
  }
};

} // namespace tessera::perf
