// SPDX-License-Identifier: Apache-2.0
// What a stage reads of the members around a node, for its formula and for conditions, from any source of
// values.
#pragma once

#include <tessera/grid/detail/source.hpp>
#include <tessera/stencil/members.hpp>

#include <Kokkos_Macros.hpp>

#include <utility>

namespace tessera::detail {

/// The reads of a formula: all members of the node, those of `Around` at neighbours. `Source` gives single
/// members, source.member<m>(x, y, z), or all together, source.whole(x, y, z).
template <class V, class T, unsigned Around, class Source>
struct StageReads {
  static constexpr bool of_memory = reads_memory<Source>, of_stage = true;
  static constexpr bool by_whole = requires(Source const& source) { source.whole(0, 0, 0); };
  Source source;
  KOKKOS_FORCEINLINE_FUNCTION V operator()(int ox, int oy, int oz) const {
    return read(ox, oy, oz, std::make_integer_sequence<int, Apart<V, T>::count>{});
  }

private:
  // Each member has code of its own: a loop over members would keep the row loop from becoming vectors.
  template <int... M>
  KOKKOS_FORCEINLINE_FUNCTION V read(int ox, int oy, int oz, std::integer_sequence<int, M...>) const {
    using All = Parts<T, sizeof...(M)>;
    bool const here = ox == 0 && oy == 0 && oz == 0;
    if constexpr (by_whole) {
      All const all = Apart<V, T>::split(source.whole(ox, oy, oz));
      return Apart<V, T>::join(All{{((Around >> M & 1u) != 0 || here ? all.v[M] : undeclared<T>)...}});
    } else {
      return Apart<V, T>::join(All{
          {((Around >> M & 1u) != 0 || here ? source.template member<M>(ox, oy, oz) : undeclared<T>)...}});
    }
  }
};

/// The reads of one member, as a Source of numbers.
template <class T, int M, class Source>
struct MemberReads {
  static constexpr bool of_memory = reads_memory<Source>;
  Source source;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return source.template member<M>(ox, oy, oz);
  }
};

/// The reads of a condition that sets a staggered member: images around the node, what it holds at the node
/// itself.
template <class T, class Extension>
struct ExtendedAround {
  Extension extension;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return ox == 0 && oy == 0 && oz == 0 ? extension.source(0, 0, 0) : extension(ox, oy, oz);
  }
};

/// The reads of a Source of whole values.
template <class V, class Source>
struct WholeReads {
  static constexpr bool of_memory = reads_memory<Source>;
  Source const& source;
  KOKKOS_FORCEINLINE_FUNCTION V whole(int ox, int oy, int oz) const { return source(ox, oy, oz); }
};

} // namespace tessera::detail
