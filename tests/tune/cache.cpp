// SPDX-License-Identifier: Apache-2.0
// The cache file: what was stored is found, foreign contents are ignored with a message, and the file is
// always complete.
#include <tessera/tune/detail/answers.hpp>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "../io/folder.hpp"

namespace tessera::test {

TuningEntry entry(std::string const& grid, std::string const& scheme = "direct") {
  return {"scheme",
          {{"device", "OpenMP, a processor: fast = yes, 2 threads"}, {"grid", grid}},
          {{"scheme", scheme}, {"tile", "34 x 18 x 1"}}};
}

struct Cache {
  Folder folder;
  std::filesystem::path path = folder / "tessera/tuning.txt";
  std::vector<std::string> said;
  TuningCache open() {
    return TuningCache(path, [this](std::string const& what) { said.push_back(what); });
  }
  std::optional<TuningLines> find(TuningEntry const& wanted) {
    return open().find(wanted.kind, wanted.question);
  }
};

TEST(TuningCache, FindsWhatWasStored) {
  Cache cache;
  EXPECT_FALSE(cache.find(entry("64 x 64")));
  cache.open().store(entry("64 x 64"));
  cache.open().store(entry("65 x 64", "tiled"));
  EXPECT_EQ(cache.find(entry("64 x 64")), entry("64 x 64").answer);
  EXPECT_EQ(cache.find(entry("65 x 64")), entry("65 x 64", "tiled").answer);
  EXPECT_FALSE(cache.find(entry("64 x 65")));
  cache.open().store(entry("64 x 64", "temporal"));
  EXPECT_EQ(cache.find(entry("64 x 64")), entry("64 x 64", "temporal").answer);
  EXPECT_EQ(cache.find(entry("65 x 64")), entry("65 x 64", "tiled").answer);
  EXPECT_TRUE(cache.said.empty());
}

TEST(TuningCache, IsReadByPeople) {
  Cache cache;
  cache.open().store(entry("64 x 64"));
  EXPECT_SAYS(content(cache.path), std::string("tessera tuning cache, format 1, version ") +
                                       TESSERA_VERSION_STRING +
                                       "\n\n[scheme]\ndevice: OpenMP, a processor: fast = yes, 2 threads\n"
                                       "grid: 64 x 64\nscheme = direct\ntile = 34 x 18 x 1\nseal = ");
}

TEST(TuningCache, IgnoresAnotherVersion) {
  Cache cache;
  cache.open().store(entry("64 x 64"));
  auto text = content(cache.path);
  text.replace(text.find(TESSERA_VERSION_STRING), std::string(TESSERA_VERSION_STRING).size(), "0.0.7");
  replace_content(cache.path, text);
  EXPECT_FALSE(cache.find(entry("64 x 64")));
  ASSERT_EQ(cache.said.size(), 1u);
  EXPECT_SAYS(cache.said[0], "tuning.txt' is of version 0.0.7, this is");
  cache.open().store(entry("65 x 64"));
  cache.said.clear();
  EXPECT_TRUE(cache.find(entry("65 x 64")));
  EXPECT_TRUE(cache.said.empty());
}

TEST(TuningCache, IgnoresSomethingElse) {
  for (std::string const& other :
       {std::string(), std::string("a shopping list\nmilk\n"), std::string(5000, '\0')}) {
    Cache cache;
    std::filesystem::create_directories(cache.path.parent_path());
    replace_content(cache.path, other);
    EXPECT_FALSE(cache.find(entry("64 x 64")));
    ASSERT_EQ(cache.said.size(), 1u);
    EXPECT_SAYS(cache.said[0], "is something else: ignored");
    cache.open().store(entry("64 x 64"));
    EXPECT_TRUE(cache.find(entry("64 x 64")));
  }
}

TEST(TuningCache, IgnoresEntriesCutShort) {
  Cache whole;
  whole.open().store(entry("64 x 64"));
  whole.open().store(entry("65 x 64"));
  auto const text = content(whole.path);
  auto const header = text.find('\n'), first = text.find("\n\n", header + 2) + 1;
  for (std::size_t length = header + 3; length < text.size(); ++length) {
    Cache cache;
    std::filesystem::create_directories(cache.path.parent_path());
    replace_content(cache.path, text.substr(0, length));
    EXPECT_EQ(cache.find(entry("64 x 64")).has_value(), length >= first) << length;
    EXPECT_FALSE(cache.find(entry("65 x 64"))) << length;
    bool const between = length == first || length == first + 1;
    EXPECT_EQ(cache.said.empty(), between) << length;
    for (auto const& warning : cache.said)
      EXPECT_SAYS(warning, "has 1 entry cut short or changed by hand: ignored");
  }
}

TEST(TuningCache, IgnoresEntriesChangedByHand) {
  Cache const whole;
  TuningCache(whole.path).store(entry("64 x 64"));
  auto const text = content(whole.path);
  for (std::size_t at = text.find("[scheme]"); at < text.size(); ++at) {
    Cache cache;
    auto changed = text;
    changed[at] = changed[at] == '3' ? '4' : '3';
    std::filesystem::create_directories(cache.path.parent_path());
    replace_content(cache.path, changed);
    EXPECT_FALSE(cache.find(entry("64 x 64"))) << at;
    EXPECT_EQ(cache.said.size(), 1u) << at;
  }
}

TEST(TuningCache, DoesWithoutAFolder) {
  Cache cache;
  replace_content(cache.folder / "file", "");
  cache.path = cache.folder / "file/tessera/tuning.txt"; // no folder can be made below a file
  cache.open().store(entry("64 x 64"));
  ASSERT_EQ(cache.said.size(), 1u);
  EXPECT_SAYS(cache.said[0], "can't be written: ");
  TuningCache none("");
  none.store(entry("64 x 64"));
  EXPECT_FALSE(none.find("scheme", entry("64 x 64").question));
}

TEST(TuningCache, IsWholeWhenTwoProcessesStore) {
  Cache cache;
  constexpr int count = 40;
  pid_t children[2];
  for (int child = 0; child < 2; ++child) {
    children[child] = fork();
    if (children[child] == 0) {
      for (int i = 0; i < count; ++i) TuningCache(cache.path).store(entry(std::to_string(child * count + i)));
      _exit(0);
    }
  }
  for (int running = 2; running > 0;) {
    cache.find(entry("0")); // the file is complete at any time
    int status = 0;
    if (waitpid(-1, &status, WNOHANG) > 0) {
      EXPECT_EQ(status, 0);
      --running;
    }
  }
  EXPECT_TRUE(cache.said.empty()) << cache.said.front();
  auto const last = cache.open();
  for (int i = 0; i < 2 * count; ++i)
    EXPECT_TRUE(last.find("scheme", entry(std::to_string(i)).question)) << i;
  std::size_t files = 0;
  for (auto const& file : std::filesystem::directory_iterator(cache.path.parent_path())) {
    EXPECT_TRUE(file.path() == cache.path || file.path() == cache.path.string() + ".lock") << file.path();
    ++files;
  }
  EXPECT_EQ(files, 2u);
}

/// A lock that is never released must not block for ever.
TEST(TuningCache, DoesWithoutALockThatIsNeverLetGo) {
  Cache cache;
  std::filesystem::create_directories(cache.path.parent_path());
  int const other = open((cache.path.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  auto one = cache.open();
  one.store(entry("64 x 64"));
  one.store(entry("65 x 64")); // does not wait for the lock again
  ASSERT_EQ(cache.said.size(), 1u);
  EXPECT_SAYS(cache.said[0], "tuning.txt' is locked by another process");
  EXPECT_FALSE(cache.find(entry("64 x 64")));
  close(other);
  cache.open().store(entry("64 x 64"));
  EXPECT_TRUE(cache.find(entry("64 x 64")));
}

TEST(TuningCache, LiesWhereTheSpecificationSays) {
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CACHE_HOME", "/cache", 1);
  EXPECT_EQ(default_tuning_cache(), "/cache/tessera/tuning.txt");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(default_tuning_cache(), "/home/someone/.cache/tessera/tuning.txt");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(default_tuning_cache(), "/home/someone/.cache/tessera/tuning.txt");
  unsetenv("HOME");
  EXPECT_EQ(default_tuning_cache(), "");
}

TEST(TuningAnswers, ComeBackAsTheyWere) {
  AnyScheme const scheme{.name = "temporal", .tile = {2080, 544, 0}, .fused_steps = 16};
  auto const choice = detail::choice_of(detail::answer_of(scheme, 1.0 / 3));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->first, scheme);
  EXPECT_EQ(choice->second, 1.0 / 3);
  Machine const machine = typical_machine(true, 2);
  auto const lines = detail::answer_of(machine);
  auto const back = detail::machine_of(lines);
  ASSERT_TRUE(back);
  EXPECT_EQ(detail::answer_of(*back), lines);
}

TEST(TuningAnswers, ThatMeanNothingAreNone) {
  auto const good = detail::answer_of(AnyScheme{}, 1e-3);
  for (auto const& [at, bad] :
       {std::pair{0u, "fastest"}, {1u, "34 by 18"}, {2u, "many"}, {3u, "-1"}, {3u, "nan"}}) {
    auto lines = good;
    lines[at].second = bad;
    EXPECT_FALSE(detail::choice_of(lines)) << bad;
  }
  EXPECT_FALSE(detail::choice_of({}));
  for (std::size_t gone = 0; auto const& line : detail::answer_of(typical_machine(true, 2))) {
    auto lines = detail::answer_of(typical_machine(true, 2));
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(gone++));
    EXPECT_EQ(detail::machine_of(lines).has_value(), line.first == "copy") << line.first;
  }
  EXPECT_FALSE(detail::machine_of({}));
}

} // namespace tessera::test
