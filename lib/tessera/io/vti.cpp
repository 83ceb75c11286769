// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/atomic_file.hpp>
#include <tessera/io/detail/posix_file.hpp>
#include <tessera/io/detail/xml.hpp>
#include <tessera/io/vti.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>

namespace tessera::io {

namespace {

/// A grid as VTK describes it, always with three axes: axes that the grid does not have are one node wide.
struct Image {
  std::array<std::size_t, 3> nodes{1, 1, 1};
  std::array<double, 3> origin{0., 0., 0.}, spacing{1., 1., 1.};

  explicit Image(VtiGrid const& grid) {
    auto const axes = grid.nodes.size();
    if (axes < 1 || axes > 3 || grid.origin.size() != axes || grid.spacing.size() != axes ||
        element_count(grid.nodes) == 0)
      throw InvalidInput(fmt::format(
          "a VTK image of {} nodes with {} origins and {} spacings (give 1 to 3 axes, the same everywhere)",
          to_string(grid.nodes), grid.origin.size(), grid.spacing.size()));
    std::copy_n(grid.nodes.begin(), axes, nodes.begin());
    std::copy_n(grid.origin.begin(), axes, origin.begin());
    std::copy_n(grid.spacing.begin(), axes, spacing.begin());
  }
};

/// Everything in the file before the values; `offsets` says where the values of each field begin after the
/// mark '_'.
template <class T>
std::string header(Image const& image, double time, std::vector<VtiPieces<T>> const& fields,
                   std::vector<std::size_t> const& offsets) {
  auto const& n = image.nodes;
  auto const extent = fmt::format("0 {} 0 {} 0 {}", n[0] - 1, n[1] - 1, n[2] - 1);
  auto const three = [](std::array<double, 3> const& a) {
    return fmt::format("{:.17g} {:.17g} {:.17g}", a[0], a[1], a[2]);
  };
  auto text = detail::vtk_opening("ImageData");
  text += fmt::format("  <ImageData WholeExtent=\"{}\" Origin=\"{}\" Spacing=\"{}\">\n", extent,
                      three(image.origin), three(image.spacing));
  text += fmt::format("    <FieldData>\n      <DataArray type=\"Float64\" Name=\"TimeValue\" "
                      "NumberOfTuples=\"1\" format=\"ascii\">{:.17g}</DataArray>\n    </FieldData>\n",
                      time);
  text += fmt::format("    <Piece Extent=\"{}\">\n      <PointData Scalars=\"{}\">\n", extent,
                      fields.empty() ? "" : detail::xml_escaped(fields.front().name));
  for (std::size_t f = 0; f < fields.size(); ++f)
    text +=
        fmt::format("        <DataArray type=\"Float{}\" Name=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
                    8 * sizeof(T), detail::xml_escaped(fields[f].name), offsets[f]);
  text += "      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n   _";
  return text;
}

/// Writes planes from plane `first` on, which are given in row-major order, the last axis fastest, with axis
/// 0 fastest. It works in blocks of some columns and rows, which needs little memory and uses each cache line
/// that it reads. Where all planes are given, rows follow each other in the file.
template <class T>
void write_turned(detail::PosixFile& file, std::array<std::size_t, 3> const& n, std::size_t first,
                  std::span<const T> values, std::size_t offset) {
  constexpr std::size_t most_columns = 64 / sizeof(T), most_values = (std::size_t(16) << 20) / sizeof(T);
  auto const planes = values.size() / (n[1] * n[2]);
  auto const columns = std::min(n[2], most_columns);
  auto const rows = std::clamp<std::size_t>(most_values / (columns * planes), 1, n[1]);
  std::vector<T> block(columns * rows * planes);
  for (std::size_t k0 = 0; k0 < n[2]; k0 += columns)
    for (std::size_t j0 = 0; j0 < n[1]; j0 += rows) {
      auto const k1 = std::min(k0 + columns, n[2]), j1 = std::min(j0 + rows, n[1]);
      for (auto j = j0; j < j1; ++j)
        for (std::size_t i = 0; i < planes; ++i)
          for (auto k = k0; k < k1; ++k)
            block[((k - k0) * rows + (j - j0)) * planes + i] = values[(i * n[1] + j) * n[2] + k];
      auto const at_once = planes == n[0] ? j1 - j0 : 1; // rows
      for (auto k = k0; k < k1; ++k)
        for (auto j = j0; j < j1; j += at_once)
          file.write(std::as_bytes(std::span<const T>(block).subspan(((k - k0) * rows + (j - j0)) * planes,
                                                                     at_once * planes)),
                     offset + ((k * n[1] + j) * n[0] + first) * sizeof(T));
    }
}

} // namespace

template <class T>
void write_vti(std::filesystem::path const& path, VtiGrid const& grid, double time,
               std::vector<VtiField<T>> const& fields) {
  std::vector<VtiPieces<T>> whole;
  for (auto const& field : fields)
    whole.push_back({field.name, [values = field.values](auto const& put) { put(values); }});
  write_vti(path, grid, time, whole);
}

template <class T>
void write_vti(std::filesystem::path const& path, VtiGrid const& grid, double time,
               std::vector<VtiPieces<T>> const& fields) {
  Image const image(grid);
  auto const& nodes = image.nodes;
  auto const count = element_count(grid.nodes), plane = count / nodes[0];
  std::uint64_t const bytes = count * sizeof(T); // precedes the values of each field
  std::vector<std::size_t> offsets;
  for (std::size_t f = 0; f < fields.size(); ++f) offsets.push_back(f * (sizeof bytes + bytes));
  auto const head = header(image, time, fields, offsets);
  constexpr std::string_view tail = "\n  </AppendedData>\n</VTKFile>\n";
  auto const end = head.size() + fields.size() * (sizeof bytes + bytes);

  AtomicFile output(path);
  detail::PosixFile file(output.temporary(), O_RDWR | O_CREAT | O_TRUNC, output.target());
  file.reserve(end + tail.size());
  auto const as_bytes = [](std::string_view text) { return std::as_bytes(std::span(text)); };
  file.write(as_bytes(head), 0);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    auto const at = head.size() + offsets[f];
    file.write(std::as_bytes(std::span(&bytes, 1)), at);
    std::size_t written = 0;
    fields[f].values([&](std::span<const T> piece) {
      written += piece.size();
      if (written > count || piece.size() % plane != 0) return; // said below
      write_turned(file, nodes, (written - piece.size()) / plane, piece, at + sizeof bytes);
    });
    if (written != count)
      throw InvalidInput(fmt::format("field {} has {} values, its grid {} has {} nodes (pass all of them)",
                                     fields[f].name, written, to_string(grid.nodes), count));
  }
  file.write(as_bytes(tail), end);
  file.close();
  output.commit();
}

template void write_vti(std::filesystem::path const&, VtiGrid const&, double,
                        std::vector<VtiField<float>> const&);
template void write_vti(std::filesystem::path const&, VtiGrid const&, double,
                        std::vector<VtiField<double>> const&);

template void write_vti(std::filesystem::path const&, VtiGrid const&, double,
                        std::vector<VtiPieces<float>> const&);
template void write_vti(std::filesystem::path const&, VtiGrid const&, double,
                        std::vector<VtiPieces<double>> const&);

} // namespace tessera::io
