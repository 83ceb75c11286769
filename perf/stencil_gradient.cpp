// SPDX-License-Identifier: Apache-2.0
#include "vector_calculus.hpp"

namespace tessera::perf {

namespace {

struct GradientCase {
  static constexpr char const* name = "gradient";
  static constexpr int fields = 1, results = 3, derivative = 1;
  template <class Exec>
  using Operator = Gradient<Exec, 3>;

  static void call(auto const& evaluate, auto const& u, auto const& v) { evaluate(u[0], v); }
};

template <class T>
using Gradients = VectorCalculus<GradientCase, T>;

} // namespace

StencilEntry stencil_gradient() {
  return {"gradient", 512, 512, register_types<Gradients, float>, {"--orders"}};
}

} // namespace tessera::perf
