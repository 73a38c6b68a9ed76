// program/source.c: texts that a request gives.

#include "program/system.h"

const Source *system_source(System *m, const char *name, Str text) {
  Source *source = ARENA_NEW(&m->notes, Source);
  *source = (Source){str_copy(&m->notes, str(name)), {str_copy(&m->notes, text), text.n}};
  return source;
}

const Source *system_keep_source(System *m, const char *name, Str text) {
  Source *source = ARENA_NEW(&m->arena, Source);
  *source = (Source){str_copy(&m->arena, str(name)), {str_copy(&m->arena, text), text.n}};
  return source;
}
