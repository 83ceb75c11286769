// SPDX-License-Identifier: Apache-2.0
// Yee's scheme in a plane, TM polarisation, as a system of two stages. (K. S. Yee, IEEE Transactions on
// Antennas and Propagation 14, 1966.)
//
//     Hx .          Ez lies on the nodes, Hx half a spacing north and Hy half a spacing east of its node;
//     Ez Hy         H is half a step earlier than Ez.
//
// Every boundary is periodic, also that of a box with walls: on a perfect conductor `inverse` is 0, so that
// Ez keeps its 0, and between the last wall and the first there is no difference of Ez. So walls cost no
// condition, and a tile's halo is one node a step on each side.
#pragma once

#include <tessera/equation/time_table.hpp>
#include <tessera/system.hpp>

namespace tessera::maxwell {

/// The members of a node and the stages of a step, for a dimension, with or without absorbing layers.
template <class T, int D, bool absorbing>
struct Model;

template <class T>
struct Em {
  T ez, hx, hy;
  T inverse; ///< an input: 1 / permittivity, 0 where Ez is not stepped
  static constexpr double staggering[4][2] = {{0, 0}, {0, 0.5}, {0.5, 0}, {0, 0}};
};

template <class T>
struct Magnetic {
  static constexpr auto reads = forward<2>(1);
  static constexpr auto around = members<&Em<T>::ez>;
  static constexpr auto writes = members<&Em<T>::hx, &Em<T>::hy>;
  Kokkos::Array<T, 2> ratio; ///< c dt / h

  KOKKOS_FUNCTION Em<T> operator()(auto const& u, auto const& /*at*/) const {
    Em<T> q = u.here();
    q.hx -= ratio[1] * (u(0, 1).ez - q.ez);
    q.hy += ratio[0] * (u(1, 0).ez - q.ez);
    return q;
  }
};

/// Numbers by index along an axis.
template <class T>
struct AxisList {
  Kokkos::View<T const*, Kokkos::DefaultExecutionSpace::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      values; ///< MaxwellRun owns the memory

  KOKKOS_FORCEINLINE_FUNCTION T operator()(Index i) const { return values(i); }
};

/// What is added to a component of E at one node, or along a line or plane of nodes, in a step; without a
/// source the weights are 0. There is no branch, so that rows are vectors.
template <class T, int D>
struct Drive {
  Kokkos::Array<AxisList<T>, D> mark; ///< by axis: 1 at the source, 0 elsewhere
  T to_field = 0;                     ///< times the pulse: added to Ez; 1 if hard
  Kokkos::Array<T, 3> to_current{};   ///< by component of E, times the pulse: added to curl H
  TimeTableView<Kokkos::DefaultExecutionSpace::memory_space> pulse; ///< by the step's first level

  KOKKOS_FORCEINLINE_FUNCTION T marked(auto const& at) const {
    T const here = mark[0](at.index(0)) * mark[1](at.index(1));
    if constexpr (D == 3)
      return here * mark[2](at.index(2));
    else
      return here;
  }
  /// 0 at a hard source, where Ez is what it says, else 1.
  KOKKOS_FORCEINLINE_FUNCTION T stepped(auto const& at) const { return 1 - to_field * marked(at); }
  /// To Ez, and to the component along axis 0 or 1.
  KOKKOS_FORCEINLINE_FUNCTION T added(T inverse, auto const& at) const {
    return marked(at) * (to_field + to_current[2] * inverse) * static_cast<T>(pulse(at.step()));
  }
  KOKKOS_FORCEINLINE_FUNCTION T added(int direction, T inverse, auto const& at) const {
    return marked(at) * (to_current[direction] * inverse) * static_cast<T>(pulse(at.step()));
  }
};

template <class T>
struct Electric {
  static constexpr auto reads = backward<2>(1);
  static constexpr auto around = members<&Em<T>::hx, &Em<T>::hy>;
  static constexpr auto writes = members<&Em<T>::ez>;
  Kokkos::Array<T, 2> ratio;
  Drive<T, 2> drive;

  KOKKOS_FUNCTION Em<T> operator()(auto const& u, auto const& at) const {
    Em<T> q = u.here();
    T const curl = ratio[0] * (q.hy - u(-1, 0).hy) - ratio[1] * (q.hx - u(0, -1).hx);
    q.ez += q.inverse * curl + drive.added(q.inverse, at);
    return q;
  }
};

template <class T>
struct Model<T, 2, false> {
  using Values = Em<T>;
  using Step = Stages<Magnetic<T>, Electric<T>>;
};

} // namespace tessera::maxwell
