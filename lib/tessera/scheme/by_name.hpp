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

/// The names of the schemes that `which` accepts.
template <class Which>
std::vector<std::string> names_of_schemes(Which const& which) {
  std::vector<std::string> names;
  Schemes::for_each([&](auto const& scheme) {
    if (which(scheme)) names.push_back(scheme.name);
  });
  return names;
}

/// Names as a list, such as "a, b or c" where `last` is " or ".
inline std::string listed(std::vector<std::string> const& names, char const* last) {
  std::string all;
  for (std::size_t n = 0; n < names.size(); ++n)
    all += (n == 0 ? "" : n + 1 == names.size() ? last : ", ") + names[n];
  return all;
}

[[noreturn]] inline void refuse_unknown_scheme(std::string_view name) {
  throw InvalidInput(text("scheme '", name, "' is unknown (give one of ",
                          listed(names_of_schemes([](auto const&) { return true; }), ", "), ")"));
}

[[noreturn]] inline void refuse_fused_steps(std::string_view name) {
  auto const takers = names_of_schemes(
      [](auto const& scheme) { return takes_fused_steps<std::remove_cvref_t<decltype(scheme)>>; });
  throw InvalidInput(
      text("scheme ", name, " takes no fused steps (leave them out, or take ", listed(takers, " or "), ")"));
}

[[noreturn]] inline void refuse_tile(std::string_view name) {
  auto const takers =
      names_of_schemes([](auto const& scheme) { return takes_tile<std::remove_cvref_t<decltype(scheme)>>; });
  throw InvalidInput(
      text("scheme ", name, " takes no tile (leave it out, or take ", listed(takers, " or "), ")"));
}

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
      refuse_unknown_scheme(name);
  }

private:
  template <class SchemeType>
  Result with() const {
    SchemeType scheme;
    if constexpr (takes_fused_steps<SchemeType>)
      scheme.fused_steps = fused_steps;
    else if (fused_steps != 0)
      refuse_fused_steps(name);
    if constexpr (takes_tile<SchemeType>)
      scheme.tile = tile;
    else if (tile != Tile{0, 0, 0})
      refuse_tile(name);
    return body(static_cast<SchemeType const&>(scheme));
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
