// SPDX-License-Identifier: Apache-2.0
// What --help offers is taken, and what it does not offer is refused as another program's: every option,
// every scheme.
#include <tessera/io/picture.hpp>
#include <tessera/scheme/schemes.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "any_program.hpp"

using namespace tessera::test;

namespace {

using Given = std::map<std::string, std::string>;

struct Case {
  std::string name, path;
  Given base; ///< options of a run that ends well
};

void PrintTo(Case const& c, std::ostream* stream) { *stream << c.name; }

std::vector<Case> const programs{
    {"tessera-heat", TESSERA_HEAT, {{"--nodes", "9,9"}, {"--steps", "2"}, {"--dt", "1e-4"}}},
    {"tessera-wave",
     TESSERA_WAVE,
     {{"--nodes", "9,9"}, {"--order", "2"}, {"--steps", "2"}, {"--dt", "1e-4"}}},
    {"tessera-derivative", TESSERA_DERIVATIVE, {{"--nodes", "17"}, {"--order", "2"}, {"--steps", "1"}}},
    {"tessera-maxwell", TESSERA_MAXWELL, {{"--nodes", "9,9"}, {"--steps", "2"}, {"--dt", "1e-4"}}},
#ifdef TESSERA_POISSON
    {"tessera-poisson", TESSERA_POISSON, {{"--nodes", "9,9"}, {"--rhs", "1"}}},
#endif
#ifdef TESSERA_FLOW
    {"tessera-flow",
     TESSERA_FLOW,
     {{"--nodes", "9,9"}, {"--initial", "x"}, {"--reynolds", "10"}, {"--steps", "2"}}},
#endif
};

/// A value for every option there is, and what else has to be given with it.
std::map<std::string, Given> const samples{
    {"--config", {{"--config", "run.toml"}}},
    {"--nodes", {}},
    {"--steps", {}},
    {"--end-time", {{"--end-time", "2e-4"}}},
    {"--dt", {{"--dt", "1e-4"}}},
    {"--initial", {{"--initial", "x"}}},
    {"--precision", {{"--precision", "float"}}},
    {"--scheme", {{"--scheme", "auto"}}},
    {"--tile", {{"--scheme", "tiled"}, {"--tile", "6,6"}}},
    {"--fused-steps", {{"--scheme", "temporal"}, {"--fused-steps", "2"}}},
    {"--threads", {}},
    {"--allow-unstable", {{"--allow-unstable", ""}}},
    {"--output", {{"--output", "out"}}},
    {"--output-every", {{"--output", "every"}, {"--output-every", "1"}}},
    {"--checkpoint-every", {{"--output", "first"}, {"--checkpoint-every", "1"}}},
    {"--restart", {{"--restart", "first/checkpoint-1.h5"}}}, // of the option before
    {"--overwrite", {{"--output", "out"}, {"--overwrite", ""}}},
    {"--no-paraview", {{"--output", "bare"}, {"--no-paraview", ""}}},
    {"--bare-pictures", {{"--output", "pixels"}, {"--bare-pictures", ""}}},
    {"--json", {{"--json", "record.json"}}},
    {"--quiet", {{"--quiet", ""}}},
    {"--diffusivity", {{"--diffusivity", "0.5"}}},
    {"--blocks", {{"--blocks", "1,1"}}},
    {"--order", {{"--order", "8"}}},
    {"--velocity", {{"--velocity", "0.5"}}},
    {"--source", {{"--source", "0.5,0.5"}, {"--frequency", "4"}}},
    {"--frequency", {{"--source", "0.5,0.5"}, {"--frequency", "4"}}},
    {"--receivers", {{"--receivers", "places.txt"}}},
    {"--receiver-every", {{"--receivers", "places.txt"}, {"--receiver-every", "2"}}},
    {"--interpolation", {{"--receivers", "places.txt"}, {"--interpolation", "linear"}}},
    {"--sponge", {{"--sponge", "2"}}},
    {"--derivative", {{"--derivative", "2"}}},
    {"--axis", {{"--axis", "x"}}},
    {"--pencils", {{"--pencils", "2"}}},
    {"--published", {{"--published", ""}}},
    {"--method", {{"--method", "sor"}}},
    {"--rhs", {}},
    {"--iterations", {{"--iterations", "4"}}},
    {"--tolerance", {{"--tolerance", "1e-5"}}},
    {"--max-iterations", {{"--max-iterations", "90"}}},
    {"--stop-on", {{"--stop-on", "update"}}},
    {"--body", {{"--body", "circle"}}},
    {"--contours", {{"--contours", "3"}}},
    {"--reynolds", {}},
    {"--cfl", {{"--cfl", "0.5"}}},
    {"--permittivity", {{"--permittivity", "2"}}},
    {"--permittivity-range", {{"--permittivity", "grey.png"}, {"--permittivity-range", "1,2"}}},
    {"--walls", {{"--walls", "periodic"}}},
    {"--pml", {{"--walls", "absorbing"}, {"--pml", "2"}}},
    {"--source-kind", {{"--source", "0.5,0.5"}, {"--frequency", "4"}, {"--source-kind", "hard"}}},
    {"--source-direction", {{"--source", "0.5,0.5"}, {"--frequency", "4"}, {"--source-direction", "z"}}},
    {"--units", {{"--units", "si"}, {"--dt", "1e-12"}}},
    {"--verify", {{"--verify", ""}, {"--initial", "standing"}}},
    {"--check", {{"--check", ""}}},
    {"--tune", {{"--tune", ""}}},
    {"--print-config", {{"--print-config", ""}}},
};

Outcome run(Case const& program, Folder const& folder, Given given) {
  given.insert({"--threads", "1"});
  if (given.count("--published") && program.name == "tessera-derivative")
    given.erase("--nodes"); // it has its own
  std::vector<std::string> arguments;
  for (auto const& [option, value] : given) {
    arguments.push_back(option);
    if (!value.empty()) arguments.push_back(value);
  }
  return run_program(program.path, folder, arguments);
}

Given with(Given base, Given const& more) {
  for (auto const& [option, value] : more) base[option] = value;
  return base;
}

std::string const& help_of(Case const& program) {
  static std::map<std::string, std::string> known;
  auto& help = known[program.name];
  if (help.empty()) help = run_program(program.path, Folder(), {"--help"}).out;
  return help;
}

/// In the order of the help, without those that print something and exit: --help, --version, --schemes,
/// --print-schema.
std::vector<std::string> offered_by(Case const& program) {
  std::istringstream help(help_of(program));
  std::vector<std::string> options;
  for (std::string line; std::getline(help, line);)
    if (line.starts_with("  --") && !line.starts_with("  --version") && !line.starts_with("  --schemes") &&
        !line.starts_with("  --print-schema"))
      options.push_back(words(line)[0]);
  EXPECT_GT(options.size(), 8u);
  return options;
}

/// The line of an option in the help, without its name and value.
std::string meaning_of(Case const& program, std::string const& option) {
  auto const help = help_of(program);
  auto const at = help.find("  " + option + " ");
  if (at == std::string::npos) return {};
  auto const line = help.substr(at + 2, help.find('\n', at + 2) - at - 2);
  return line.substr(line.find("  ") + 1);
}

class Offered : public testing::TestWithParam<Case> {};

} // namespace

