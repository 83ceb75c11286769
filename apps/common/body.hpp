// SPDX-License-Identifier: Apache-2.0
// Solid bodies in a plane, by shape: which nodes lie in them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "geometry.hpp"

namespace tessera::app {

class ConfigKeys;

/// A body as the user describes it. What is not given depends on the domain: see shape_of_body.
struct BodySpec {
  enum class Kind { rectangle, circle, polygon, naca, picture };
  Kind kind = Kind::rectangle;
  std::filesystem::path file;   ///< picture: light pixels are body
  std::vector<double> centre;   ///< of the rectangle, circle, or the middle of the chord
  std::vector<double> size;     ///< rectangle: its two sides
  std::optional<double> radius; ///< circle
  std::vector<double> points;   ///< polygon: x and y in turn, either way round
  std::string digits = "0012";  ///< naca: of the profile
  std::optional<double> chord;  ///< naca
  double angle = 0.;            ///< naca: of attack, degrees
  std::optional<double> value;  ///< what the field is on the body; default: the initial field
};

/// "rectangle", "circle", "polygon", "naca" or "FILE.png".
/// \throws InvalidInput
BodySpec parse_body(std::string const& text, std::filesystem::path const& folder, std::string const& what);

/// The table `body` of a solver's section.
/// \param value whether the field on it is given
void walk_body(ConfigKeys& keys, std::optional<BodySpec>& body, bool value);

/// One byte a node, 1 in the body, boundary of the shape included. Defaults: in the middle of the domain;
/// rectangle: a quarter of the height wide and high; circle: that in diameter; naca: half the height in
/// chord.
/// \throws InvalidInput for planes only; for a body that holds no node or reaches outside, a picture of a
/// wrong size, sizes that are not positive
std::vector<std::uint8_t> body_mask(BodySpec const& body, Geometry const& geometry);

/// The length of a body that coefficients and Reynolds numbers are over by custom, as it was given, not as
/// the grid shows it.
struct BodySize {
  double length;
  char const* words;
};
/// Of a circle the diameter, of an aerofoil the chord, of a rectangle or polygon the height. None of a
/// picture, which has only nodes.
/// \throws InvalidInput for sizes that can't be
std::optional<BodySize> given_size(BodySpec const& body, Geometry const& geometry);

/// The outline of a NACA four-digit aerofoil (Abbott and von Doenhoff, Theory of Wing Sections, 1959, section
/// 6.4) of chord 1 from (0, 0) to (1, 0), x and y in turn. The trailing edge is closed by a straight line.
/// \throws InvalidInput unless there are four digits of a profile that has a thickness
std::vector<double> naca_outline(std::string const& digits);

} // namespace tessera::app
