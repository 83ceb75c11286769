// SPDX-License-Identifier: Apache-2.0
// The exceptions of the library, and their messages, which contain the values at fault. The library throws
// and never aborts.
#pragma once

#include <initializer_list>
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

/// A part of a message: a reference to a value of any type that streams take. It lets all messages share the
/// code that joins them.
class TextPart {
public:
  TextPart(char const* text) : value_(text), put_(put_text) {}
  template <class Value>
  TextPart(Value const& value) : value_(&value), put_(put<Value>) {}

  void put_into(std::ostream& stream) const { put_(stream, value_); }

private:
  static void put_text(std::ostream& stream, void const* text) { stream << static_cast<char const*>(text); }
  template <class Value>
  static void put(std::ostream& stream, void const* value) {
    stream << *static_cast<Value const*>(value);
  }

  void const* value_;
  void (*put_)(std::ostream&, void const*);
};

inline std::string joined_text(std::initializer_list<TextPart> parts) {
  std::ostringstream stream;
  stream.precision(12);
  for (TextPart const& part : parts) part.put_into(stream);
  return stream.str();
}

/// Joins its arguments into one message.
template <class... Parts>
std::string text(Parts const&... parts) {
  return joined_text({TextPart(parts)...});
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
