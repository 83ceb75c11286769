// SPDX-License-Identifier: Apache-2.0
// Face tags (west, east, south, north, bottom, top) and their names.
#pragma once

namespace tessera {

/// One side of one axis, as a compile-time tag: axis 0 has west and east, axis 1 south and north, axis 2
/// bottom and top.
template <int Number>
struct Face {
  static constexpr int number = Number;          ///< in face_names
  static constexpr int axis = Number / 2;        ///< of its normal
  static constexpr bool upper = Number % 2 == 1; ///< whether it is the axis's upper end
  static constexpr int inward = upper ? -1 : 1;  ///< offset towards the inside
};

inline constexpr Face<0> west{};   ///< lower face of axis 0
inline constexpr Face<1> east{};   ///< upper face of axis 0
inline constexpr Face<2> south{};  ///< lower face of axis 1
inline constexpr Face<3> north{};  ///< upper face of axis 1
inline constexpr Face<4> bottom{}; ///< lower face of axis 2
inline constexpr Face<5> top{};    ///< upper face of axis 2

/// The names of the faces, for messages and configuration files.
inline constexpr char const* face_names[] = {"west", "east", "south", "north", "bottom", "top"};

} // namespace tessera
