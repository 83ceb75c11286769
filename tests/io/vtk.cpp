// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/grid/system.hpp>
#include <tessera/io/pvd.hpp>
#include <tessera/io/vti.hpp>

#include <cstdint>
#include <cstring>
#include <numeric>

#include "folder.hpp"

namespace io = tessera::io;
using tessera::test::content;
using tessera::test::Folder;
using tessera::test::message_of;

namespace {

template <class T>
std::vector<T> counting(std::size_t n) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), T(0));
  return values;
}

/// The values behind an offset of the appended data; their size in bytes stands before them.
template <class T>
std::vector<T> appended(std::string const& file, std::size_t offset) {
  std::string const mark = "<AppendedData encoding=\"raw\">\n   _";
  auto const begin = file.find(mark) + mark.size() + offset;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, file.data() + begin, sizeof bytes);
  std::vector<T> values(bytes / sizeof(T));
  std::memcpy(values.data(), file.data() + begin + sizeof bytes, bytes);
  return values;
}

/// Values of row-major order as VTK has them, axis 0 fastest.
template <class T>
std::vector<T> turned(io::Shape const& n, std::vector<T> const& values) {
  std::vector<T> result;
  for (std::size_t k = 0; k < n[2]; ++k)
    for (std::size_t j = 0; j < n[1]; ++j)
      for (std::size_t i = 0; i < n[0]; ++i) result.push_back(values[(i * n[1] + j) * n[2] + k]);
  return result;
}

struct Pair {
  double node, half;
  static constexpr double staggering[2][2] = {{0, 0}, {0.5, 0}};
};

} // namespace

TEST(Vti, APlaneLiesAtZ0WithXFastest) {
  Folder folder;
  auto const u = counting<double>(6);
  io::write_vti(folder / "u.vti", {{3, 2}, {10., -3.}, {0.5, 0.25}}, 0.125,
                std::vector<io::VtiField<double>>{{"u", u}});
  auto const file = content(folder / "u.vti");
  EXPECT_SAYS(file, "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"");
  EXPECT_SAYS(file, "WholeExtent=\"0 2 0 1 0 0\" Origin=\"10 -3 0\" Spacing=\"0.5 0.25 1\"");
  EXPECT_SAYS(file, "<Piece Extent=\"0 2 0 1 0 0\">");
  EXPECT_SAYS(file, "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.125<");
  EXPECT_SAYS(file, "type=\"Float64\" Name=\"u\" format=\"appended\" offset=\"0\"");
  EXPECT_EQ(appended<double>(file, 0), (std::vector<double>{0, 2, 4, 1, 3, 5}));
  EXPECT_TRUE(file.ends_with("\n  </AppendedData>\n</VTKFile>\n"));
}

TEST(Vti, AStaggeredMemberLiesHalfASpacingFurther) {
  Kokkos::View<double**, Kokkos::HostSpace> const node("node", 3, 2), half("half", 3, 2);
  tessera::Grid<2> const grid{.nodes = {3, 2}, .spacing = {0.5, 0.25}, .origin = {10, -3}};
  auto const system = tessera::make_system<Pair>(grid, node, half);
  Folder folder;
  auto const u = counting<double>(6);
  io::write_vti(folder / "half.vti", io::vti_grid(system.grid(1)), 0.,
                std::vector<io::VtiField<double>>{{"half", u}});
  EXPECT_SAYS(content(folder / "half.vti"),
              "WholeExtent=\"0 2 0 1 0 0\" Origin=\"10.25 -3 0\" Spacing=\"0.5 0.25 1\"");
  EXPECT_EQ(io::vti_grid(system.grid(0)).origin, (std::vector<double>{10, -3}));
}

TEST(Vti, LinesAndSeveralFields) {
  Folder folder;
  auto const u = counting<float>(5);
  std::vector<float> const psi{5, 4, 3, 2, 1};
  io::write_vti(folder / "u.vti", {{5}, {0.}, {0.1}}, 0.,
                std::vector<io::VtiField<float>>{{"u", u}, {"psi <\"&\">", psi}});
  auto const file = content(folder / "u.vti");
  EXPECT_SAYS(file, "WholeExtent=\"0 4 0 0 0 0\"");
  EXPECT_SAYS(file, "<PointData Scalars=\"u\">");
  EXPECT_SAYS(file,
              "type=\"Float32\" Name=\"psi &lt;&quot;&amp;&quot;&gt;\" format=\"appended\" offset=\"28\"");
  EXPECT_EQ(appended<float>(file, 0), u);
  EXPECT_EQ(appended<float>(file, 28), psi);
}

TEST(Vti, VolumesOfAnySizeAreTurned) {
  Folder folder;
  // More planes than a block has; rows that fill more than one block; an odd rest of both.
  for (io::Shape const& n :
       {io::Shape{4, 5, 6}, io::Shape{3, 7, 19}, io::Shape{70001, 65, 1}, io::Shape{40001, 7, 17}}) {
    auto const u = counting<float>(n[0] * n[1] * n[2]);
    io::write_vti(folder / "u.vti", {n, {1., 2., 3.}, {1., 1., 1.}}, 0.,
                  std::vector<io::VtiField<float>>{{"u", u}});
    EXPECT_EQ(appended<float>(content(folder / "u.vti"), 0), turned(n, u)) << io::to_string(n);
  }
}

TEST(Vti, RefusesWhatDoesNotFit) {
  Folder folder;
  auto const u = counting<double>(6);
  auto const write = [&](io::VtiGrid const& grid) {
    io::write_vti(folder / "u.vti", grid, 0., std::vector<io::VtiField<double>>{{"u", u}});
  };
  EXPECT_SAYS(message_of<tessera::InvalidInput>([&] {
                write({{3, 3}, {0., 0.}, {1., 1.}});
              }),
              "has 6 values");
  EXPECT_SAYS(message_of<tessera::InvalidInput>([&] { write({{3, 2}, {0.}, {1., 1.}}); }), "3 x 2 nodes");
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(Vti, AFullDiskIsAnErrorAndLeavesNothing) {
  Folder folder;
  if (!folder.limit("1m")) GTEST_SKIP() << "mounting is not allowed here";
  auto const u = counting<double>(1 << 18);
  EXPECT_SAYS(message_of<tessera::RunFailure>([&] {
                io::write_vti(folder / "u.vti", {{512, 512}, {0., 0.}, {1., 1.}}, 0.,
                              std::vector<io::VtiField<double>>{{"u", u}});
              }),
              "u.vti");
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(Pvd, ListsFilesAndTimes) {
  Folder folder;
  io::write_pvd(folder / "u.pvd", {{"u-0.vti", 0.}, {"a<b>&\"c\".vti", 0.5}});
  auto const text = content(folder / "u.pvd");
  EXPECT_SAYS(text, "<VTKFile type=\"Collection\"");
  EXPECT_SAYS(text, "<DataSet timestep=\"0\" part=\"0\" file=\"u-0.vti\"/>");
  EXPECT_SAYS(text, "timestep=\"0.5\" part=\"0\" file=\"a&lt;b&gt;&amp;&quot;c&quot;.vti\"/>");
}
