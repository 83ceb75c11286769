// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/hdf5.hpp>

#include <algorithm>
#include <fcntl.h>
#include <hdf5.h>
#include <numeric>
#include <sys/file.h>
#include <unistd.h>

#include "folder.hpp"

namespace io = tessera::io;
using tessera::InvalidInput;
using tessera::RunFailure;
using tessera::test::content;
using tessera::test::Folder;
using tessera::test::message_of;
using tessera::test::replace_content;

namespace {

std::vector<double> counting(std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 0.25);
  return values;
}

void write_small(std::filesystem::path const& path) {
  auto values = counting(12);
  std::vector<std::uint8_t> mask{0, 1, 2, 0};
  io::Hdf5Writer file(path, values.size() * sizeof(double));
  file.dataset("/u", {3, 4}, std::span<const double>(values));
  file.dataset("/mask", {2, 2}, std::span<const std::uint8_t>(mask));
  file.group("/more");
  file.attribute("/", "step", std::int64_t{17});
  file.attribute("/u", "time", 0.1);
  file.attribute("/u", "spacing", std::vector<double>{0.5, 0.25});
  file.attribute("/more", "name", std::string("sine"));
  file.commit();
}

} // namespace

TEST(Hdf5, AxesAreDimensionScales) {
  Folder folder;
  for (auto const* name : {"a.h5", "b.h5"}) {
    io::Hdf5Writer file(folder / name, 0);
    auto const values = counting(12);
    file.dataset("/x", {3}, std::span(values).first(3));
    file.dataset("/y", {4}, std::span(values).first(4));
    for (auto const* field : {"/u", "/psi"}) {
      file.dataset(field, {3, 4}, std::span<const double>(values));
      file.axes(field, {"/x", "/y"});
    }
    file.commit();
  }
  io::Hdf5Reader const file(folder / "a.h5");
  for (std::string const axis : {"/x", "/y"}) {
    EXPECT_EQ(file.attribute<std::string>(axis, "CLASS"), "DIMENSION_SCALE");
    EXPECT_EQ(file.attribute<std::string>(axis, "NAME"), axis.substr(1));
  }
  for (auto const* field : {"/u", "/psi"}) {
    EXPECT_TRUE(file.has_attribute(field, "DIMENSION_LIST"));
    EXPECT_EQ(file.read<double>(field, {3, 4}), counting(12));
  }
  EXPECT_EQ(content(folder / "a.h5"), content(folder / "b.h5")); // the same result is the same file
}

TEST(Hdf5, AxesThatAreNotThereAreAnError) {
  Folder folder;
  io::Hdf5Writer file(folder / "a.h5", 0);
  auto const values = counting(12);
  file.dataset("/u", {3, 4}, std::span<const double>(values));
  EXPECT_SAYS(message_of<tessera::RunFailure>([&] { file.axes("/u", {"/x", "/y"}); }), "axes of dataset /u");
}

