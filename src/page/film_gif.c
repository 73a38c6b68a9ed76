// page/film_gif.c: a film as GIF 89a: only the changed part of each picture, compressed by Lempel, Ziv and Welch.
//
// From:  Graphics Interchange Format, version 89a, CompuServe 1990; T. A. Welch, Computer 17 (1984) 8

#include "page/film.h"
#include <string.h>

#define CODES 4096  // at most
#define SLOTS 8192  // in the table of strings; a power of two
#define CLEAR 256   // code that begins a new table
#define END 257     // code that ends the data

// --- codes to bytes ------------------------------------------------------------------------------

typedef struct {
  Text *out;
  uint32_t bits;
  int count;
  unsigned char block[255];
  int used;
} Packer;

static void flush_block(Packer *p) {
  if (p->used == 0) return;
  text_add_char(p->out, (char) p->used);
  text_add_str(p->out, (Str){(const char *) p->block, (size_t) p->used});
  p->used = 0;
}

static void put_code(Packer *p, uint32_t code, int width) {
  p->bits |= code << p->count;
  for (p->count += width; p->count >= 8; p->count -= 8) {
    p->block[p->used++] = (unsigned char) (p->bits & 255);
    p->bits >>= 8;
    if (p->used == 255) flush_block(p);
  }
}

// --- dots to codes -------------------------------------------------------------------------------

// The known strings: each is a known string and one more dot.
typedef struct {
  uint32_t key[SLOTS];  // 256 * code + dot, plus 1; 0: free
  uint16_t code[SLOTS];
  uint32_t next;
  int width;
} Strings;

static void forget(Strings *s) {
  memset(s->key, 0, sizeof s->key);
  s->next = END + 1;
  s->width = 9;
}

static size_t slot_of(const Strings *s, uint32_t key) {
  size_t at = key * 2654435761u >> 19;
  while (s->key[at] != 0 && s->key[at] != key) at = (at + 1) % SLOTS;
  return at;
}

static void pack(Packer *p, Strings *s, const unsigned char *dots, size_t stride, size_t width, size_t height) {
  forget(s);
  put_code(p, CLEAR, s->width);
  uint32_t known = dots[0];
  for (size_t i = 1; i < width * height; i++) {
    const unsigned char dot = dots[i / width * stride + i % width];
    const uint32_t key = 256 * known + dot + 1;
    const size_t at = slot_of(s, key);
    if (s->key[at] == key) {
      known = s->code[at];
      continue;
    }
    put_code(p, known, s->width);
    known = dot;
    if (s->next == CODES) {
      put_code(p, CLEAR, s->width);
      forget(s);
      continue;
    }
    if (s->next == 1u << s->width) s->width++;
    s->key[at] = key;
    s->code[at] = (uint16_t) s->next++;
  }
  put_code(p, known, s->width);
  if (s->next == 1u << s->width && s->width < 12) s->width++;
  put_code(p, END, s->width);
  if (p->count > 0) put_code(p, 0, 8 - p->count);
  flush_block(p);
}

// --- the file ------------------------------------------------------------------------------------

static void add_short(Text *out, size_t n) {
  text_add_char(out, (char) (n & 255));
  text_add_char(out, (char) (n >> 8 & 255));
}

static void add_head(Text *out) {
  text_add(out, "GIF89a");
  add_short(out, FILM_WIDTH);
  add_short(out, FILM_HEIGHT);
  text_add_str(out, (Str){"\xf7\0\0", 3});  // 256 colours for all pictures
  for (int i = 0; i < 256; i++)
    for (int k = 0; k < 3; k++)
      text_add_char(out, (char) (255 - (255 - film_base[i / 16][k]) * (i % 16) / 15));
  text_add_str(out, (Str){"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 19});  // repeated forever
}

typedef struct {
  size_t left, top, right, bottom;  // right and bottom are excluded
} Part;

// Finds the part of a picture that differs from the one before; one dot if nothing differs.
static Part find_changes(const unsigned char *before, const unsigned char *now) {
  Part part = {FILM_WIDTH, FILM_HEIGHT, 0, 0};
  for (size_t y = 0; y < FILM_HEIGHT; y++)
    for (size_t x = 0; x < FILM_WIDTH; x++) {
      if (before[y * FILM_WIDTH + x] == now[y * FILM_WIDTH + x]) continue;
      part.left = x < part.left ? x : part.left;
      part.right = x + 1 > part.right ? x + 1 : part.right;
      part.top = y < part.top ? y : part.top;
      part.bottom = y + 1;
    }
  return part.right > 0 ? part : (Part){0, 0, 1, 1};
}

static void add_picture(Text *out, Strings *strings, const unsigned char *picture, Part part, size_t hundredths) {
  text_add_str(out, (Str){"!\xf9\x04\x04", 4});
  add_short(out, hundredths);
  text_add_str(out, (Str){"\0\0,", 3});
  add_short(out, part.left);
  add_short(out, part.top);
  add_short(out, part.right - part.left);
  add_short(out, part.bottom - part.top);
  text_add_str(out, (Str){"\0\x08", 2});
  Packer packer = {.out = out};
  pack(&packer, strings, picture + part.top * FILM_WIDTH + part.left, FILM_WIDTH, part.right - part.left,
       part.bottom - part.top);
  text_add_char(out, '\0');
}

void film_gif(Film *film, Text *out) {
  Strings *strings = ARENA_NEW(out->arena, Strings);
  unsigned char *before = ARENA_ARRAY(out->arena, unsigned char, FILM_WIDTH * FILM_HEIGHT);
  add_head(out);
  for (size_t i = 0; i < film->frames; i++) {
    film_draw(film, i);
    const Part part =
      i == 0 ? (Part){0, 0, FILM_WIDTH, FILM_HEIGHT} : find_changes(before, film->picture);
    // the last picture stays for a second
    add_picture(out, strings, film->picture, part, i + 1 < film->frames ? 100 / FILM_RATE : 100);
    memcpy(before, film->picture, FILM_WIDTH * FILM_HEIGHT);
  }
  text_add_char(out, ';');
}
