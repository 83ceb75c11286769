// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tessera::io::detail {

/// Text as the value of an XML attribute: names may hold anything, XML may not.
std::string xml_escaped(std::string const& text);

/// What VTK's XML files begin with: the element VTKFile of this type, for binary data of this machine.
std::string vtk_opening(std::string const& type);

} // namespace tessera::io::detail
