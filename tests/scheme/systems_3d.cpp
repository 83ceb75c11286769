// SPDX-License-Identifier: Apache-2.0
// Systems of fields in volumes.
#include "support/system_compare.hpp"

namespace tessera::test {

TEST(Systems, YeeIn3D) {
  compare_schemes<Yee3<float>, float, 3, Right>({9, 12, 7}, everywhere(Periodic{}), "periodic");
  // Rows are longer than a vector, so that nodes at their ends are updated by themselves.
  compare_schemes<Yee3<float>, float, 3, Right>({19, 5, 21}, everywhere(Periodic{}), "periodic");
  auto const by_members =
      everywhere(by_member(Dirichlet{0.}, Dirichlet{0.}, Mirrored{}, Mirrored{}, Antisymmetric{}, Fixed{}))
          .on(top, Fixed{});
  compare_schemes<Yee3<double>, double, 3, Left>({8, 15, 10}, by_members, "by member");
  compare_schemes<Yee3<double>, double, 3, Left>({13, 11, 17}, by_members, "by member");
}

namespace {

struct Reacting {
  float u, v;
};

struct React {
  static constexpr auto reads = star<3>(1);
  KOKKOS_FUNCTION Reacting operator()(auto const& q, auto const&) const {
    Reacting const c = q.here();
    Reacting sum{-6 * c.u, -6 * c.v};
    for (int axis = 0; axis < 3; ++axis)
      for (int m : {-1, 1}) {
        Reacting const next = q.along(axis, m);
        sum.u += next.u;
        sum.v += next.v;
      }
    float const made = c.u * c.v * c.v;
    return {c.u + 0.12f * sum.u - made, c.v + 0.06f * sum.v + made};
  }
};

using Volume = Kokkos::View<float***, Kokkos::LayoutRight>;
constexpr int nodes[] = {32, 33, 35}; // enough for a trial

struct FillVolumes {
  Volume u, v;
  KOKKOS_FUNCTION void operator()(int k, int j, int i) const {
    u(k, j, i) = 0.25f + static_cast<float>((k * 7919 + j * 10477 + i * 4253) % 10007) * 2e-5f;
    v(k, j, i) = 0.5f - u(k, j, i) / 2;
  }
};

auto filled() {
  Volume const u("u", nodes[0], nodes[1], nodes[2]), v("v", nodes[0], nodes[1], nodes[2]);
  Kokkos::parallel_for("fill",
                       Kokkos::MDRangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::Rank<3>>(
                           {0, 0, 0}, {nodes[0], nodes[1], nodes[2]}),
                       FillVolumes{u, v});
  return make_system<Reacting>(Grid<3>{.nodes = {nodes[0], nodes[1], nodes[2]}, .spacing = {1, 1, 1}}, u, v);
}

/// How many values of two fields differ.
Index different(Volume const& a, Volume const& b) {
  auto const one = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a);
  auto const other = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, b);
  Index count = 0;
  for (std::size_t i = 0; i < one.size(); ++i) count += one.data()[i] != other.data()[i];
  return count;
}

/// Steps the equations in a volume that is too large for one launch of many steps, by a march and by Direct.
template <class Exec, class BoundaryType>
void compare_march_with_direct(BoundaryType const& boundary) {
  if constexpr (!detail::on_host<Exec>) { // on a host device_system_march.cpp runs these kernels
    using Fields = Kokkos::Array<Volume, 6>;
    using Value = Yee3<float>::Value;
    Fields march, direct;
    for (int m = 0; m < 6; ++m) {
      march[m] = Volume("march", 90, 93, 75);
      direct[m] = Volume("direct", 90, 93, 75);
      auto const host = Kokkos::create_mirror_view(march[m]);
      Random random(static_cast<std::uint64_t>(m));
      for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = static_cast<float>(random.value());
      Kokkos::deep_copy(march[m], host);
      Kokkos::deep_copy(direct[m], host);
    }
    Grid<3> const grid{.nodes = {90, 93, 75}, .spacing = {1, 1, 1}};
    System<Value, Volume> const u(grid, march), v(grid, direct);
    Stepper by_direct(Exec(), v, Yee3<float>::step(), boundary, Direct{});
    for (char const* name : {Streaming::name, Tiled::name, Temporal::name}) {
      Stepper by_march(Exec(), u, Yee3<float>::step(), boundary, AnyScheme{name});
      EXPECT_STREQ(by_march.report().way, "registers") << name;
      for (int const steps : {5, 2}) {
        by_march.advance(u, steps);
        by_direct.advance(v, steps);
        Exec().fence();
        for (int m = 0; m < 6; ++m) ASSERT_EQ(different(march[m], direct[m]), 0) << name << ", member " << m;
      }
    }
  }
}

} // namespace

TEST(Systems, MarchThroughVolumes) {
  using Exec = Kokkos::DefaultExecutionSpace;
  auto const conductors =
      by_member(Dirichlet{0.f}, Dirichlet{0.f}, Dirichlet{0.f}, Mirrored{}, Mirrored{}, Mirrored{});
  compare_march_with_direct<Exec>(everywhere(conductors));     // faces are made beside the march
  compare_march_with_direct<Exec>(everywhere(HalfMirrored{})); // before it and after it
  compare_march_with_direct<Exec>(everywhere(Periodic{}));
}

// On a host Temporal tries several steps against single ones; the turns of the trial and what follows give
// the bits of Direct, whichever it goes on with.
TEST(Systems, TemporalThatTriesHasTheBitsOfDirect) {
  Kokkos::DefaultExecutionSpace const exec;
  auto const tried = filled(), direct = filled();
  auto const faces = everywhere(by_member(Neumann{0.f}, Neumann{0.01f}));
  Stepper by_trial(exec, tried, React{}, faces, Temporal{});
  Stepper by_direct(exec, direct, React{}, faces, Direct{});
  for (int steps : {1, 5, 40, 3, 27, 6}) {
    by_trial.advance(tried, steps);
    by_direct.advance(direct, steps);
    exec.fence();
    for (int m = 0; m < 2; ++m)
      ASSERT_EQ(different(tried.view(m), direct.view(m)), 0)
          << "member " << m << " after " << steps << " more steps";
  }
}

} // namespace tessera::test
