// SPDX-License-Identifier: Apache-2.0
// Sweeps on a host try plain stores against non-temporal ones and go on with the faster, here with times made
// up.
#include <tessera/scheme/detail/host/store_trial.hpp>

#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace tessera::test {
namespace {

/// Takes the time that work has made up.
struct SetStopwatch {
  static inline double time = 0; // in seconds
  void start(int) { begin = time; }
  void stop(int) { end = time; }
  std::optional<double> seconds() const { return end - begin; }
  double begin = 0, end = 0;
};
using Stores = detail::StoreTrial<SetStopwatch>;

/// Microseconds of a sweep, and those of the first one after a sweep of the other way.
struct StoreTimes {
  int plain, nontemporal, after_the_other;
};

/// Makes sweeps, and tells how they stored: p or n.
std::string stores_of(Stores const& trial, int count, StoreTimes const& times) {
  std::string ways;
  for (int n = 0; n < count; ++n)
    trial.sweep(0, [&](bool nontemporal) {
      char const way = nontemporal ? 'n' : 'p';
      bool const follows = !ways.empty() && ways.back() != way;
      SetStopwatch::time +=
          1e-6 * ((nontemporal ? times.nontemporal : times.plain) + (follows ? times.after_the_other : 0));
      ways += way;
    });
  return ways;
}

std::string const store_turns = "ppnnppnnppnnppnnppnn";

TEST(StoreTrial, TakesTurnsAndGoesOnWithTheFaster) {
  EXPECT_EQ(stores_of(Stores(true), 22, {.plain = 10, .nontemporal = 8, .after_the_other = 0}),
            store_turns + "nn");
  EXPECT_EQ(stores_of(Stores(true), 22, {.plain = 8, .nontemporal = 10, .after_the_other = 0}),
            store_turns + "pp");
}

TEST(StoreTrial, TheFirstSweepOfATurnDoesNotCount) {
  EXPECT_EQ(stores_of(Stores(true), 22, {.plain = 10, .nontemporal = 8, .after_the_other = 100}),
            store_turns + "nn");
  EXPECT_EQ(stores_of(Stores(true), 22, {.plain = 8, .nontemporal = 10, .after_the_other = 100}),
            store_turns + "pp");
}

TEST(StoreTrial, OneDisturbedTurnDoesNotDecide) {
  Stores const trial(true);
  stores_of(trial, 4, {.plain = 10, .nontemporal = 50, .after_the_other = 0});
  EXPECT_EQ(stores_of(trial, 18, {.plain = 10, .nontemporal = 8, .after_the_other = 0}),
            store_turns.substr(4) + "nn");
}

TEST(StoreTrial, CopiesGoOnWithTheSameTrial) {
  Stores const trial(true), copy(trial);
  EXPECT_EQ(stores_of(trial, 3, {.plain = 10, .nontemporal = 8, .after_the_other = 0}), "ppn");
  EXPECT_EQ(stores_of(copy, 3, {.plain = 10, .nontemporal = 8, .after_the_other = 0}), "npp");
}

TEST(StoreTrial, WithoutAChoiceStoresArePlain) {
  EXPECT_EQ(stores_of(Stores(false), 22, {.plain = 10, .nontemporal = 8, .after_the_other = 0}),
            std::string(22, 'p'));
}

} // namespace
} // namespace tessera::test
