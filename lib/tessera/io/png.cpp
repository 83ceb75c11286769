// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/atomic_file.hpp>
#include <tessera/io/picture.hpp>

#include <csetjmp>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <png.h>

namespace tessera::io {

namespace {

// libpng's simplified interface (png_image_write_to_file and its like) needs no jumps, but it can't replace
// this: it writes no text, so the comment would be lost, and it reads 16 bits only as linear light, while
// brightness is that of the values as stored.
//
// libpng leaves by longjmp, which skips destructors: in the functions that set a jump, everything with a
// destructor is owned by the caller. The message is kept for the exception thrown once we are back.
void keep_message(png_structp png, png_const_charp message) {
  *static_cast<std::string*>(png_get_error_ptr(png)) = message;
  png_longjmp(png, 1);
}
void ignore_warning(png_structp, png_const_charp) {}

struct Encoder {
  png_structp png = nullptr;
  png_infop info = nullptr;
  ~Encoder() { png_destroy_write_struct(&png, &info); }
};

struct Decoder {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::FILE* file = nullptr;
  ~Decoder() {
    png_destroy_read_struct(&png, &info, nullptr);
    if (file) std::fclose(file);
  }
};

void append(png_structp png, png_bytep data, png_size_t size) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
  auto const* begin = reinterpret_cast<std::byte const*>(data);
  bytes.insert(bytes.end(), begin, begin + size);
}
void flush(png_structp) {}

bool encode(Encoder const& encoder, Picture const& picture, char* note) {
  if (setjmp(png_jmpbuf(encoder.png))) return false;
  auto const png = encoder.png;
  png_set_IHDR(png, encoder.info, static_cast<png_uint_32>(picture.width),
               static_cast<png_uint_32>(picture.height), 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_text comment{};
  comment.compression = PNG_TEXT_COMPRESSION_NONE;
  char key[] = "Comment";
  comment.key = key;
  comment.text = note;
  if (*note) png_set_text(png, encoder.info, &comment, 1);
  png_write_info(png, encoder.info);
  for (std::size_t row = 0; row < picture.height; ++row)
    png_write_row(png, reinterpret_cast<png_const_bytep>(picture.pixels.data() + row * picture.width));
  png_write_end(png, encoder.info);
  return true;
}

struct Size {
  std::size_t width = 0;
  std::size_t height = 0;
};

/// Asks libpng to convert every image to RGB with 16 bits per channel, so that one loop reads all kinds.
bool decode_header(Decoder const& decoder, Size& size) {
  if (setjmp(png_jmpbuf(decoder.png))) return false;
  auto const png = decoder.png;
  png_init_io(png, decoder.file);
  png_read_info(png, decoder.info);
  size = {png_get_image_width(png, decoder.info), png_get_image_height(png, decoder.info)};
  png_set_expand_16(png);
  png_set_gray_to_rgb(png);
  png_color_16 black{};
  if (png_get_color_type(png, decoder.info) & PNG_COLOR_MASK_ALPHA ||
      png_get_valid(png, decoder.info, PNG_INFO_tRNS))
    png_set_background(png, &black, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
  png_set_interlace_handling(png);
  png_read_update_info(png, decoder.info);
  return png_get_rowbytes(png, decoder.info) == size.width * 6;
}

bool decode_rows(Decoder const& decoder, png_bytepp rows) {
  if (setjmp(png_jmpbuf(decoder.png))) return false;
  png_read_image(decoder.png, rows);
  png_read_end(decoder.png, nullptr);
  return true;
}

} // namespace

void write_png(std::filesystem::path const& path, Picture const& picture, std::string const& note) {
  std::string message;
  std::string text = note;
  std::vector<std::byte> bytes;
  Encoder encoder;
  encoder.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &message, keep_message, ignore_warning);
  encoder.info = encoder.png ? png_create_info_struct(encoder.png) : nullptr;
  if (!encoder.info)
    throw RunFailure(
        fmt::format("cannot write {}: libpng does not start (check its version)", path.string()));
  png_set_write_fn(encoder.png, &bytes, append, flush);
  if (!encode(encoder, picture, text.data()))
    throw RunFailure(fmt::format("cannot write {}: {} (choose another size)", path.string(), message));
  write_file(path, bytes);
}

Brightness read_png(std::filesystem::path const& path) {
  auto fail = [&](std::string const& what) -> void {
    throw InvalidInput(
        fmt::format("cannot read picture {}: {} (name a readable PNG file)", path.string(), what));
  };
  std::string message;
  Decoder decoder;
  decoder.file = std::fopen(path.c_str(), "rb");
  if (!decoder.file) fail("it can't be opened");
  png_byte signature[8] = {};
  if (std::fread(signature, 1, sizeof signature, decoder.file) != sizeof signature ||
      png_sig_cmp(signature, 0, 8) != 0)
    fail("it is no PNG file");
  decoder.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &message, keep_message, ignore_warning);
  decoder.info = decoder.png ? png_create_info_struct(decoder.png) : nullptr;
  if (!decoder.info) fail("libpng does not start");
  png_set_sig_bytes(decoder.png, sizeof signature);
  Size size;
  if (!decode_header(decoder, size)) fail(message.empty() ? "its kind is not supported" : message);
  std::vector<png_byte> pixels(size.width * size.height * 6);
  std::vector<png_bytep> rows(size.height);
  for (std::size_t row = 0; row < size.height; ++row) rows[row] = pixels.data() + row * size.width * 6;
  if (!decode_rows(decoder, rows.data())) fail(message);
  Brightness result{size.width, size.height, std::vector<double>(size.width * size.height)};
  for (std::size_t row = 0; row < size.height; ++row)
    for (std::size_t column = 0; column < size.width; ++column) {
      auto const* pixel = rows[row] + 6 * column;
      auto channel = [&](int c) { return (256. * pixel[2 * c] + pixel[2 * c + 1]) / 65535.; };
      // A grey pixel is stored exactly: the weights sum to 1 only up to rounding.
      auto const r = channel(0), g = channel(1), b = channel(2);
      result.values[column * size.height + (size.height - 1 - row)] =
          r == g && g == b ? r : 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }
  return result;
}

} // namespace tessera::io
