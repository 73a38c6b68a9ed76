// base/zip.h: a ZIP archive written into a text, with the same bytes for the same contents.
//
// Entries are stored, not compressed, and dated 1 January 1980: the archive reveals nothing about the machine, the user
// or the time. From: PKWARE, .ZIP File Format Specification, APPNOTE.TXT 6.3.3, sections 4.3 and 4.4.

#ifndef BASE_ZIP_H
#define BASE_ZIP_H

#include "base/text.h"

typedef struct {
  Text *out;
  Text directory;
  size_t entries;
} Zip;

Zip zip_make(Text *out);
// Adds a file; its path has forward slashes. Returns false if the archive would reach 4 GiB or 65535 files.
bool zip_add(Zip *zip, const char *path, Str content);
void zip_finish(Zip *zip);

#endif
