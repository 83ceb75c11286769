// SPDX-License-Identifier: Apache-2.0
// with_scheme(): finds the scheme, which is a type, for a name, for example from a command line.
#pragma once

#include <tessera/scheme/schemes.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tessera {

namespace detail {

template <class Body>
struct ByName {
  std::string_view name;
  Tile tile;
  int fused_steps;
  Body const& body;
  using Result = std::invoke_result_t<Body const&, Direct const&>;

  template <class SchemeType, class... Others>
  Result call(SchemeList<SchemeType, Others...>) const {
    if (name == SchemeType::name) return with<SchemeType>();
    if constexpr (sizeof...(Others) > 0)
      return call(SchemeList<Others...>{});
    else
      throw InvalidInput(text("scheme '", name, "' is unknown (give one of ",
                              listed(", ", ", ", [](auto) { return true; }), ")"));
  }

private:
  template <class SchemeType>
  Result with() const {
    SchemeType scheme;
    if constexpr (takes_fused_steps<SchemeType>)
      scheme.fused_steps = fused_steps;
    else if (fused_steps != 0)
      refuse("fused steps (leave them out",
             [](auto const& s) { return takes_fused_steps<std::remove_cvref_t<decltype(s)>>; });
    if constexpr (takes_tile<SchemeType>)
      scheme.tile = tile;
    else if (tile != Tile{0, 0, 0})
      refuse("tile (leave it out",
             [](auto const& s) { return takes_tile<std::remove_cvref_t<decltype(s)>>; });
    return body(static_cast<SchemeType const&>(scheme));
  }

  template <class Which>
  [[noreturn]] void refuse(char const* what, Which const& which) const {
    throw InvalidInput(
        text("scheme ", name, " takes no ", what, ", or take ", listed(", ", " or ", which), ")"));
  }

  /// The names of the schemes that `which` accepts, such as "a, b or c".
  template <class Which>
  static std::string listed(char const* between, char const* last, Which const& which) {
    std::vector<std::string> names;
    Schemes::for_each([&](auto const& scheme) {
      if (which(scheme)) names.push_back(scheme.name);
    });
    std::string all;
    for (std::size_t n = 0; n < names.size(); ++n)
      all += (n == 0 ? "" : n + 1 == names.size() ? last : between) + names[n];
    return all;
  }
};

} // namespace detail

/// Calls body with the scheme of this name and returns what body returns, which must be the same type for all
/// schemes. A tile of zeros and 0 fused steps leave the choice to the scheme. The body is compiled for every
/// scheme.
///
///     with_scheme(name, {}, 0, [&](auto const& scheme) {
///       Stepper(exec, u, stencil, boundary, scheme).advance(u, n);
///     });
///
/// \throws InvalidInput for an unknown name, listing the known ones, and for a tile or fused steps given to a
/// scheme that takes none
template <class Body>
decltype(auto) with_scheme(std::string_view name, Tile const& tile, int fused_steps, Body const& body) {
  return detail::ByName<Body>{name, tile, fused_steps, body}.call(Schemes{});
}

} // namespace tessera
