// SPDX-License-Identifier: Apache-2.0
// What tessera-poisson computes: methods agree, schemes and threads give the same bits, examples run.
#include <tessera/io/picture.hpp>

#include "poisson_program.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

std::vector<double> field(Folder const& folder, std::string const& line, io::Shape const& shape) {
  auto const outcome = poisson(folder, line + " --output out --overwrite");
  EXPECT_EQ(outcome.code, 0) << line << '\n' << outcome.err;
  if (outcome.code != 0) return std::vector<double>(io::element_count(shape));
  return io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", shape);
}

double largest_difference(std::vector<double> const& a, std::vector<double> const& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

} // namespace

TEST(Solutions, SchemesTilesAndThreadsGiveTheSameBits) {
  Folder const folder;
  for (std::string const method : {"jacobi", "weighted-jacobi", "sor", "chebyshev"}) {
    auto const line = "--published --nodes 130,70 --iterations 45 --precision float --method " + method;
    auto const expected = checksum(folder, line + " --scheme direct --threads 1");
    for (std::string const other :
         {"direct --threads 2", "tiled --threads 2", "temporal --threads 1", "streaming --threads 2",
          "temporal --fused-steps 3 --tile 40,30 --threads 2"})
      EXPECT_EQ(checksum(folder, line + " --scheme " + other), expected) << method << ", " << other;
  }
}

TEST(Solutions, MethodsAgree) {
  Folder const folder;
  std::string const line = "--published --nodes 65,33 --tolerance 1e-10 --method ";
  io::Shape const shape{65, 33};
  auto const expected = field(folder, line + "multigrid-cg", shape);
  for (std::string const method : {"jacobi", "weighted-jacobi", "sor", "chebyshev"})
    EXPECT_LT(largest_difference(field(folder, line + method, shape), expected), 1e-7) << method;
}

TEST(Solutions, ManufacturedSolutionsConvergeWithOrderTwo) {
  Folder const folder;
  replace_content(folder / "box.toml", R"toml(
upper = [1.0, 1.5, 0.5]
[boundary]
west   = { kind = "value", value = "0" }
east   = { kind = "neumann", flux = "-pi*cos(y)*cos(2*z)" }
south  = { kind = "value", value = "sin(pi*x)*cos(2*z)" }
north  = { kind = "value", value = "sin(pi*x)*cos(1.5)*cos(2*z)" }
bottom = { kind = "neumann" }
top    = { kind = "value", value = "sin(pi*x)*cos(y)*cos(1)" }
[poisson]
rhs = "-(pi^2 + 5)*sin(pi*x)*cos(y)*cos(2*z)"
tolerance = 1e-10
)toml");
  auto const error = [&](std::size_t n) {
    io::Shape const shape{n, n + n / 2, n / 2 + 1};
    auto const found = field(folder,
                             "--config box.toml --nodes " + std::to_string(shape[0]) + "," +
                                 std::to_string(shape[1]) + "," + std::to_string(shape[2]),
                             shape);
    double largest = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < shape[0]; ++i)
      for (std::size_t j = 0; j < shape[1]; ++j)
        for (std::size_t k = 0; k < shape[2]; ++k) {
          auto const part = [](std::size_t m, std::size_t of) {
            return static_cast<double>(m) / static_cast<double>(of - 1);
          };
          double const exact = std::sin(M_PI * part(i, shape[0])) * std::cos(1.5 * part(j, shape[1])) *
                               std::cos(part(k, shape[2]));
          largest = std::max(largest, std::abs(found[at++] - exact));
        }
    return largest;
  };
  // Spacings halve where the number of intervals doubles.
  double const coarse = error(17), fine = error(33);
  EXPECT_NEAR(std::log2(coarse / fine), 2., 0.25) << coarse << ' ' << fine;
}

