// SPDX-License-Identifier: Apache-2.0
// The list of all schemes. Names, AnyScheme, the autotuner, the programs, the tests and the benchmark fold
// over this one list.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/scheme/direct.hpp>
#include <tessera/scheme/streaming.hpp>
#include <tessera/scheme/temporal.hpp>
#include <tessera/scheme/tiled.hpp>
#include <tessera/scheme/two_pass.hpp>

#include <array>
#include <cstddef>

namespace tessera {

namespace detail {

template <class... SchemeType>
struct SchemeList {
  static_assert((Scheme<SchemeType> && ...));
  static constexpr std::size_t size = sizeof...(SchemeType);
  static constexpr std::array<char const*, size> names = {SchemeType::name...};

  /// Calls body(SchemeType{}) for each scheme in turn.
  template <class Body>
  static constexpr void for_each(Body const& body) {
    (body(SchemeType{}), ...);
  }
};

} // namespace detail

/// All schemes of the library.
using Schemes = detail::SchemeList<Direct, Tiled, Temporal, TwoPass, Streaming>;

/// The names that with_scheme() knows.
inline constexpr auto scheme_names = Schemes::names;

namespace detail {

/// Whether a scheme has a way to step fields of T by this stencil, whatever the boundary.
template <class SchemeType, class Exec, class StencilType, class T>
inline constexpr bool
    can_step = runs<SchemeType, Exec,
                    Rules<T, AxisOrder<StencilType::reads.dimension, false>, StencilType, Boundary<Fixed>>>();

} // namespace detail

} // namespace tessera
