// SPDX-License-Identifier: Apache-2.0
// Functions of time as tables. They are evaluated on the host, whatever function they come from, and kernels
// look them up by step, so that all backends compute with the same bits.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/core/index.hpp>

#include <string>
#include <utility>

namespace tessera {

/// The part that a kernel holds: the values of a window of steps, in a circular buffer.
template <class MemorySpace>
struct TimeTableView {
  Kokkos::View<double const*, MemorySpace> values; ///< its length is a power of two

  KOKKOS_FORCEINLINE_FUNCTION double operator()(Index step) const {
    return values(step & (static_cast<Index>(values.extent(0)) - 1));
  }
};

/// Owns a table and moves its window along as the run advances.
template <class MemorySpace>
class TimeTable {
public:
  static constexpr Index window = 4096;

  /// The largest number of steps that one call of fill() serves; a run of that many steps also looks up the
  /// level after the last.
  static constexpr Index longest_advance() { return window - 1; }

  explicit TimeTable(std::string const& label = "tessera::time_table")
      : values_(label, window), host_(Kokkos::create_mirror_view(values_)) {}

  TimeTableView<MemorySpace> view() const { return {values_}; }

  /// Fills the levels first to first + steps with value(level). The call waits for kernels that read the
  /// table, and for the copy.
  /// \throws InvalidInput for more than longest_advance() steps.
  template <class Exec, class Value>
  void fill(Exec const& exec, Index first, Index steps, Value const& value) const {
    if (steps > longest_advance())
      throw InvalidInput(detail::text("a time table holds ", longest_advance(), " steps, ", steps,
                                      " were asked for (advance in parts)"));
    exec.fence("tessera::TimeTable: before refilling");
    for (Index level = first; level <= first + steps; ++level) host_(level & (window - 1)) = value(level);
    Kokkos::deep_copy(exec, values_, host_);
    exec.fence("tessera::TimeTable: after refilling");
  }

private:
  Kokkos::View<double*, MemorySpace> values_;
  decltype(Kokkos::create_mirror_view(std::declval<Kokkos::View<double*, MemorySpace>>())) host_;
};

} // namespace tessera
