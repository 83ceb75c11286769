// SPDX-License-Identifier: Apache-2.0
#include "vector_calculus.hpp"

namespace tessera::perf {

namespace {

struct DivergenceCase {
  static constexpr char const* name = "divergence";
  static constexpr int fields = 3, results = 1, derivative = 1;
  template <class Exec>
  using Operator = Divergence<Exec, 3>;

  static void call(auto const& evaluate, auto const& u, auto const& v) { evaluate(u, v[0]); }
};

template <class T>
using Divergences = VectorCalculus<DivergenceCase, T>;

} // namespace

StencilEntry stencil_divergence() {
  return {"divergence", 512, 512, register_types<Divergences, float>, {"--orders"}};
}

} // namespace tessera::perf
