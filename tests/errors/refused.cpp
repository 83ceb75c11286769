// SPDX-License-Identifier: Apache-2.0
// Programs that must not compile, one for each value of TESSERA_REFUSED; the program for 0 must compile.
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

#if TESSERA_REFUSED >= 12
struct Pair {
  double a, b;
};
struct Wider : Pair {
  double c;
};
struct Added {
  double a, b;
  friend KOKKOS_FUNCTION Added operator+(Added const& one, Added const& other) {
    return {one.a + other.a, one.b + other.b};
  }
};
enum class Cell : unsigned char { dead, alive };

/// A formula that returns an R, whatever the field's type.
template <class R>
struct Gives {
  static constexpr auto reads = tessera::star<2>(1);
  template <class Reads, class At>
  KOKKOS_FUNCTION R operator()(Reads const&, At const&) const {
    return {};
  }
};
/// A formula in two parts, of which one returns an R.
template <class R>
struct GivesAcross {
  static constexpr auto reads = tessera::star<2>(1);
  static constexpr bool two_pass = true;
  template <class Reads, class At>
  KOKKOS_FUNCTION auto in_slice(Reads const& u, At const&) const {
    return u.here();
  }
  template <class Reads, class T, class At>
  KOKKOS_FUNCTION R across(Reads const&, T, At const&) const {
    return {};
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const&) const {
    return u.here();
  }
};
/// A face condition whose image is a number, whatever the field's type.
struct NumberBeyond : tessera::ExtendsField {
  template <class T, class At>
  KOKKOS_FUNCTION double beyond(T, int, double, At const&) const {
    return 7;
  }
};
struct NumberAt {
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    return at.position(0);
  }
};

/// Makes a step of a field of T by this formula with this condition.
template <class T, class StencilType, class Condition, class SchemeType = tessera::Direct>
void step(StencilType const& stencil, Condition const& condition, SchemeType const& scheme = {}) {
  auto const u = tessera::make_field<T>(Exec(), tessera::Grid<2>{.nodes = {8, 8}, .spacing = {1, 1}});
  tessera::Stepper(Exec(), u, stencil, tessera::everywhere(condition), scheme).advance(u, 1);
}
#endif

#if TESSERA_REFUSED == 6
struct ThreeOffsets : Average<2> {
  template <class Reads, class At>
  KOKKOS_FUNCTION double operator()(Reads const& u, At const&) const {
    return u(0, 0, 1);
  }
};
#endif

#if TESSERA_REFUSED >= 22
#include <tessera/operator/derivative.hpp>

/// A device other than CUDA's, with memory of its own.
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
  auto const u = tessera::make_field(grid, view);
  auto const fixed = tessera::everywhere(tessera::Fixed{});
#if TESSERA_REFUSED == 0
  tessera::Stepper(Exec(), u, Average<2>{}, fixed, tessera::Direct{}).advance(u, 1);
#elif TESSERA_REFUSED == 1
  tessera::make_field(grid, Kokkos::View<double***, Exec::memory_space>("view", 8, 8, 8));
#elif TESSERA_REFUSED == 2
  tessera::make_field(grid, Kokkos::View<double const**, Exec::memory_space>(view));
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
  tessera::make_field(grid, 3.0);
#elif TESSERA_REFUSED == 11
  tessera::Stepper(Exec(), u, Average<2>{}, fixed.on(tessera::top, tessera::Fixed{}), tessera::Direct{});
#elif TESSERA_REFUSED == 12
  step<Pair>(Gives<double>{}, tessera::Fixed{});
#elif TESSERA_REFUSED == 13
  step<Pair>(Gives<Pair>{}, tessera::Dirichlet{7.});
#elif TESSERA_REFUSED == 14
  step<Added>(Gives<Added>{}, tessera::Neumann{3.});
#elif TESSERA_REFUSED == 15
  step<Added>(Gives<Added>{}, tessera::Neumann{Added{}});
#elif TESSERA_REFUSED == 16
  step<Pair>(Gives<Pair>{}, NumberBeyond{});
#elif TESSERA_REFUSED == 17
  step<Pair>(GivesAcross<double>{}, tessera::Fixed{}, tessera::TwoPass{});
#elif TESSERA_REFUSED == 18
  tessera::fill(Exec(), tessera::make_field<Pair>(Exec(), grid), NumberAt{});
#elif TESSERA_REFUSED == 19
  step<Pair>(Gives<Wider>{}, tessera::Fixed{});
#elif TESSERA_REFUSED == 20
  step<Cell>(Gives<int>{}, tessera::Fixed{});
#elif TESSERA_REFUSED == 21
  step<unsigned char>(Gives<int>{}, tessera::Antisymmetric{});
#elif TESSERA_REFUSED == 22
  tessera::Stepper(OtherDevice(), u, Average<2>{}, fixed, tessera::Direct{});
#elif TESSERA_REFUSED == 23
  tessera::Derivative(OtherDevice(), grid, {});
#elif TESSERA_REFUSED == 24
  tessera::everywhere(tessera::OneOf<tessera::Fixed, double>(tessera::Fixed{}));
#elif TESSERA_REFUSED == 25
  tessera::everywhere(tessera::OneOf<tessera::Fixed, tessera::Periodic, tessera::Fixed>());
#endif
  (void)fixed;
}
