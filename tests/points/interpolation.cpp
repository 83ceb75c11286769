// SPDX-License-Identifier: Apache-2.0
// The weights of supports against theory, injection as the adjoint of sampling, and what is refused.
#include <tessera/points/with_points.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <type_traits>

#include "support/memory.hpp"
#include "support/refusal.hpp"

namespace tessera::test {

using std::numbers::pi;

/// Interpolates f, given at the nodes, at the position of point 0.
template <int D, class F>
double interpolated(Grid<D> const& grid, PointSet<D> const& points, F const& f,
                    std::type_identity_t<Lengths<D>> const& offset = {}) {
  double sum = 0;
  for (auto const& [node, weight] : points.points()[0]) {
    Lengths<D> x;
    for (int d = 0; d < D; ++d)
      x[d] =
          grid.position(d, points.nodes()[static_cast<std::size_t>(node)][d]) + offset[d] * grid.spacing[d];
    sum += weight * f(x);
  }
  return sum;
}

template <int D>
double sum_of_weights(PointSet<D> const& points) {
  double sum = 0;
  for (auto const& entry : points.points()[0]) sum += entry.weight;
  return sum;
}

constexpr BeyondFaces<2> all_cut{};

TEST(Interpolation, LinearIsExactForProductsOfPolynomialsOfDegreeOne) {
  Grid<3> const grid{{7, 6, 9}, {0.5, 0.25, 1.}, {-1., 2., 0.}};
  auto const f = [](Lengths<3> const& x) { return (1. + 2. * x[0]) * (3. - x[1]) * (0.5 + 0.75 * x[2]); };
  for (Lengths<3> const& at :
       {Lengths<3>{-0.9, 2.1, 0.3}, {0.13, 2.77, 7.9}, {2., 3.25, 8.}, {-1., 2., 0.}}) {
    PointSet<3> const points(grid, {at}, Interpolation::linear);
    EXPECT_NEAR(interpolated(grid, points, f), f(at), 1e-13);
    EXPECT_LE(points.nodes().size(), 8u);
  }
}

TEST(Interpolation, OnANodeThereIsThatNodeAlone) {
  Grid<2> const grid{{11, 12}, {0.1, 0.3}, {0.7, 0.}};
  for (auto how : {Interpolation::nearest, Interpolation::linear, Interpolation::sinc})
    for (Index i : {0, 3, 10}) {
      PointSet<2> const points(grid, {{grid.position(0, i), grid.position(1, 7)}}, how);
      ASSERT_EQ(points.nodes().size(), 1u);
      EXPECT_EQ(points.nodes()[0][0], i);
      EXPECT_EQ(points.nodes()[0][1], 7);
      EXPECT_EQ(points.points()[0][0].weight, 1.);
    }
  PointSet<2> const nearest(grid, {{0.7 + 0.1 * 3.4, 0.3 * 6.6}}, Interpolation::nearest);
  EXPECT_EQ(nearest.nodes()[0][0], 3);
  EXPECT_EQ(nearest.nodes()[0][1], 7);
}

// Hicks 2002, figure 2: with b for waves of 4 spacings and more the error stays at some thousandths there,
// and grows fast beyond.
TEST(Interpolation, SincKeepsWavesOfFourSpacingsAndMore) {
  Grid<1> const grid{{21}, {1.}};
  double worst = 0, worst_linear = 0, worst_beyond = 0;
  for (double at = 10.; at <= 11.; at += 0.05)
    for (double spacings : {3., 4., 5., 8., 20., 1000.})
      for (double phase : {0., 0.5 * pi}) {
        auto const wave = [&](Lengths<1> const& x) {
          return std::cos(2 * pi / spacings * (x[0] - at) - phase);
        };
        auto const error = [&](Interpolation how) {
          return std::fabs(interpolated(grid, PointSet<1>(grid, {{at}}, how), wave) - wave({at}));
        };
        double const own = error(Interpolation::sinc);
        (spacings < 4. ? worst_beyond : worst) = std::max(spacings < 4. ? worst_beyond : worst, own);
        if (spacings == 8.) worst_linear = std::max(worst_linear, error(Interpolation::linear));
      }
  EXPECT_LT(worst, 1.4e-3);
  EXPECT_GT(worst, 1.0e-3); // it is the window of the table, not a better one
  EXPECT_GT(worst_beyond, 0.05);
  EXPECT_NEAR(worst_linear, 1 - std::cos(pi / 8), 0.02); // (k h)^2 / 8 for small k h
}

TEST(Interpolation, ImagesAtFaces) {
  Grid<2> const grid{{30, 31}, {0.5, 0.25}};
  double const lx = 29 * 0.5, ly = 30 * 0.25;
  BeyondFaces<2> const faces{{{Beyond::odd, Beyond::even}, {Beyond::even, Beyond::odd}}};
  // sin and cos that are odd and even at the faces, of 8 spacings and more
  auto const field = [&](Lengths<2> const& x) {
    return std::sin(6.5 * pi * x[0] / lx) * std::cos(5.5 * pi * x[1] / ly);
  };
  for (Lengths<2> const& at : {Lengths<2>{0.6, 0.1}, {0.13, 7.4}, {14.4, 0.01}, {14.2, 7.33}, {7.1, 3.33}}) {
    PointSet<2> const points(grid, {at}, Interpolation::sinc, faces);
    EXPECT_NEAR(interpolated(grid, points, field), field(at), 2.5e-3) << at[0] << ", " << at[1];
    for (auto const& node : points.nodes()) {
      EXPECT_NE(node[0], 0); // where an odd field is zero
      EXPECT_NE(node[1], 30);
    }
  }
  Grid<1> const ring{{24}, {0.5}};
  auto const wave = [](Lengths<1> const& x) { return std::sin(2 * pi * 3 * x[0] / 12.); };
  for (double at : {0.2, 11.9, 11.6, 5.3})
    for (auto how : {Interpolation::sinc, Interpolation::linear}) {
      PointSet<1> const points(ring, {{at}}, how, beyond_all<1>(Beyond::period));
      EXPECT_NEAR(interpolated(ring, points, wave), wave({at}), how == Interpolation::sinc ? 1.4e-3 : 0.08);
    }
}

TEST(Interpolation, WhereNothingIsKnownBeyondAFaceItIsLinear) {
  Grid<1> const grid{{20}, {1.}};
  auto const line = [](Lengths<1> const& x) { return 2. - 0.3 * x[0]; };
  for (double at : {0.4, 2.9, 16.2, 18.7}) {
    PointSet<1> const points(grid, {{at}}, Interpolation::sinc);
    EXPECT_NEAR(interpolated(grid, points, line), line({at}), 1e-13) << at;
    EXPECT_EQ(points.nodes().size(), 2u);
  }
  EXPECT_EQ(PointSet<1>(grid, {{3.4}}, Interpolation::sinc).nodes().size(), 8u);
}

TEST(Interpolation, StaggeredMembersHaveOffsets) {
  Grid<2> const grid{{20, 20}, {0.5, 0.5}, {1., 0.}};
  Lengths<2> const offset{0.5, 0.};
  auto const f = [](Lengths<2> const& x) { return x[0] + 3. * x[1]; };
  for (Lengths<2> const& at : {Lengths<2>{3.1, 4.2}, {6.25, 3.}, {2., 9.5}})
    EXPECT_NEAR(
        interpolated(grid, PointSet<2>(grid, {at}, Interpolation::linear, all_cut, offset), f, offset), f(at),
        1e-13);
  // The values lie half a spacing inside of the first face: beside the first of them there is nothing to
  // interpolate with.
  EXPECT_DOUBLE_EQ(sum_of_weights(PointSet<2>(grid, {{1., 4.}}, Interpolation::linear, all_cut, offset)), 1.);
}

/// Keeps what there is.
struct Keep {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION double operator()(auto const& u, auto const&) const { return u.here(); }
};

// <S u, d> = <u, S' d> for any field u and any data d.
TEST(Points, InjectionIsTheAdjointOfSampling) {
  Grid<2> const grid{{23, 34}, {0.5, 0.25}};
  std::vector<Lengths<2>> positions;
  Random random(3);
  for (int n = 0; n < 9; ++n)
    positions.push_back({5.5 * (1 + random.value()), 0.25 * 16.5 * (1 + random.value())});
  Exec const exec;
  for (auto how : {Interpolation::nearest, Interpolation::linear, Interpolation::sinc}) {
    PointSet<2> const points(grid, positions, how, beyond_all<2>(Beyond::even));
    Injection<double, 2> const injection(points);
    Sampling<double, 2> const sampling(points);
    auto const u = make_field<double>(exec, grid);
    auto const values = random_values<double>(static_cast<std::size_t>(grid.size()), 11);
    auto const data = random_values<double>(positions.size(), 12);
    fill_view(u.view(), values);
    sampling.record(exec, u, 0);
    auto const samples = values_of(sampling.samples(exec, 0, 0));
    double in_samples = 0, in_field = 0;
    for (std::size_t p = 0; p < data.size(); ++p) in_samples += samples[p] * data[p];
    Kokkos::deep_copy(u.view(), 0.);
    Stepper stepper(exec, u, with_points(Keep{}, inject(injection)), everywhere(Antisymmetric{}), Direct{});
    injection.fill(exec, 0, 1, [&](Index p, Index) { return data[static_cast<std::size_t>(p)]; });
    stepper.advance(u, 1);
    auto const injected = values_of(u.view());
    for (std::size_t n = 0; n < values.size(); ++n) in_field += injected[n] * values[n];
    EXPECT_NEAR(in_samples, in_field, 1e-13);
    EXPECT_GT(std::fabs(in_samples), 1e-3);
  }
}

/// Direct for which the formula with its points is one formula among others, and samples are taken between
/// sweeps: what a device does, and a scheme that knows nothing of points.
template <class Known>
struct Unaware {
  static constexpr char const* name = "unaware";
  Known known;
  template <class Exec, class Rules>
  struct Plan : Known::template Plan<Exec, Rules> {
    static constexpr bool visits_points = false;
    Plan(Exec const& exec, Rules const& rules, Unaware const& scheme)
        : Known::template Plan<Exec, Rules>(exec, rules, scheme.known) {}
  };
};

/// A wave on a membrane, of two levels.
struct Membrane {
  static constexpr auto reads = star<2>(1);
  static constexpr bool previous = true;
  KOKKOS_FUNCTION double operator()(auto const& u, auto const&) const {
    return 2. * u.here() - u.previous() + 0.2 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4. * u.here());
  }
};

