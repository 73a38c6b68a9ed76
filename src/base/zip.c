// base/zip.c: ZIP archives of stored files.

#include "base/zip.h"
#include <string.h>

#define ZIP_LOCAL 0x04034b50u
#define ZIP_CENTRAL 0x02014b50u
#define ZIP_END 0x06054b50u
#define ZIP_VERSION 20     // 2.0: folders
#define ZIP_UNIX 3         // the system whose rights are in the external attributes
#define ZIP_UTF8 0x0800    // names are UTF-8
#define ZIP_DATE 0x0021    // 1 January 1980
#define ZIP_RIGHTS 0100644u  // a file that its owner may write, and all may read

// CRC-32 as defined by ISO 3309.
static uint32_t crc_of(Str content) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < content.n; i++) {
    crc ^= (unsigned char) content.at[i];
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

// Little-endian.
static void add_number(Text *out, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++) text_add_char(out, (char) (value >> 8 * i & 0xff));
}

Zip zip_make(Text *out) {
  return (Zip){.out = out, .directory = text_make(out->arena)};
}

// Adds the fields that an entry's header and the directory have in common.
static void add_facts(Text *out, const char *path, Str content, uint32_t crc) {
  add_number(out, ZIP_VERSION, 2);
  add_number(out, ZIP_UTF8, 2);
  add_number(out, 0, 2);  // stored
  add_number(out, 0, 2);  // midnight
  add_number(out, ZIP_DATE, 2);
  add_number(out, crc, 4);
  add_number(out, (uint32_t) content.n, 4);
  add_number(out, (uint32_t) content.n, 4);
  add_number(out, (uint32_t) strlen(path), 2);
  add_number(out, 0, 2);  // no extra field
}

bool zip_add(Zip *zip, const char *path, Str content) {
  const size_t most = UINT32_MAX, room = most - 1000 * (zip->entries + 2);
  if (content.n > most / 2 || zip->out->n > room - content.n || zip->entries >= 0xfffe) return false;
  const uint32_t at = (uint32_t) zip->out->n, crc = crc_of(content);
  add_number(zip->out, ZIP_LOCAL, 4);
  add_facts(zip->out, path, content, crc);
  text_add(zip->out, path);
  text_add_str(zip->out, content);
  Text *d = &zip->directory;
  add_number(d, ZIP_CENTRAL, 4);
  add_number(d, ZIP_UNIX << 8 | ZIP_VERSION, 2);
  add_facts(d, path, content, crc);
  add_number(d, 0, 2);  // no comment
  add_number(d, 0, 2);  // the first disk
  add_number(d, 0, 2);  // internal attributes: binary
  add_number(d, ZIP_RIGHTS << 16, 4);
  add_number(d, at, 4);
  text_add(d, path);
  zip->entries++;
  return true;
}

void zip_finish(Zip *zip) {
  Text *out = zip->out;
  const uint32_t at = (uint32_t) out->n;
  text_add_str(out, (Str){text_get(&zip->directory), zip->directory.n});
  add_number(out, ZIP_END, 4);
  add_number(out, 0, 4);
  add_number(out, (uint32_t) zip->entries, 2);
  add_number(out, (uint32_t) zip->entries, 2);
  add_number(out, (uint32_t) zip->directory.n, 4);
  add_number(out, at, 4);
  add_number(out, 0, 2);
}
