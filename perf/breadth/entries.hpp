// SPDX-License-Identifier: Apache-2.0
// How a stencil becomes an entry of the breadth benchmark.
#pragma once

#include <memory>
#include <type_traits>

#include "user_problem.hpp"
#include "user_stencils.hpp"

namespace tessera::perf {

/// The stencil for the one type that it has. `Memory`: ViewsApart where the members of a node lie in Views of
/// their own.
template <class Stencil, template <class> class Memory = OneView>
void add_user(UserEntries& all) {
  using Problem = UserProblem<Stencil, Memory>;
  all.push_back({Stencil::name, real_name<typename Stencil::Real>, Stencil::dimension,
                 [](std::int64_t n, Options const& options) { return std::make_unique<Problem>(n, options); },
                 Problem::schemes});
}

/// The stencil for `Usual`, and in builds for all types for the other precision as well.
template <template <class> class Stencil, class Usual, template <class> class Memory = OneView>
void add_user(UserEntries& all) {
  add_user<Stencil<Usual>, Memory>(all);
#ifdef TESSERA_BREADTH_ALL_TYPES
  add_user<Stencil<std::conditional_t<sizeof(Usual) == 4, double, float>>, Memory>(all);
#endif
}

} // namespace tessera::perf
