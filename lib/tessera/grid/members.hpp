// SPDX-License-Identifier: Apache-2.0
// Members of the struct that a system of fields has at each node, named by pointers.
#pragma once

#include <type_traits>

namespace tessera {

/// A list of members of a struct, for example members<&Em::hx, &Em::hy>. A member that is an array stands for
/// all its values.
template <auto... Pointers>
struct Members {
  static_assert((std::is_member_object_pointer_v<decltype(Pointers)> && ...),
                "tessera::members<...>: pointers to members of the struct, such as &Em::hx");
};
/// Members of a struct as a value, for example members<&Em::hx, &Em::hy>.
template <auto... Pointers>
inline constexpr Members<Pointers...> members{};

/// One member of a struct, for example member<&Em::hx>.
template <auto Pointer>
inline constexpr Members<Pointer> member{};

} // namespace tessera
