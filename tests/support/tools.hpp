// SPDX-License-Identifier: Apache-2.0
// Recording: the events that Kokkos reports to its tools, which are launches, fences, allocations, copies and
// regions.
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tessera::test {

struct ToolEvent {
  enum Type { kernel, other_kernel, fence, allocation, deallocation, copy, push, pop } type;
  std::string name;
  std::uint32_t device = 0; // id of the execution-space instance, for launches and fences
};

/// Records from construction to destruction. Only one may exist at a time, since Kokkos's callbacks are plain
/// functions.
class Recording {
public:
  Recording() {
    namespace tools = Kokkos::Tools::Experimental;
    saved_ = tools::get_callbacks();
    events().clear();
    tools::set_begin_parallel_for_callback(begun<ToolEvent::kernel>);
    tools::set_begin_parallel_reduce_callback(begun<ToolEvent::other_kernel>);
    tools::set_begin_parallel_scan_callback(begun<ToolEvent::other_kernel>);
    tools::set_begin_fence_callback(begun<ToolEvent::fence>);
    tools::set_allocate_data_callback(allocated<ToolEvent::allocation>);
    tools::set_deallocate_data_callback(allocated<ToolEvent::deallocation>);
    tools::set_begin_deep_copy_callback([](Kokkos::Tools::SpaceHandle, char const* to, void const*,
                                           Kokkos::Tools::SpaceHandle, char const*, void const*,
                                           std::uint64_t) {
      events().push_back({ToolEvent::copy, to});
    });
    tools::set_push_region_callback([](char const* name) { events().push_back({ToolEvent::push, name}); });
    tools::set_pop_region_callback([] { events().push_back({ToolEvent::pop, ""}); });
  }
  ~Recording() { Kokkos::Tools::Experimental::set_callbacks(saved_); }
  Recording(Recording const&) = delete;
  Recording& operator=(Recording const&) = delete;

  std::vector<ToolEvent> all() const { return events(); }
  std::vector<ToolEvent> of(ToolEvent::Type type) const {
    std::vector<ToolEvent> chosen;
    std::copy_if(events().begin(), events().end(), std::back_inserter(chosen),
                 [=](ToolEvent const& event) { return event.type == type; });
    return chosen;
  }

private:
  static std::vector<ToolEvent>& events() {
    static std::vector<ToolEvent> list;
    return list;
  }
  template <ToolEvent::Type type>
  static void begun(char const* name, std::uint32_t device, std::uint64_t*) {
    // Kokkos' own fences: those for tools, and those at the end of each launch on its threads.
    for (char const* own : {"Profile Tool Fence", "Kokkos::ThreadsInternal::fence"})
      if (std::string(name).find(own) != std::string::npos) return;
    events().push_back({type, name, device});
  }
  template <ToolEvent::Type type>
  static void allocated(Kokkos::Tools::SpaceHandle, char const* name, void const*, std::uint64_t bytes) {
    if (bytes > 0) events().push_back({type, name});
  }

  Kokkos::Tools::Experimental::EventSet saved_;
};

/// The names of the events, joined, for messages.
inline std::string names(std::vector<ToolEvent> const& events) {
  std::string joined;
  for (auto const& event : events) joined += (joined.empty() ? "'" : ", '") + event.name + "'";
  return joined;
}

} // namespace tessera::test
