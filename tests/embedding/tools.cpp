// SPDX-License-Identifier: Apache-2.0
// How Tessera behaves inside an application, as Kokkos reports it: all launches are on the given instance,
// advance() neither waits nor allocates, and every kernel's name says that it belongs to Tessera.
#include "support/tools.hpp"

#include <gtest/gtest.h>

#include "support/diffusion.hpp"

namespace tessera::test {

/// An instance that is not the default one: a stream, or a part of the cores.
Exec other_instance() { return Kokkos::Experimental::partition_space(Exec(), 1, 1)[1]; }

std::uint32_t id(Exec const& exec) { return Kokkos::Tools::Experimental::device_id(exec); }

using Right = Kokkos::LayoutRight;

/// Whether a kernel belongs to a scheme's sweeps, or copies between levels. Streaming of a plane on a device
/// uses Temporal's kernel with one step.
bool is_of(std::string const& scheme, ToolEvent const& kernel) {
  auto const label = scheme == "two-pass" ? "two_pass" : scheme;
  return kernel.name.rfind("tessera::" + label + "::", 0) == 0 ||
         (scheme == "streaming" && kernel.name == "tessera::temporal::sweep") ||
         kernel.name.rfind("tessera::stepper::", 0) == 0;
}

template <class SchemeType>
void expect_good_guest(std::string const& name, SchemeType const& scheme, Memory<double, 2, Right>& memory,
                       std::array<Index, 2> nodes) {
  Exec const exec = other_instance();
  Grid<2> const grid{.nodes = {nodes[0], nodes[1]}, .spacing = {1, 1}};
  auto const u = make_field(grid, memory.view());
  Stepper stepper(exec, u, Diffusion<2>{{0.2, 0.1}}, everywhere(Fixed{}), scheme);
  exec.fence();
  for (Index steps : {1, 2, 11}) {
    Recording const recording;
    stepper.advance(u, steps);
    for (auto const& kernel : recording.of(ToolEvent::kernel)) {
      EXPECT_EQ(kernel.device, id(exec)) << name << ": '" << kernel.name << "' runs on another instance";
      EXPECT_TRUE(is_of(name, kernel)) << kernel.name;
    }
    EXPECT_FALSE(recording.of(ToolEvent::kernel).empty());
    EXPECT_TRUE(recording.of(ToolEvent::other_kernel).empty())
        << names(recording.of(ToolEvent::other_kernel));
    EXPECT_TRUE(recording.of(ToolEvent::fence).empty())
        << name << ": " << names(recording.of(ToolEvent::fence));
    for (auto type : {ToolEvent::allocation, ToolEvent::deallocation})
      EXPECT_TRUE(recording.of(type).empty()) << name << ": " << names(recording.of(type));
    auto const all = recording.all();
    ASSERT_GE(all.size(), 2u);
    EXPECT_EQ(all.front().type, ToolEvent::push);
    EXPECT_EQ(all.front().name, "tessera::Stepper::advance");
    EXPECT_EQ(all.back().type, ToolEvent::pop);
  }
  exec.fence();
}

TEST(Embedding, AdvanceLaunchesOnTheGivenInstanceAndNothingElse) {
  for (std::array<Index, 2> nodes : {std::array<Index, 2>{37, 53}, {300, 520}}) {
    Memory<double, 2, Right> memory({nodes[0], nodes[1]});
    memory.fill(random_values<double>(static_cast<std::size_t>(nodes[0] * nodes[1]), 5));
    for_each_scheme<Diffusion<2>>(
        [&](char const* name, auto const& scheme) { expect_good_guest(name, scheme, memory, nodes); });
  }
}

TEST(Embedding, ZeroStepsLaunchNothing) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  Memory<double, 2, Right> memory(grid.nodes);
  auto const u = make_field(grid, memory.view());
  for_each_scheme<Diffusion<2>>([&](char const* name, auto const& scheme) {
    Stepper stepper(Exec(), u, Diffusion<2>{{0.2, 0.1}}, everywhere(Fixed{}), scheme);
    Recording const recording;
    stepper.advance(u, 0);
    for (auto const& event : recording.all())
      EXPECT_TRUE(event.type == ToolEvent::push || event.type == ToolEvent::pop)
          << name << ": '" << event.name << "'";
  });
}

TEST(Embedding, ConstructionFencesNoOtherInstance) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  Exec const exec = other_instance();
  Memory<double, 2, Right> memory(grid.nodes);
  auto const u = make_field(grid, memory.view());
  Kokkos::View<std::uint8_t**, Right, Exec::memory_space> const mask("mask", 37, 53);
  for_each_scheme<Diffusion<2>>([&](char const* name, auto const& scheme) {
    Recording const recording;
    Stepper const stepper(exec, u, Diffusion<2>{{0.2, 0.1}}, everywhere(Fixed{}), scheme, Clock{}, mask);
    for (auto const& event : recording.of(ToolEvent::kernel)) {
      EXPECT_EQ(event.device, id(exec)) << name << ": '" << event.name << "'";
      EXPECT_EQ(event.name.rfind("tessera::", 0), 0u) << "'" << event.name << "'";
    }
    for (auto const& event : recording.of(ToolEvent::fence))
      EXPECT_EQ(event.device, id(exec)) << name << ": '" << event.name << "'";
  });
}

} // namespace tessera::test
