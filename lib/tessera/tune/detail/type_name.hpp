// SPDX-License-Identifier: Apache-2.0
// The name of a type, as one writes it in code.
#pragma once

#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <string>
#include <typeinfo>

namespace tessera::detail {

inline std::string readable_name(char const* mangled) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> const name(abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 ? name.get() : mangled;
}

template <class T>
std::string type_name() {
  return readable_name(typeid(T).name());
}

} // namespace tessera::detail
