// SPDX-License-Identifier: Apache-2.0
// Text for VTK's XML files.
#pragma once

#include <string>

namespace tessera::io::detail {

/// Text as the value of an XML attribute: names may contain any character, XML must not.
std::string xml_escaped(std::string const& text);

/// The opening of VTK's XML files: the element VTKFile of this type, for binary data of this machine.
std::string vtk_opening(std::string const& type);

} // namespace tessera::io::detail
