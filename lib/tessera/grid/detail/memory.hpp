// SPDX-License-Identifier: Apache-2.0
// Checks whether values share memory, within one View or between two Views.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/core/index.hpp>

#include <utility>

namespace tessera::detail {

/// Where the values of a View lie, in bytes. Axes that the View does not have count as axes with one value.
struct Footprint {
  char const* first = nullptr;
  Index bytes = 0; // size of one value
  Index extent[3] = {1, 1, 1}, stride[3] = {0, 0, 0};

  bool empty() const { return first == nullptr || count() == 0; }
  Index count() const { return extent[0] * extent[1] * extent[2]; }
  Index reach(int axis) const { return stride[axis] * (extent[axis] - 1); }
  Index span() const { return bytes + reach(0) + reach(1) + reach(2); }
  bool reaches_over(char const* place) const { return place >= first && place < first + span(); }
};

template <class T, class Extents, class Strides>
Footprint footprint_of(T const* first, int rank, Extents const& extent, Strides const& stride) {
  Footprint print{.first = reinterpret_cast<char const*>(first), .bytes = sizeof(T)};
  for (int d = 0; d < rank; ++d) {
    print.extent[d] = static_cast<Index>(extent(d));
    print.stride[d] = static_cast<Index>(stride(d)) * print.bytes;
  }
  return print;
}

template <class ViewType>
Footprint footprint_of(ViewType const& view) {
  return footprint_of(
      view.data(), static_cast<int>(ViewType::rank()), [&](int d) { return view.extent(d); },
      [&](int d) { return view.stride(d); });
}

/// Whether two values of a View lie in one place. A View with a place for each value stores row after row:
/// taken in the order of the strides, no axis has a stride smaller than the reach of the axes below it.
inline bool overlaps_itself(Footprint const& print) {
  int axes[3] = {0, 1, 2};
  for (int i = 1; i < 3; ++i)
    for (int j = i; j > 0 && print.stride[axes[j]] < print.stride[axes[j - 1]]; --j)
      std::swap(axes[j], axes[j - 1]);
  Index below = print.bytes;
  for (int axis : axes) {
    if (print.extent[axis] <= 1) continue;
    if (print.stride[axis] < below) return true;
    below += print.reach(axis);
  }
  return false;
}

/// Whether some value of one View and some value of the other lie `distance` bytes apart, for Views of equal
/// strides; the axes [0, axis] are still to be searched.
inline bool meet_along(Footprint const& a, Footprint const& b, int axis, Index distance) {
  if (axis < 0) return distance < a.bytes && distance > -b.bytes;
  Index const stride = a.extent[axis] > 1 ? a.stride[axis] : b.stride[axis], most = a.extent[axis] - 1,
              least = 1 - b.extent[axis];
  if (stride == 0 || most == least) return meet_along(a, b, axis - 1, distance);
  Index slack = max(a.bytes, b.bytes);
  for (int lower = 0; lower < axis; ++lower) slack += max(a.reach(lower), b.reach(lower));
  for (Index n = max(least, (distance - slack) / stride - 1); n <= min(most, (distance + slack) / stride + 1);
       ++n)
    if (meet_along(a, b, axis - 1, distance - n * stride)) return true;
  return false;
}

/// Whether two Views have a value in common. For Views with different strides, one of which lies in the gaps
/// between the other's rows, this is not computed and the answer is no.
inline bool share_memory(Footprint const& a, Footprint const& b) {
  if (a.empty() || b.empty() || a.first >= b.first + b.span() || b.first >= a.first + a.span()) return false;
  bool same_strides = true;
  for (int d = 0; d < 3; ++d)
    same_strides &= a.extent[d] == 1 || b.extent[d] == 1 || a.stride[d] == b.stride[d];
  if (same_strides) return meet_along(a, b, 2, b.first - a.first);
  auto const ends_in = [](Footprint const& one, Footprint const& other) {
    bool const dense = other.span() == other.bytes * other.count() && !overlaps_itself(other);
    return dense && (other.reaches_over(one.first) || other.reaches_over(one.first + one.span() - one.bytes));
  };
  return ends_in(a, b) || ends_in(b, a);
}

template <class A, class B>
bool share_memory(A const& a, B const& b) {
  return share_memory(footprint_of(a), footprint_of(b));
}

/// \throws InvalidInput where a View has no memory for its values. `what` names it in the message, for
/// example "field".
template <class ViewType>
void check_given(char const* what, ViewType const& view) {
  Footprint const print = footprint_of(view);
  if (print.count() > 0 && print.first == nullptr)
    throw InvalidInput(text(what, " '", view.label(), "' has ",
                            extents_text(print.extent, static_cast<int>(ViewType::rank())),
                            " values and no memory for them (give a View that is allocated)"));
}

/// \throws InvalidInput where a View that is to be written has no memory for its values, or where two of its
/// values share their place.
template <class ViewType>
void check_memory(char const* what, ViewType const& view) {
  constexpr int D = static_cast<int>(ViewType::rank());
  check_given(what, view);
  Footprint const print = footprint_of(view);
  if (overlaps_itself(print)) {
    Index strides[3];
    for (int d = 0; d < D; ++d) strides[d] = static_cast<Index>(view.stride(d));
    throw InvalidInput(text(what, " '", view.label(), "' has ", extents_text(print.extent, D),
                            " values with strides of ", extents_text(strides, D),
                            ": some share their memory (give a View with a place for every value)"));
  }
}

} // namespace tessera::detail
