// SPDX-License-Identifier: Apache-2.0
// From a word on the command line to a scheme, which is a type.
#pragma once

#include <tessera/tessera.hpp>

namespace example {

/// body(scheme) with the scheme of this name, its tile and fused steps left to the library.
template <class Body>
void with_scheme(std::string const& name, Body const& body) {
  if (name == tessera::Direct::name) return body(tessera::Direct{});
  if (name == tessera::Tiled::name) return body(tessera::Tiled{});
  if (name == tessera::Temporal::name) return body(tessera::Temporal{});
  throw tessera::InvalidInput("scheme '" + name + "' is unknown (give direct, tiled or temporal)");
}

} // namespace example