TEST(Hdf5, ReadsWhatItWrote) {
  Folder folder;
  write_small(folder / "a.h5");
  EXPECT_EQ(folder.entries(), 1u);
  io::Hdf5Reader file(folder / "a.h5");
  EXPECT_EQ(file.read<double>("/u", {3, 4}), counting(12));
  EXPECT_EQ(file.read<float>("/u", {}).at(3), 3.25f);
  EXPECT_EQ(file.read_mask("/mask", {2, 2}), (std::vector<std::uint8_t>{0, 1, 1, 0}));
  EXPECT_EQ(file.info("/u").shape, (io::Shape{3, 4}));
  EXPECT_EQ(io::element_name(file.info("/u")), "float64");
  EXPECT_EQ(io::element_name(file.info("/mask")), "8-bit integer");
  EXPECT_EQ(file.datasets(), (std::vector<std::string>{"/mask", "/u"}));
  EXPECT_EQ(file.attribute<std::int64_t>("/", "step"), 17);
  EXPECT_EQ(file.attribute<double>("/u", "time"), 0.1);
  EXPECT_EQ(file.attribute<std::vector<double>>("/u", "spacing"), (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(file.attribute<std::string>("/more", "name"), "sine");
  EXPECT_TRUE(file.has("/more"));
  EXPECT_FALSE(file.has("/no/such"));
  EXPECT_FALSE(file.has_attribute("/u", "absent"));
}

TEST(Hdf5, SameContentSameBytes) {
  Folder folder;
  write_small(folder / "a.h5");
  write_small(folder / "b.h5");
  EXPECT_EQ(content(folder / "a.h5"), content(folder / "b.h5"));
}

TEST(Hdf5, WrongRequestsNameExpectedAndFound) {
  Folder folder;
  write_small(folder / "a.h5");
  io::Hdf5Reader file(folder / "a.h5");
  auto shape = message_of<InvalidInput>([&] { file.read<double>("/u", {4, 3}); });
  EXPECT_SAYS(shape, "a.h5");
  EXPECT_SAYS(shape, "/u");
  EXPECT_SAYS(shape, "3 x 4");
  EXPECT_SAYS(shape, "expected 4 x 3");
  auto type = message_of<InvalidInput>([&] { file.read<double>("/mask", {}); });
  EXPECT_SAYS(type, "8-bit integer");
  EXPECT_SAYS(type, "expected floating point");
  auto mask = message_of<InvalidInput>([&] { file.read_mask("/u", {}); });
  EXPECT_SAYS(mask, "float64");
  auto absent = message_of<InvalidInput>([&] { file.read<double>("/v", {}); });
  EXPECT_SAYS(absent, "no dataset /v");
  EXPECT_SAYS(absent, "/mask, /u");
  auto attribute = message_of<InvalidInput>([&] { file.attribute<double>("/", "step"); });
  EXPECT_SAYS(attribute, "another type");
}

TEST(Hdf5, ForeignMissingAndTruncatedFiles) {
  Folder folder;
  replace_content(folder / "text.h5", "this is no HDF5 file");
  EXPECT_SAYS(message_of<InvalidInput>([&] { io::Hdf5Reader(folder / "text.h5"); }), "is not an HDF5 file");
  EXPECT_SAYS(message_of<InvalidInput>([&] { io::Hdf5Reader(folder / "absent.h5"); }), "no such file");
  EXPECT_SAYS(message_of<InvalidInput>([&] { io::Hdf5Reader(folder / "."); }), "not a regular file");
  write_small(folder / "a.h5");
  auto bytes = content(folder / "a.h5");
  for (auto keep : {bytes.size() - 1, bytes.size() / 2, std::size_t{100}}) {
    replace_content(folder / "cut.h5", bytes.substr(0, keep));
    auto message =
        message_of<InvalidInput>([&] { io::Hdf5Reader(folder / "cut.h5").read<double>("/u", {}); });
    EXPECT_SAYS(message, "cut.h5");
    EXPECT_SAYS(message, "damaged or cut short");
  }
}

// Files that are in order and can't be read all the same.
TEST(Hdf5, SaysWhatIsNotADataset) {
  Folder folder;
  write_small(folder / "a.h5");
  auto const name = (folder / "a.h5").string();
  auto const file = H5Fopen(name.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Gclose(H5Gcreate2(file, "/outer", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Lcreate_hard(file, "/u", file, "/outer/v", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/nope", file, "/dangling", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/outer/v", file, "/alias", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_external("elsewhere.h5", "/q", file, "/outside", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  io::Hdf5Reader const reader(folder / "a.h5");
  auto const refused = [&](char const* dataset) {
    return message_of<InvalidInput>([&] { reader.read<double>(dataset, {}); });
  };
  EXPECT_SAYS(refused("/outer"), "/outer of " + name + " is a group (name a dataset in it: /outer/v)");
  EXPECT_SAYS(refused("/more"), "is a group without a dataset in it");
  EXPECT_SAYS(refused("/dangling"), "is a link to /nope, which leads to nothing");
  EXPECT_SAYS(refused("/outside"), "is a link to /q of the file elsewhere.h5, which can't be opened");
  EXPECT_SAYS(refused("/v"), "/outer/v");
  EXPECT_EQ(reader.read<double>("/alias", {3, 4}), counting(12));
}

TEST(Hdf5, NamesAFilterThatIsNotThere) {
  Folder folder;
  auto const name = (folder / "a.h5").string();
  constexpr H5Z_filter_t number = 333;
  H5Z_class2_t const filter{
      H5Z_CLASS_T_VERS,
      number,
      1,
      1,
      "scrambler",
      nullptr,
      nullptr,
      [](unsigned, std::size_t, unsigned const*, std::size_t bytes, std::size_t*, void**) { return bytes; }};
  ASSERT_GE(H5Zregister(&filter), 0);
  auto const file = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  auto const plan = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t const extents[] = {4}, chunk[] = {2};
  auto const values = counting(4);
  H5Pset_chunk(plan, 1, chunk);
  H5Pset_filter(plan, number, H5Z_FLAG_MANDATORY, 0, nullptr);
  auto const space = H5Screate_simple(1, extents, nullptr);
  auto const set = H5Dcreate2(file, "/u", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
  ASSERT_GE(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(plan);
  H5Fclose(file);
  EXPECT_EQ(io::Hdf5Reader(folder / "a.h5").read<double>("/u", {4}), values);
  ASSERT_GE(H5Zunregister(number), 0);
  auto const message =
      message_of<InvalidInput>([&] { io::Hdf5Reader(folder / "a.h5").read<double>("/u", {4}); });
  EXPECT_SAYS(message, "dataset /u of " + name + " is stored with the filter 'scrambler' (number 333)");
}

TEST(Hdf5, SaysThatAFileIsOpenElsewhere) {
  Folder folder;
  write_small(folder / "a.h5");
  // As HDF5 locks a file that it writes to; a lock belongs to what was opened, so this is another program's
  // to it.
  auto const other = open((folder / "a.h5").c_str(), O_RDWR);
  ASSERT_EQ(flock(other, LOCK_EX | LOCK_NB), 0);
  auto const message = message_of<InvalidInput>([&] { io::Hdf5Reader(folder / "a.h5"); });
  EXPECT_SAYS(message, "a.h5: it is open in another program");
  close(other);
  EXPECT_EQ(io::Hdf5Reader(folder / "a.h5").read<double>("/u", {3, 4}), counting(12));
}

TEST(Hdf5, ReadsNumbersOfAttributes) {
  Folder folder;
  write_small(folder / "a.h5");
  io::Hdf5Reader const file(folder / "a.h5");
  EXPECT_EQ(file.numbers("/u", "spacing"), (std::vector{0.5, 0.25}));
  EXPECT_EQ(file.numbers("/", "step"), std::vector{17.});
  EXPECT_EQ(file.numbers("/more", "name"), std::vector<double>());
  EXPECT_EQ(file.numbers("/u", "absent"), std::vector<double>());
}

TEST(Hdf5, UncommittedFilesLeaveNothing) {
  Folder folder;
  {
    auto values = counting(12);
    io::Hdf5Writer file(folder / "a.h5", 0);
    file.dataset("/u", {12}, std::span<const double>(values));
  }
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(Hdf5, AFullDiskIsSeenWithAndWithoutReservation) {
  Folder folder;
  if (!folder.limit("256k"))
    GTEST_SKIP() << "mounting a small file system takes rights this user does not have";
  write_small(folder / "a.h5");
  auto const good = content(folder / "a.h5");
  auto const values = counting(100'000); // 800 kB
  for (std::size_t announced : {std::size_t{0}, values.size() * sizeof(double)}) {
    auto message = message_of<RunFailure>([&] {
      io::Hdf5Writer file(folder / "a.h5", announced);
      file.dataset("/u", {values.size()}, std::span<const double>(values));
      file.commit();
    });
    EXPECT_SAYS(message, "a.h5");
    EXPECT_SAYS(message, "No space left on device");
    EXPECT_SAYS(message, "MB are free");
    EXPECT_EQ(content(folder / "a.h5"), good);
    EXPECT_EQ(folder.entries(), 1u);
  }
  write_small(folder / "b.h5"); // the library still works
  EXPECT_EQ(content(folder / "b.h5"), good);
}

TEST(Hdf5, ADiskFullOfSmallDatasetsIsSeenAtClose) {
  Folder folder;
  if (!folder.limit("64k"))
    GTEST_SKIP() << "mounting a small file system takes rights this user does not have";
  // Small datasets stay in HDF5's metadata cache: the disk is met when the file is closed.
  auto message = message_of<RunFailure>([&] {
    io::Hdf5Writer file(folder / "a.h5", 0);
    for (int i = 0; i < 400; ++i)
      file.attribute("/", "attribute " + std::to_string(i), std::string(500, 'x'));
    file.commit();
  });
  EXPECT_SAYS(message, "No space left on device");
  EXPECT_EQ(folder.entries(), 0u);
}
