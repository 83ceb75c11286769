// SPDX-License-Identifier: Apache-2.0
// From a word, of a command line say, to a scheme, which is a type.
#pragma once

#include <tessera/scheme/direct.hpp>
#include <tessera/scheme/streaming.hpp>
#include <tessera/scheme/temporal.hpp>
#include <tessera/scheme/tiled.hpp>
#include <tessera/scheme/two_pass.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace tessera {

/// What with_scheme knows.
inline constexpr std::array<char const*, 5> scheme_names = {Direct::name, Tiled::name, Temporal::name,
                                                            TwoPass::name, Streaming::name};

/// Calls body with the scheme of this name and returns what it returns, the same type for all of them. A tile of zeros
/// and 0 fused steps leave the choice to the scheme. Whoever calls this compiles the body for every scheme.
///
///     with_scheme(name, {}, 0, [&](auto const& scheme) { Stepper(exec, u, stencil, boundary, scheme).advance(u, n); });
///
/// Throws InvalidInput for an unknown name, listing the known ones, and for a tile or fused steps given to a scheme that
/// has none.
template <class Body>
decltype(auto) with_scheme(std::string_view name, Tile const& tile, int fused_steps, Body const& body) {
  auto const refuse = [&](bool given, char const* what) {
    if (given) throw InvalidInput(detail::text("scheme ", name, " takes no ", what));
  };
  bool const has_tile = tile != Tile{0, 0, 0};
  if (name == Temporal::name) return body(Temporal{.tile = tile, .fused_steps = fused_steps});
  if (std::find(scheme_names.begin(), scheme_names.end(), name) != scheme_names.end())
    refuse(fused_steps != 0, "fused steps (leave them out, or take temporal)");
  if (name == Tiled::name) return body(Tiled{.tile = tile});
  if (name == Streaming::name) return body(Streaming{.tile = tile});
  if (name == Direct::name || name == TwoPass::name)
    refuse(has_tile, "tile (leave it out, or take tiled, temporal or streaming)");
  if (name == Direct::name) return body(Direct{});
  if (name == TwoPass::name) return body(TwoPass{});
  std::string known;
  for (auto const* scheme : scheme_names) known += (known.empty() ? "" : ", ") + std::string(scheme);
  throw InvalidInput(detail::text("scheme '", name, "' is unknown (give one of ", known, ")"));
}

} // namespace tessera
