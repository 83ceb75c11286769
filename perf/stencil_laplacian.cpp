// SPDX-License-Identifier: Apache-2.0
#include "vector_calculus.hpp"

namespace tessera::perf {

namespace {

struct LaplacianCase {
  static constexpr char const* name = "laplacian";
  static constexpr int fields = 1, results = 1, derivative = 2;
  template <class Exec>
  using Operator = Laplacian<Exec, 3>;

  static void call(auto const& evaluate, auto const& u, auto const& v) { evaluate(u[0], v[0]); }
};

template <class T>
using Laplacians = VectorCalculus<LaplacianCase, T>;

} // namespace

StencilEntry stencil_laplacian() {
  return {"laplacian", 512, 512, register_types<Laplacians, float>, {"--orders"}};
}

} // namespace tessera::perf
