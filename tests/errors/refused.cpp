// SPDX-License-Identifier: Apache-2.0
// Programs that must not compile, one a value of TESSERA_REFUSED; 0 is the one that must.
#include <tessera/tessera.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using View = Kokkos::View<double**, Exec::memory_space>;

template <int D>
struct Average {
  static constexpr auto reads = tessera::star<D>(1);
  template <class Reads, class At>
  KOKKOS_FUNCTION double operator()(Reads const& u, At const&) const {
    return 0.5 * (u.along(0, -1) + u.along(0, 1));
  }
};

#if TESSERA_REFUSED == 6
struct ThreeOffsets : Average<2> {
  template <class Reads, class At>
  KOKKOS_FUNCTION double operator()(Reads const& u, At const&) const {
    return u(0, 0, 1);
  }
};
#endif

#if TESSERA_REFUSED >= 20
#include <tessera/solver/derivative.hpp>

/// A device that is not CUDA's, with memory of its own.
struct OtherDevice;
struct OtherMemory {
  using memory_space = OtherMemory;
  using execution_space = OtherDevice;
  using size_type = std::size_t;
};
struct OtherDevice {
  using execution_space = OtherDevice;
  using memory_space = OtherMemory;
  using device_type = Kokkos::Device<OtherDevice, OtherMemory>;
  using size_type = std::size_t;
  using array_layout = Kokkos::LayoutLeft;
  using scratch_memory_space = Kokkos::ScratchMemorySpace<OtherDevice>;
};
#endif

void program() {
  tessera::Grid<2> const grid{.nodes = {8, 8}, .spacing = {1, 1}};
  View const view("view", 8, 8);
  auto const u = tessera::alias(grid, view);
  auto const fixed = tessera::everywhere(tessera::Fixed{});
#if TESSERA_REFUSED == 0
  tessera::Stepper(Exec(), u, Average<2>{}, fixed, tessera::Direct{}).advance(u, 1);
#elif TESSERA_REFUSED == 1
  tessera::alias(grid, Kokkos::View<double***, Exec::memory_space>("view", 8, 8, 8));
#elif TESSERA_REFUSED == 2
  tessera::alias(grid, Kokkos::View<double const**, Exec::memory_space>(view));
#elif TESSERA_REFUSED == 3
  tessera::Stepper(Exec(), u, Average<3>{}, fixed, tessera::Direct{});
#elif TESSERA_REFUSED == 4
  tessera::Stepper(Exec(), u, 3.0, fixed, tessera::Direct{});
#elif TESSERA_REFUSED == 5
  tessera::Stepper(Exec(), u, Average<2>{}, fixed, 4);
#elif TESSERA_REFUSED == 6
  tessera::Stepper(Exec(), u, ThreeOffsets{}, fixed, tessera::Direct{}).advance(u, 1);
#elif TESSERA_REFUSED == 7
  tessera::Stepper(1, u, Average<2>{}, fixed, tessera::Direct{});
#elif TESSERA_REFUSED == 8
  Kokkos::View<double**, Exec::memory_space> const wide_mask("mask", 8, 8);
  tessera::Stepper(Exec(), u, Average<2>{}, fixed, tessera::Direct{}, tessera::Clock{}, wide_mask);
#elif TESSERA_REFUSED == 9
  tessera::Grid<4> const four{};
  (void)four;
#elif TESSERA_REFUSED == 10
  tessera::alias(grid, 3.0);
#elif TESSERA_REFUSED == 11
  tessera::Stepper(Exec(), u, Average<2>{}, fixed.on(tessera::top, tessera::Fixed{}), tessera::Direct{});
#elif TESSERA_REFUSED == 20
  tessera::Stepper(OtherDevice(), u, Average<2>{}, fixed, tessera::Direct{});
#elif TESSERA_REFUSED == 21
  tessera::Derivative(OtherDevice(), grid, {});
#endif
  (void)fixed;
}
