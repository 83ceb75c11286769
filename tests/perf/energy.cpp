// SPDX-License-Identifier: Apache-2.0
// Energy counters: a folder like the kernel's, and a library like NVIDIA's.
#include "../../perf/energy.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <thread>

#include "../io/folder.hpp"

namespace tessera::perf {

using test::Folder;

void write(std::filesystem::path const& file, long long value) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << value << "\n";
}

/// Two packages; a part of one and a folder of another kind, which do not count.
std::filesystem::path packages(Folder const& folder) {
  std::filesystem::path const root = folder / "powercap";
  for (char const* name : {"intel-rapl:0", "intel-rapl:1", "intel-rapl:0:0", "intel-rapl-mmio:0"}) {
    write(root / name / "energy_uj", 1000000);
    write(root / name / "max_energy_range_uj", 9000000);
  }
  return root;
}

TEST(HostMeter, AddsThePackagesOnly) {
  Folder const folder;
  auto const root = packages(folder);
  auto const meter = host_meter(root);
  EXPECT_EQ(meter.description, "RAPL: 2 processor package(s), memory not included");
  EXPECT_EQ(meter.joules(), 0);
  write(root / "intel-rapl:0" / "energy_uj", 3500000);
  write(root / "intel-rapl:0:0" / "energy_uj", 8000000);
  EXPECT_DOUBLE_EQ(meter.joules(), 2.5);
  write(root / "intel-rapl:1" / "energy_uj", 2000000);
  EXPECT_DOUBLE_EQ(meter.joules(), 3.5);
}

TEST(HostMeter, FollowsACounterThatStartsAgain) {
  Folder const folder;
  auto const root = packages(folder);
  auto const meter = host_meter(root);
  write(root / "intel-rapl:0" / "energy_uj", 8000000);
  EXPECT_DOUBLE_EQ(meter.joules(), 7);
  write(root / "intel-rapl:0" / "energy_uj", 500000); // 1 J to the end of its range, 0.5 J after it
  EXPECT_DOUBLE_EQ(meter.joules(), 8.5);
}

TEST(HostMeter, SaysWhyThereIsNone) {
  Folder const folder;
  EXPECT_EQ(host_meter(folder / "absent").description,
            "none: no " + (folder / "absent/intel-rapl:*").string() + " on this machine");
  auto const root = packages(folder);
  std::filesystem::remove(root / "intel-rapl:1" / "energy_uj");
  std::filesystem::create_directory(root / "intel-rapl:1" / "energy_uj"); // can't be read, even by root
  auto const meter = host_meter(root);
  EXPECT_FALSE(meter.joules);
  EXPECT_EQ(meter.description,
            "none: " + (root / "intel-rapl:1" / "energy_uj").string() + " can't be read (it takes root)");
}

TEST(GpuMeter, CountsFromItsBeginning) {
  Nvml const nvml("00000000:1b:00.0", TESSERA_FAKE_NVML);
  auto const meter = gpu_meter(nvml);
  ASSERT_TRUE(meter.joules);
  EXPECT_NEAR(meter.joules(), 5, 1e-9);
  EXPECT_NEAR(meter.joules(), 10, 1e-9);
  EXPECT_EQ(nvml.driver(), "580.65.06");
  EXPECT_EQ(nvml.clocks(), "SM 1755 of 1980 MHz, memory not readable");
}

TEST(GpuMeter, SaysWhyThereIsNone) {
  EXPECT_EQ(gpu_meter(Nvml("00000000:1b:00.0", "libabsent.so.1")).description, "none: no libabsent.so.1");
  EXPECT_EQ(gpu_meter(Nvml("00000000:2c:00.0", TESSERA_FAKE_NVML)).description,
            "none: NVML knows no GPU at 00000000:2c:00.0 (it answers 6)");
}

/// A counter that moves every 20 ms by 0.8 J: 40 W.
TEST(MeasureEnergy, GivesPowerAndTheEnergyOfARepetition) {
  auto const begin = std::chrono::steady_clock::now();
  EnergyMeter const meter{"steps", [begin] {
                            auto const passed = std::chrono::steady_clock::now() - begin;
                            return 0.8 * static_cast<double>(passed / std::chrono::milliseconds(20));
                          }};
  std::vector<Row> rows(1);
  rows[0].run = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
  measure_energy(rows, 0.2, meter);
  ASSERT_TRUE(rows[0].joules);
  EXPECT_NEAR(*rows[0].watts, 40, 6);
  EXPECT_GT(*rows[0].joules, 0.1); // 5 ms at 40 W are 0.2 J; a busy machine sleeps longer
  EXPECT_LT(*rows[0].joules, *rows[0].watts * 0.2);
}

TEST(MeasureEnergy, LeavesRowsAloneWithoutAMeter) {
  std::vector<Row> rows(1); // without a run: it would throw
  measure_energy(rows, 1, EnergyMeter{"none: for a test"});
  EXPECT_FALSE(rows[0].joules);
}

} // namespace tessera::perf
