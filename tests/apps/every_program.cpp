// SPDX-License-Identifier: Apache-2.0
// What holds for every program: standard streams that are closed, full or gone cost no run and no file, and
// two runs are not mixed in one folder.
#include <pty.h>
#include <sys/ioctl.h>

#include "any_program.hpp"

using namespace tessera::test;

namespace {

std::filesystem::path const programs = TESSERA_PROGRAMS;

struct Small {
  std::string program, arguments;
};
std::vector<Small> const small_runs{
    {"tessera-heat", "--initial sine --steps 3 --dt 1e-4"},
    {"tessera-wave", "--initial standing --nodes 21,21 --steps 3 --dt 1e-2"},
    {"tessera-poisson", "--nodes 17,17 --rhs 1"},
    {"tessera-flow", "--config " TESSERA_FLOW_EXAMPLES "/cavity.toml --nodes 17,17 --steps 3 --dt 1e-3"},
    {"tessera-maxwell", "--initial standing --nodes 21,21 --steps 3 --dt 1e-2"},
    {"tessera-derivative", "--nodes 16,16 --axis x"}};

bool built(std::string const& program) { return std::filesystem::exists(programs / program); }

Outcome run(std::string const& program, Folder const& folder, std::string const& line,
            std::function<void()> const& prepare, std::function<void(pid_t)> const& meanwhile = {}) {
  return run_program(programs / program, folder, words(line), meanwhile, prepare);
}

void lead(int stream, char const* path) { dup2(open(path, O_WRONLY), stream); }

/// A pipe that nobody reads.
void lead_to_a_broken_pipe(int stream) {
  int ends[2];
  if (pipe(ends) != 0) _exit(126);
  dup2(ends[1], stream);
  close(ends[0]);
  close(ends[1]);
}

/// A terminal of so many columns as the program's stderr.
class Terminal {
public:
  explicit Terminal(unsigned short columns) {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = columns;
    if (openpty(&ours_, &its_, nullptr, nullptr, &size) != 0) throw std::runtime_error("no pseudo terminal");
    fcntl(ours_, F_SETFD, FD_CLOEXEC);
    fcntl(its_, F_SETFD, FD_CLOEXEC);
  }
  ~Terminal() { hang_up(); }
  Terminal(Terminal const&) = delete;
  Terminal& operator=(Terminal const&) = delete;

  void is_stderr() const { dup2(its_, STDERR_FILENO); }
  /// Everything shown until so many lines were drawn, or the program has ended.
  std::string shown(int lines) {
    close(std::exchange(its_, -1));
    std::string text;
    for (char buffer[4096];;) {
      auto const count = read(ours_, buffer, sizeof buffer);
      if (count <= 0) return text;
      text.append(buffer, static_cast<std::size_t>(count));
      if (std::count(text.begin(), text.end(), '\r') > lines) return text;
    }
  }
  void hang_up() {
    if (its_ >= 0) close(std::exchange(its_, -1));
    if (ours_ >= 0) close(std::exchange(ours_, -1));
  }

private:
  int ours_ = -1, its_ = -1;
};

} // namespace

