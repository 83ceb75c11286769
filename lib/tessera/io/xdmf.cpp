// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/atomic_file.hpp>
#include <tessera/io/xdmf.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::io {

namespace {

/// File names may hold anything, XML may not.
std::string escaped(std::string const& text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

/// Numbers with spaces between. One by one: where g++ 13 and later see the inside of fmt 9's join of doubles, they warn of
/// bounds that it keeps.
std::string spaced(std::vector<double> const& numbers) {
  std::string text;
  for (double number : numbers) text += fmt::format("{}{:.17g}", text.empty() ? "" : " ", number);
  return text;
}

} // namespace

void write_xdmf(std::filesystem::path const& path, XdmfSeries const& series,
                std::vector<XdmfStep> const& steps) {
  auto nodes = series.nodes;
  auto origin = series.origin;
  auto spacing = series.spacing;
  // A line is a plane one node wide: XDMF's uniform grids begin at two axes.
  while (nodes.size() < 2) {
    nodes.push_back(1);
    origin.push_back(0.);
    spacing.push_back(1.);
  }
  auto const three = nodes.size() == 3;
  auto const dimensions = fmt::format("{}", fmt::join(nodes, " "));
  auto const stored = fmt::format("{}", fmt::join(series.nodes, " "));
  std::string text = "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"3.0\">\n <Domain>\n"
                     "  <Grid Name=\"series\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  for (auto const& step : steps) {
    text += fmt::format(R"(   <Grid Name="grid" GridType="Uniform">
    <Time Value="{:.17g}"/>
    <Topology TopologyType="{}" Dimensions="{}"/>
    <Geometry GeometryType="{}">
     <DataItem Dimensions="{}" NumberType="Float" Precision="8" Format="XML">{}</DataItem>
     <DataItem Dimensions="{}" NumberType="Float" Precision="8" Format="XML">{}</DataItem>
    </Geometry>
    <Attribute Name="{}" AttributeType="Scalar" Center="Node">
     <DataItem Dimensions="{}" NumberType="Float" Precision="{}" Format="HDF">{}:/{}</DataItem>
    </Attribute>
   </Grid>
)",
                        step.time, three ? "3DCoRectMesh" : "2DCoRectMesh", dimensions,
                        three ? "ORIGIN_DXDYDZ" : "ORIGIN_DXDY", nodes.size(), spaced(origin), nodes.size(),
                        spaced(spacing), escaped(series.dataset), stored, series.bytes, escaped(step.file),
                        escaped(series.dataset));
  }
  text += "  </Grid>\n </Domain>\n</Xdmf>\n";
  write_file(path, text);
}

} // namespace tessera::io
