// SPDX-License-Identifier: Apache-2.0
// Face tags (west, east, south, north, bottom, top) and their names.
#pragma once

namespace tessera {

/// One side of one axis, as a compile-time tag: axis 0 has west and east, axis 1 south and north, axis 2
/// bottom and top.
template <int Number>
struct Face {
  static constexpr int number = Number;
  static constexpr int axis = Number / 2;
  static constexpr bool upper = Number % 2 == 1;
  static constexpr int inward = upper ? -1 : 1; ///< offset towards the inside
};

inline constexpr Face<0> west{};
inline constexpr Face<1> east{};
inline constexpr Face<2> south{};
inline constexpr Face<3> north{};
inline constexpr Face<4> bottom{};
inline constexpr Face<5> top{};

/// The names of the faces, for messages and configuration files.
inline constexpr char const* face_names[] = {"west", "east", "south", "north", "bottom", "top"};

} // namespace tessera
