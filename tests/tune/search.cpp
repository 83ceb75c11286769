// SPDX-License-Identifier: Apache-2.0
// The search on candidates with given times: it finds the best one although the model errs, and measures few
// of them.
#include <tessera/tune/search.hpp>

#include <gtest/gtest.h>
#include <map>

namespace tessera {

/// A candidate that takes exactly the given time.
struct TrialOfGivenTime final : Trial {
  double seconds;
  double& spent;
  TrialOfGivenTime(double given, double& sum) : seconds(given), spent(sum) {}
  double seconds_a_step(double about) override {
    spent += about;
    return seconds;
  }
};

struct GivenTimes {
  std::vector<Ranked> all;
  std::map<std::string, double> error; ///< of the model, by scheme
  double spent = 0;
  int made = 0;

  GivenTimes() {
    all.push_back({.scheme = {.name = "direct"}, .predicted = 8});
    for (int tile : {64, 128, 256, 512, 1024})
      for (int fused : {2, 4, 8, 16, 32})
        for (char const* name : {"temporal", "tiled"})
          all.push_back({.scheme = {.name = name, .tile = {tile, tile, 0}, .fused_steps = fused},
                         .predicted = 4 + std::pow(std::log2(tile / 256.), 2) +
                                      0.5 * std::pow(std::log2(fused / 8.), 2)});
    std::stable_sort(all.begin(), all.end(),
                     [](Ranked const& a, Ranked const& b) { return a.predicted < b.predicted; });
  }
  double truth(AnyScheme const& scheme) {
    double seconds = 0;
    for (Ranked const& r : all)
      if (r.scheme == scheme) seconds = r.predicted;
    auto const known = error.find(scheme.name);
    seconds *= known == error.end() ? 1 : known->second;
    if (scheme.name == "temporal") seconds *= 1 + 0.03 * std::log2(scheme.fused_steps); // the model misses it
    return seconds;
  }
  MakeTrial trials() {
    return [this](AnyScheme const& scheme) {
      ++made;
      return std::make_unique<TrialOfGivenTime>(truth(scheme), spent);
    };
  }
  double best() {
    double least = 1e30;
    for (Ranked const& r : all) least = std::min(least, truth(r.scheme));
    return least;
  }
};

TEST(Search, FindsTheBestThoughTheModelErrs) {
  std::map<std::string, double> const no_error, tiled_slower{{"tiled", 2.5}},
      temporal_slower{{"temporal", 3.}}, both{{"temporal", 1.8}, {"tiled", 0.9}},
      only_direct{{"temporal", 3.}, {"tiled", 3.}};
  for (auto const& error : {no_error, tiled_slower, temporal_slower, both, only_direct}) {
    GivenTimes given;
    given.error = error;
    double const best = given.best();
    SearchEffort const effort;
    search(given.all, given.trials(), effort);
    EXPECT_LE(given.all.front().measured, 1.05 * best);
    EXPECT_LE(given.made, effort.probes);
    EXPECT_LE(given.spent, 0.1 * static_cast<double>(given.all.size()) * 5 * 10e-3)
        << "a tenth of five samples of 10 ms for each";
  }
}

TEST(Search, PassesOverWhatIsRefused) {
  GivenTimes given;
  auto const make = given.trials();
  search(given.all,
         [&](AnyScheme const& scheme) {
           return scheme.fused_steps > 4 ? std::unique_ptr<Trial>() : make(scheme);
         },
         {});
  EXPECT_LE(given.all.front().scheme.fused_steps, 4);
  EXPECT_GT(given.all.front().measured, 0);
}

TEST(Search, EndsWithoutCandidates) {
  std::vector<Ranked> none;
  search(none, [](AnyScheme const&) { return std::unique_ptr<Trial>(); }, {});
  EXPECT_TRUE(none.empty());
  GivenTimes given;
  search(given.all, [](AnyScheme const&) { return std::unique_ptr<Trial>(); }, {});
  EXPECT_EQ(given.all.front().measured, 0);
}

TEST(Search, OrdersFinalistsByTheirMedians) {
  GivenTimes given;
  search(given.all, given.trials(), {});
  int finalists = 0;
  for (std::size_t i = 0; i < given.all.size() && given.all[i].measured > 0; ++i, ++finalists)
    if (i > 0) {
      EXPECT_LE(given.all[i - 1].measured, given.all[i].measured);
    }
  EXPECT_GE(finalists, 2);
  EXPECT_TRUE(given.all.front().steady);
}

} // namespace tessera
