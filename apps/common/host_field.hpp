// SPDX-License-Identifier: Apache-2.0
// HostField: a field of a run on the host, which rank 0 reads plane by plane from all ranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

namespace tessera::app {

/// A field of all ranks in logical row-major order. Rank 0 reads as many planes across axis 0 at a time as it
/// likes, within led_by_first() where there are other ranks, so that it never holds the whole.
template <class T>
class HostValues {
public:
  /// Planes from `first` on.
  using Planes = std::function<std::vector<T>(std::int64_t first, std::int64_t count)>;

  HostValues() = default;
  HostValues(std::int64_t planes, std::int64_t plane, Planes read)
      : planes_(planes), plane_(plane), read_(std::move(read)) {}

  std::size_t size() const { return static_cast<std::size_t>(planes_ * plane_); }
  std::vector<T> planes(std::int64_t first, std::int64_t count) const { return read_(first, count); }
  std::vector<T> all() const { return read_(0, planes_); }

  /// Calls visit(number of the first, values) for all values in order, about 16 MiB at a time.
  template <class Visit>
  void for_pieces(Visit const& visit) const {
    auto const bytes = plane_ * static_cast<std::int64_t>(sizeof(T));
    auto const at_once = std::max<std::int64_t>(1, (std::int64_t{16} << 20) / bytes);
    for (std::int64_t first = 0; first < planes_; first += at_once) {
      auto const values = read_(first, std::min(at_once, planes_ - first));
      visit(static_cast<std::size_t>(first * plane_), std::span<T const>(values));
    }
  }

private:
  std::int64_t planes_ = 0, plane_ = 0;
  Planes read_;
};

/// In the precision of the run.
using HostField = std::variant<HostValues<float>, HostValues<double>>;

/// What all ranks do when rank 0 reads planes of a field that they share; returns them on rank 0.
template <class T>
using Gather = std::function<std::vector<T>(std::int64_t first, std::int64_t count)>;

/// A field whose planes all ranks bring together. Collective, as its making is; the planes are read on rank 0
/// alone.
template <class T>
HostValues<T> shared_values(std::int64_t planes, std::int64_t plane, Gather<T> gather);

/// Runs work() on rank 0, which may read shared fields there; meanwhile the others bring it their planes.
/// What it throws, all ranks throw. Collective.
void led_by_first(std::function<void()> const& work);

} // namespace tessera::app
