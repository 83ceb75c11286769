// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/atomic_file.hpp>
#include <tessera/io/detail/xml.hpp>
#include <tessera/io/pvd.hpp>

#include <fmt/format.h>

namespace tessera::io {

void write_pvd(std::filesystem::path const& path, std::vector<PvdStep> const& steps) {
  auto text = detail::vtk_opening("Collection") + "  <Collection>\n";
  for (auto const& step : steps)
    text += fmt::format("    <DataSet timestep=\"{:.17g}\" part=\"0\" file=\"{}\"/>\n", step.time,
                        detail::xml_escaped(step.file));
  text += "  </Collection>\n</VTKFile>\n";
  write_file(path, std::string_view(text));
}

} // namespace tessera::io