TEST(Solutions, SingularProblemsGetMeanZero) {
  Folder const folder;
  replace_content(folder / "box.toml", R"toml(
nodes = [33, 40]
[boundary]
west  = { kind = "neumann" }
east  = { kind = "neumann" }
south = { kind = "periodic" }
north = { kind = "periodic" }
[poisson]
rhs = "cos(pi*x)*cos(2*pi*y)"
tolerance = 1e-10
)toml");
  auto const found = field(folder, "--config box.toml", {33, 40});
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i) sum += found[i] * (i < 40 || i >= 32 * 40 ? 0.5 : 1.);
  EXPECT_NEAR(sum, 0, 1e-12);
  EXPECT_NEAR(found[0], -1 / (5 * M_PI * M_PI), 1e-3); // -cos cos / (pi^2 + 4 pi^2)
}

/// The equation is linear, whatever squares of its numbers are.
TEST(Solutions, FollowTheMagnitudeOfTheRightSide) {
  Folder const folder;
  io::Shape const shape{13, 11};
  auto const found = [&](std::string const& rhs, std::string const& more) {
    auto const line = "--threads 1 --nodes 13,11 --tolerance 1e-4 --quiet --rhs " + rhs + " " + more;
    return field(folder, line, shape)[6 * 11 + 5] / std::stod(rhs); // in the middle, where it is largest
  };
  double const expected = found("1", "");
  EXPECT_NEAR(expected, -0.0737, 1e-3);
  for (std::string const method : {"multigrid-cg", "jacobi", "weighted-jacobi", "sor", "chebyshev"})
    EXPECT_NEAR(found("1e-170", "--method " + method), expected, 1e-4) << method;
  EXPECT_NEAR(found("1e170", ""), expected, 1e-4);
  EXPECT_NEAR(found("1e170", "--method sor"), expected, 1e-4);
  EXPECT_NEAR(found("1e-25", "--precision float"), expected, 1e-4);
  EXPECT_NEAR(found("1e25", "--precision float"), expected, 1e-4);
}

TEST(Solutions, RecordSaysWhereTheIterationEnded) {
  Folder const folder;
  auto const record = poisson(folder, "--published --nodes 64,32 --iterations 70 --json -").json();
  EXPECT_EQ(record["app"], "tessera-poisson");
  EXPECT_EQ(record["iterations"], 70);
  EXPECT_EQ(record["steps"], 70);
  EXPECT_GT(record["residual"], 0.);
  EXPECT_LT(record["residual"], 0.1);
  EXPECT_GT(record["update_norm"], 0.);
  EXPECT_TRUE(record["max_error"].is_null());
  auto const stopped =
      poisson(folder, "--published --nodes 64,32 --tolerance 1e-5 --stop-on update --json -").json();
  EXPECT_LE(stopped["update_norm"], 1e-5);
  EXPECT_EQ(stopped["iterations"].get<int>() % 50, 0); // looked at every 50
}

TEST(Solutions, BodiesAndPicturesOfThem) {
  Folder const folder;
  tessera::io::Picture mask{80, 40, std::vector<tessera::io::Colour>(80 * 40)};
  for (std::size_t y = 15; y < 25; ++y)
    for (std::size_t x = 30; x < 40; ++x) mask.pixels[y * 80 + x] = {255, 255, 255};
  tessera::io::write_png(folder / "mask.png", mask);
  for (std::string const body : {"rectangle", "circle", "naca", "mask.png"}) {
    auto const outcome =
        poisson(folder, "--published --nodes 80,40 --method multigrid-cg --contours 11 --output " + body +
                            ".out --bare-pictures --body " + body);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    auto const picture = tessera::io::read_png(folder / (body + ".out/contours.png"));
    EXPECT_EQ(picture.n0, 1024u);
    EXPECT_NEAR(static_cast<double>(picture.n1), 512., 2.);
  }
}

TEST(Solutions, ExamplesRun) {
  Folder const folder;
  for (std::string const example : {"aerofoil", "cavity"}) {
    auto const outcome =
        poisson(folder, "--config " TESSERA_EXAMPLES "/" + example + ".toml --output " + example);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder / (example + "/final.h5")));
  }
}