template <class SchemeType>
std::pair<std::vector<double>, std::vector<double>> membrane(SchemeType const& scheme) {
  Grid<2> const grid{{35, 41}, {1., 1.}};
  Exec const exec;
  PointSet<2> const sources(grid, {{12.3, 17.8}, {3.1, 39.5}}, Interpolation::sinc,
                            beyond_all<2>(Beyond::even)),
      receivers(grid, {{20.5, 11.2}, {12., 18.}, {0., 0.}}, Interpolation::linear);
  Injection<double, 2> const injection(sources);
  Sampling<double, 2> const sampling(receivers, 2, 1);
  auto const u = make_field<double>(exec, grid);
  Stepper stepper(exec, u, with_points(Membrane{}, inject(injection), sample(sampling)),
                  everywhere(Antisymmetric{}), scheme);
  injection.fill(exec, 0, 30,
                 [](Index p, Index level) { return std::sin(0.3 * static_cast<double>(level + p)); });
  stepper.advance(u, 30);
  auto const samples = values_of(sampling.samples(exec, 0, 30));
  return {values_of(u.view()), samples};
}

TEST(Points, ASchemeThatKnowsNothingOfPointsGivesTheSameBits) {
  auto const known = membrane(Direct{});
  EXPECT_EQ(known.second.size(), 15u * 3u);
  EXPECT_EQ(membrane(Unaware<Direct>{}), known);
  EXPECT_EQ(membrane(Unaware<Temporal>{{.fused_steps = 4}}), known);
  EXPECT_EQ(membrane(Temporal{.fused_steps = 4}), known);
  double largest = 0;
  for (double sample : known.second) largest = std::max(largest, std::fabs(sample));
  EXPECT_GT(largest, 0.01);
}

