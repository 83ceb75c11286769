// SPDX-License-Identifier: Apache-2.0
// The exceptions of the library, and their messages, which contain the values at fault. The library throws
// and never aborts.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace tessera {

/// Base of everything that the library throws.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The caller asked for something that can't be done: wrong sizes, an unstable step, an unknown name.
class InvalidInput : public Error {
public:
  using Error::Error;
};

/// The call was correct and still failed: no memory, a full disk, a diverged field.
class RunFailure : public Error {
public:
  using Error::Error;
};

namespace detail {

/// Joins its arguments into one message.
template <class... Parts>
std::string text(Parts const&... parts) {
  std::ostringstream stream;
  stream.precision(12);
  (stream << ... << parts);
  return stream.str();
}

/// The first `count` extents as text, such as "64 x 16".
template <class Extents>
std::string extents_text(Extents const& extents, int count) {
  std::string joined;
  for (int a = 0; a < count; ++a) joined += (a ? " x " : "") + std::to_string(extents[a]);
  return joined;
}

} // namespace detail
} // namespace tessera