TEST_P(Offered, EveryOptionIsTaken) {
  auto const& program = GetParam();
  Folder const folder;
  replace_content(folder / "run.toml", "quiet = true\n");
  replace_content(folder / "places.txt", "0.5 0.5\n");
  tessera::io::write_png(folder / "grey.png",
                         tessera::io::Picture{9, 9, std::vector<tessera::io::Colour>(81)});
  for (auto const& option : offered_by(program)) {
    SCOPED_TRACE(option);
    auto const sample = samples.find(option);
    ASSERT_NE(sample, samples.end()) << "give this option a value above";
    auto given = with(program.base, sample->second);
    // Only Jacobi's iteration has schemes.
    if (program.name == "tessera-poisson" && given.count("--scheme"))
      given = with(given, {{"--method", "jacobi"}, {"--iterations", "4"}});
    auto const outcome = run(program, folder, given);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
}

TEST_P(Offered, EverySchemeIsTakenAndNoOther) {
  auto const& program = GetParam();
  auto text = meaning_of(program, "--scheme");
  if (text.empty()) return;
  EXPECT_SAYS(text, " or auto (default)");
  std::replace(text.begin(), text.end(), ',', ' ');
  Folder const folder;
  std::set<std::string> taken;
  for (auto const& word : words(text.substr(0, text.find('(')))) {
    if (word == "or") continue;
    taken.insert(word);
    auto given = with(program.base, {{"--scheme", word}});
    if (program.name == "tessera-poisson")
      given = with(given, {{"--method", "jacobi"}, {"--iterations", "4"}});
    auto const outcome = run(program, folder, given);
    EXPECT_EQ(outcome.code, 0) << word << ": " << outcome.err;
  }
  EXPECT_GE(taken.size(), 3u);
  for (std::string const scheme : tessera::scheme_names)
    if (!taken.count(scheme))
      expect_error(run(program, folder, with(program.base, {{"--scheme", scheme}})), 2,
                   {"scheme " + scheme + " can't step what " + program.name + " computes (give direct, "});
}

TEST_P(Offered, SchemesArePrintedForScripts) {
  auto const& program = GetParam();
  auto const outcome = run_program(program.path, Folder(), {"--schemes"});
  if (program.name == "tessera-derivative") {
    EXPECT_EQ(outcome.code, 2);
    EXPECT_SAYS(outcome.err, "unknown option --schemes");
    return;
  }
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::string in_words;
  for (auto const& scheme : words(outcome.out)) in_words += (in_words.empty() ? "" : ", ") + scheme;
  EXPECT_SAYS(meaning_of(program, "--scheme"), in_words + " or auto (default)");
}

TEST_P(Offered, OptionsOfOtherProgramsAreCalledSo) {
  auto const& program = GetParam();
  auto const own = offered_by(program);
  Folder const folder;
  for (auto const& other : programs)
    for (auto const& option : offered_by(other)) {
      if (std::find(own.begin(), own.end(), option) != own.end()) continue;
      SCOPED_TRACE(option);
      expect_error(run_program(program.path, folder, {option, "1"}), 2,
                   {program.name + " does not take " + option});
    }
}

// tessera-heat takes all that programs share; its keys are the options without their dashes.
TEST_P(Offered, KeysFollowTheOptions) {
  auto const& program = GetParam();
  auto const own = offered_by(program);
  Folder const folder;
  for (auto const& option : offered_by(programs[0])) {
    if (option == "--diffusivity" || option == "--blocks") continue; // not shared
    if (std::find(own.begin(), own.end(), option) != own.end()) continue;
    auto const key = option.substr(2);
    replace_content(folder / "run.toml", "quiet = true\n" + key + " = 1\n");
    expect_error(run(program, folder, with(program.base, {{"--config", "run.toml"}})), 2,
                 {"run.toml, line 2: key '" + key + "' is not taken by this program"});
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Offered, testing::ValuesIn(programs));