TEST(Points, NonePresentIsAllowed) {
  Grid<2> const grid{{12, 13}, {1., 1.}};
  Exec const exec;
  PointSet<2> const none(grid, {}, Interpolation::sinc);
  Injection<double, 2> const injection(none);
  Sampling<double, 2> const sampling(none);
  auto const u = make_field<double>(exec, grid);
  Kokkos::deep_copy(u.view(), 0.25);
  Stepper stepper(exec, u, with_points(Keep{}, inject(injection), sample(sampling)), everywhere(Fixed{}),
                  Direct{});
  injection.fill(exec, 0, 5000, [](Index, Index) { return 1.; });
  stepper.advance(u, 5000); // without points there is no longest advance
  for (double value : values_of(u.view())) EXPECT_EQ(value, 0.25);
  EXPECT_EQ(sampling.samples(exec, 0, 3).size(), 0u);
}

TEST(Points, Refusals) {
  Grid<2> const grid{{12, 13}, {1., 0.5}}, other{{12, 14}, {1., 0.5}};
  Exec const exec;
  expect_in(refusal([&] {
              PointSet<2>(grid, {{1., 1.}, {11.1, 2.}}, Interpolation::linear);
            }),
            "point 1 lies at 11.1 along axis 0, outside of the grid, which reaches from 0 to 11");
  expect_in(refusal([&] {
              PointSet<2>(grid, {{1., std::nan("")}}, Interpolation::linear);
            }),
            "outside of the grid");
  PointSet<2> const points(grid, {{2.5, 2.}}, Interpolation::linear);
  expect_in(refusal([&] { Sampling<double, 2>(points, 0); }), "every 0 levels");
  Sampling<double, 2> const sampling(points);
  Injection<double, 2> const injection(points);
  auto const with = with_points(Keep{}, inject(injection), sample(sampling));
  auto const u = make_field<double>(exec, other);
  expect_in(refusal([&] { Stepper(exec, u, with, everywhere(Fixed{}), Direct{}); }),
            "made for 13 nodes along axis 1, the field has 14");
  auto const own = make_field<double>(exec, grid);
  Stepper stepper(exec, own, with, everywhere(Fixed{}), Direct{});
  expect_in(refusal([&] { stepper.advance(own, sampling.longest_advance() + 1); }),
            "the sampling of the formula holds");
  expect_in(refusal([&] {
              injection.fill(exec, 0, injection.longest_advance() + 1, [](Index, Index) { return 0.; });
            }),
            "an injection of 1 points holds series of");
  expect_in(refusal([&] { sampling.samples(exec, 0, 100000); }), "a sampling holds");
  Kokkos::View<double**, Exec::memory_space> const wide("wide", 14, 13);
  auto const halo = make_field(grid, wide, Halo<2>{{1, 0}, {1, 0}});
  expect_in(refusal([&] { Stepper(exec, halo, with, everywhere(Fixed{}), Direct{}); }),
            "the field has a halo");
}

} // namespace tessera::test
