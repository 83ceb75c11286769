// SPDX-License-Identifier: Apache-2.0
// A kind chosen at run time gives the bits of the same kind written in the program, by every scheme.
#include <tessera/scheme/by_name.hpp>
#include <tessera/tessera.hpp>

#include "support/memory.hpp"
#include "support/same_bits.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// A function of position and time.
struct Given {
  double shift = 0;
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    return shift + 0.3 * at.position(0) - 0.2 * at.position(1) + 0.1 * at.time();
  }
};

using Any = OneOf<Fixed, Dirichlet<double>, Prescribed<Given>, ZeroGradient, Neumann<double>,
                  PrescribedFlux<Given>, Mirrored, HalfMirrored, Antisymmetric, Periodic>;

Grid<2> const grid{.nodes = {19, 23}, .spacing = {0.25, 0.35}};

template <class BoundaryType, class SchemeType>
std::vector<double> stepped(BoundaryType const& boundary, SchemeType const& scheme) {
  auto const u = make_field<double>(Exec(), grid);
  fill_view(u.view(), random_values<double>(static_cast<std::size_t>(grid.size()), 3));
  Clock const clock{.dt = 0.125, .start = 0.5, .first_step = 3};
  Stepper(Exec(), u, TwoPartSum<2, 2>{}, boundary, scheme, clock).advance(u, 8);
  return values_of(u.view());
}

/// Along axis 1 it meets faces that set nodes, with a higher precedence than ZeroGradient's and with that
/// one.
template <class Condition>
void expect_forwarded(Condition const& condition) {
  auto const typed = everywhere(condition).on(south, ZeroGradient{}).on(north, Fixed{});
  auto const chosen = everywhere(Any(condition)).on(south, Any(ZeroGradient{})).on(north, Any(Fixed{}));
  auto const expected = stepped(typed, Direct{}); // the other schemes give the same bits
  for (auto const* name : scheme_names)
    with_scheme(name, {}, name == std::string(Temporal::name) ? 3 : 0, [&](auto const& scheme) {
      EXPECT_TRUE((same_bits<double, 2>(grid.nodes, expected, stepped(chosen, scheme)))) << name;
    });
}

TEST(OneOf, SetsNodesAsTheKindThatItHolds) {
  expect_forwarded(Fixed{});
  expect_forwarded(Dirichlet(0.75));
  expect_forwarded(Prescribed(Given{0.5}));
  expect_forwarded(ZeroGradient{});
}
TEST(OneOf, ExtendsAsTheKindThatItHolds) {
  expect_forwarded(Neumann(0.4));
  expect_forwarded(PrescribedFlux(Given{-0.5}));
  expect_forwarded(Mirrored{});
  expect_forwarded(HalfMirrored{});
  expect_forwarded(Antisymmetric{});
  expect_forwarded(Periodic{});
}

template <class Condition>
void expect_same_answers(Condition const& condition) {
  Any const any = condition;
  EXPECT_TRUE(any.holds<Condition>());
  EXPECT_EQ(any.role(), condition.role());
  EXPECT_EQ(any.precedence(), condition.precedence());
  EXPECT_EQ(any.depth(3), condition.depth(3));
  if constexpr (requires { condition.frozen(); }) {
    EXPECT_EQ(any.frozen(), condition.frozen());
    EXPECT_EQ(any.constant_in_time(), condition.constant_in_time());
    EXPECT_EQ(any.copies_interior(), condition.copies_interior());
  } else {
    EXPECT_FALSE(any.frozen() || any.constant_in_time() || any.copies_interior())
        << "a promise that nobody made";
  }
}

TEST(OneOf, AnswersForTheKindThatItHolds) {
  expect_same_answers(Fixed{});
  expect_same_answers(Dirichlet(0.75));
  expect_same_answers(Prescribed(Given{}));
  expect_same_answers(ZeroGradient{});
  expect_same_answers(Neumann(0.4));
  expect_same_answers(PrescribedFlux(Given{}));
  expect_same_answers(Mirrored{});
  expect_same_answers(HalfMirrored{});
  expect_same_answers(Antisymmetric{});
  expect_same_answers(Periodic{});
}

TEST(OneOf, HoldsTheFirstKindUnlessToldOtherwise) {
  EXPECT_TRUE(Any().holds<Fixed>());
  EXPECT_FALSE(Any().holds<ZeroGradient>());
  static_assert(!std::is_default_constructible_v<OneOf<Dirichlet<double>, Fixed>>);
  static_assert(!std::is_constructible_v<Any, Dirichlet<float>>, "it has no such kind");
}

/// A function that holds memory.
struct Tabled {
  Kokkos::View<double*, Exec::memory_space> values;
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    return values(at.index(0));
  }
};

TEST(OneOf, IsCopiedAsItsKindsAre) {
  static_assert(std::is_trivially_copyable_v<Any>);
  using WithMemory = OneOf<Fixed, Prescribed<Tabled>>;
  static_assert(!std::is_trivially_copyable_v<WithMemory>);
  Tabled const table{Kokkos::View<double*, Exec::memory_space>("values", 4)};
  {
    WithMemory one = Prescribed(table);
    EXPECT_EQ(table.values.use_count(), 2);
    WithMemory other = one, third;
    EXPECT_EQ(table.values.use_count(), 3);
    third = other;
    EXPECT_EQ(table.values.use_count(), 4);
    EXPECT_TRUE(third.holds<Prescribed<Tabled>>());
    other = WithMemory();
    EXPECT_TRUE(other.holds<Fixed>());
    one = *&one;
    EXPECT_EQ(table.values.use_count(), 3);
  }
  EXPECT_EQ(table.values.use_count(), 1);
}

} // namespace tessera::test