namespace {

/// More files than the small run alone leaves.
std::string with_everything(std::string const& program) {
  if (program == "tessera-heat" || program == "tessera-flow") return " --output-every 1 --checkpoint-every 2";
  if (program == "tessera-wave" || program == "tessera-maxwell")
    return " --output-every 1 --checkpoint-every 2 --receivers places.txt";
  return {};
}

std::vector<std::string> listing(std::filesystem::path const& folder) {
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace

TEST(OutputFolder, OfAnotherRunIsRefusedOrFreedOfItsFiles) {
  for (Small const& run : small_runs) {
    // Two names and no structured binding, which clang captures in a lambda only without OpenMP.
    auto const &program = run.program, &arguments = run.arguments;
    if (!built(program)) continue;
    Folder const folder;
    replace_content(folder / "places.txt", "0.5 0.5\n");
    auto const in = [&](std::string const& output, std::string const& more) {
      return run_program(programs / program, folder, words(arguments + " --quiet --output " + output + more));
    };
    ASSERT_EQ(in("out", with_everything(program)).code, 0) << program;
    auto const full = listing(folder / "out");
    expect_error(in("out", ""), 2, {"the output folder out holds files of an earlier run: "});
    EXPECT_EQ(listing(folder / "out"), full) << program;
    replace_content(folder / "out/notes.txt", "mine");
    EXPECT_EQ(in("out", " --overwrite").code, 0) << program;
    ASSERT_EQ(in("new", "").code, 0) << program;
    auto expected = listing(folder / "new");
    expected.emplace_back("notes.txt");
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(listing(folder / "out"), expected) << program;
  }
}

TEST(Record, WhereItCanNotBeWrittenIsNoticedBeforeTheRun) {
  for (auto const& [program, arguments] : small_runs) {
    if (!built(program)) continue;
    Folder const folder;
    expect_error(
        run_program(programs / program, folder, words(arguments + " --output out --json no/such/x.json")), 2,
        {"cannot write the result record no/such/x.json: No such file or directory"});
    EXPECT_FALSE(std::filesystem::exists(folder / "out/final.h5")) << program;
  }
}

TEST(Streams, AFullStdoutIsAnErrorAfterTheFilesAreWritten) {
  for (auto const& [program, arguments] : small_runs) {
    if (!built(program)) continue;
    Folder const folder;
    auto const outcome =
        run(program, folder, arguments + " --output out", [] { lead(STDOUT_FILENO, "/dev/full"); });
    expect_error(outcome, 1,
                 {"cannot write to standard output: No space left on device", "files are written"});
    EXPECT_TRUE(std::filesystem::exists(folder / "out/final.h5")) << program;
  }
}

TEST(Streams, ARecordThatNobodyReadsIsAnErrorAfterTheFilesAreWritten) {
  for (auto const& [program, arguments] : {small_runs.front(), small_runs.back()}) {
    Folder const folder;
    auto const outcome = run(program, folder, arguments + " --output out --json -",
                             [] { lead_to_a_broken_pipe(STDOUT_FILENO); });
    expect_error(outcome, 1, {"cannot write to standard output: Broken pipe"});
    EXPECT_TRUE(std::filesystem::exists(folder / "out/final.h5")) << program;
  }
}

TEST(Streams, AnErrorThatNobodyReadsKeepsItsExitCode) {
  for (auto const& [program, arguments] : small_runs) {
    if (!built(program)) continue;
    Folder const folder;
    for (auto const& prepare : {std::function<void()>([] { lead_to_a_broken_pipe(STDERR_FILENO); }),
                                std::function<void()>([] { lead(STDERR_FILENO, "/dev/full"); }),
                                std::function<void()>([] { close(STDERR_FILENO); })})
      EXPECT_EQ(run(program, folder, arguments + " --nodes 0", prepare).code, 2) << program;
  }
}

TEST(Streams, HelpThatCanNotBeWrittenIsAnError) {
  Folder const folder;
  auto const outcome = run("tessera-heat", folder, "--help", [] { lead(STDOUT_FILENO, "/dev/full"); });
  expect_error(outcome, 1, {"cannot write to standard output"});
}

/// A file of the run that took the number of a standard stream would be written into by whoever prints.
TEST(Streams, ClosedOnesAreNoPlaceForFiles) {
  Folder const folder;
  std::string leads_to[3];
  auto const outcome = run(
      "tessera-heat", folder,
      "--initial sine --nodes 257,257 --steps 20000000 --dt 2e-9 --scheme direct --threads 1 --output out "
      "--output-every 100",
      [] {
        for (int stream = 0; stream < 3; ++stream) close(stream);
      },
      [&](pid_t child) {
        EXPECT_TRUE(appears(folder / "out/u-100.h5"));
        for (int stream = 0; stream < 3; ++stream) {
          std::error_code none;
          leads_to[stream] = std::filesystem::read_symlink(
              "/proc/" + std::to_string(child) + "/fd/" + std::to_string(stream), none);
        }
        kill(child, SIGTERM);
      });
  EXPECT_EQ(outcome.code, 1);
  for (auto const& place : leads_to) EXPECT_EQ(place, "/dev/null");
}

/// The terminal of a background run is closed: the next line of progress can't be written.
TEST(Streams, ARunOutlivesItsTerminal) {
  for (auto const& [program, arguments] : std::vector<Small>{
           {"tessera-heat", "--initial sine --nodes 257,257 --steps 20000000 --dt 2e-9 --scheme direct "
                            "--checkpoint-every 500000000"},
           {"tessera-wave", "--initial standing --nodes 257,257 --steps 20000000 --dt 1e-9 --scheme direct "
                            "--checkpoint-every 500000000"},
           {"tessera-maxwell",
            "--initial standing --nodes 257,257 --steps 20000000 --dt 1e-9 --scheme direct "
            "--checkpoint-every 500000000"},
           {"tessera-poisson",
            "--nodes 513,513 --rhs 1 --method jacobi --scheme direct --iterations 20000000"},
           {"tessera-flow",
            "--config " TESSERA_FLOW_EXAMPLES
            "/cavity.toml --nodes 65,65 --steps 20000000 --dt 1e-9 --checkpoint-every 500000000"}}) {
    if (!built(program)) continue;
    Folder const folder;
    Terminal terminal(80);
    auto const outcome = run(
        program, folder, arguments + " --threads 1 --output out", [&] { terminal.is_stderr(); },
        [&](pid_t child) {
          EXPECT_NE(terminal.shown(1), "");
          terminal.hang_up();
          // Several lines later it is told to stop: it has to be there still, and to save what it has.
          std::this_thread::sleep_for(std::chrono::milliseconds(350));
          kill(child, SIGTERM);
        });
    EXPECT_EQ(outcome.code, 1) << program;
    bool saved = false;
    for (auto const& entry : std::filesystem::directory_iterator(folder / "out"))
      saved |= entry.path().extension() == ".h5";
    EXPECT_TRUE(saved) << program;
  }
}

TEST(Streams, TheBarKeepsToTheTerminalsWidth) {
  for (unsigned short columns : {50, 30, 12}) {
    Folder const folder;
    Terminal terminal(columns);
    std::string shown;
    run(
        "tessera-heat", folder,
        "--initial sine --nodes 257,257 --steps 20000000 --dt 2e-9 --scheme direct --threads 1",
        [&] { terminal.is_stderr(); },
        [&](pid_t child) {
          shown = terminal.shown(3);
          kill(child, SIGTERM);
          terminal.shown(1 << 30); // to the end, or its last words would not fit into the terminal
        });
    std::string const begin = "\r\033[K";
    for (auto at = shown.find(begin); at != shown.npos;) {
      auto const next = shown.find(begin, at + begin.size());
      if (next == shown.npos) break; // may have been read in part only
      auto const line = shown.substr(at + begin.size(), next - at - begin.size());
      EXPECT_LT(line.size(), columns) << line;
      EXPECT_SAYS(line, "%");
      at = next;
    }
    EXPECT_SAYS(shown, begin);
  }
}
