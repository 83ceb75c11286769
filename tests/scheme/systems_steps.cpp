// SPDX-License-Identifier: Apache-2.0
// Many steps of a small system in one launch on host cores, whose shares depend on each other: one core is
// always slower than the others, so that one that did not wait would read values of another step.
#include "support/host_only.hpp"
#include "support/system_compare.hpp"

namespace tessera::test {

/// Works for a while on every second thread in even steps, and on the others in odd ones.
inline void delay(Index step) {
  static std::atomic<int> threads = 0;
  thread_local int const number = threads++;
  if ((number + step) % 2 != 0) return;
  int volatile turns = 40;
  while (turns > 0) turns = turns - 1;
}

/// A stage that reads neighbours of what it writes, thus with a second level, and one that writes in place.
template <int D>
struct Delayed {
  struct Value {
    double a, b;
  };
  template <class Reads>
  KOKKOS_FUNCTION static Value neighbours(Reads const& u, int o) {
    Value sum;
    if constexpr (D == 1) {
      sum = u(o);
    } else if constexpr (D == 2) {
      Value const x = u(o, 0), y = u(0, o);
      sum = {x.a - y.a, x.b + y.b};
    } else {
      Value const x = u(o, 0, 0), y = u(0, o, 0), z = u(0, 0, o);
      sum = {x.a - y.a + z.a, x.b + y.b - z.b};
    }
    return sum;
  }
  struct Apart {
    static constexpr auto reads = star<D>(1);
    static constexpr auto writes = members<&Value::a>;
    static constexpr unsigned written = 0b01;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const& at) const {
      KOKKOS_IF_ON_HOST((delay(at.step());))
      Value q = u.here();
      Value const below = neighbours(u, -1), above = neighbours(u, 1);
      q.a = 0.5 * q.a + 0.1 * (below.a - above.a + below.b + above.b) + 0.01 * static_cast<double>(at.step());
      return q;
    }
  };
  struct InPlace {
    static constexpr auto reads = star<D>(1);
    static constexpr auto around = members<&Value::a>;
    static constexpr auto writes = members<&Value::b>;
    static constexpr unsigned written = 0b10;
    TESSERA_CALLS_ANY_BODY
    KOKKOS_FUNCTION Value operator()(auto const& u, auto const& at) const {
      KOKKOS_IF_ON_HOST((delay(at.step() + 1);))
      Value q = u.here();
      q.b = 0.5 * q.b + 0.1 * (neighbours(u, -1).a - neighbours(u, 1).a);
      return q;
    }
  };
  static auto step() { return stages(Apart{}, InPlace{}); }
};

class StepsOfSystems : public HostOnly {
protected:
  template <int D>
  void compare_all(std::array<long, 3> const& nodes) {
    compare_with<D>(nodes, everywhere(Periodic{}), "periodic");
    // A constant goes to one level in the first step and to the other one in the second.
    compare_with<D>(nodes, everywhere(Dirichlet{typename Delayed<D>::Value{0.25, 0.5}}), "constants");
    if constexpr (D == 2) {
      compare_with<D>(nodes, everywhere(Fixed{}), "fixed");
      compare_with<D>(nodes, everywhere(by_member(Mirrored{}, Dirichlet{0.5})), "images");
    }
  }

private:
  template <int D, class BoundaryType>
  void compare_with(std::array<long, 3> const& nodes, BoundaryType const& boundary, std::string const& what) {
    for (bool obstacle : {false, true})
      for (AnyScheme const& scheme : {AnyScheme{Direct::name}, AnyScheme{Temporal::name}})
        compare<Delayed<D>, double, D, Kokkos::LayoutRight>(nodes, boundary, scheme, 9, obstacle,
                                                            what + ", " + scheme.name);
  }
};

// Grids of at least 2048 nodes for each of two cores, which their shares do not divide.
TEST_F(StepsOfSystems, OnALine) { compare_all<1>({4999, 1, 1}); }
TEST_F(StepsOfSystems, InAPlane) { compare_all<2>({71, 67, 1}); }
TEST_F(StepsOfSystems, InAVolume) { compare_all<3>({19, 17, 18}); }

} // namespace tessera::test
