// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/detail/xml.hpp>

#include <bit>
#include <fmt/format.h>

namespace tessera::io::detail {

std::string xml_escaped(std::string const& text) {
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

std::string vtk_opening(std::string const& type) {
  auto const order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  return fmt::format("<?xml version=\"1.0\"?>\n"
                     "<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n",
                     type, order);
}

} // namespace tessera::io::detail
