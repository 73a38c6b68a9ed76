// api/models_data.h: the gallery, made into data by tools/embed.cmake from models/*.mech.

#ifndef API_MODELS_DATA_H
#define API_MODELS_DATA_H

#include <stddef.h>

typedef struct {
  const char *name;  // of the file, without .mech
  const char *text;  // terminated
  size_t size;
} EmbeddedModel;

extern const EmbeddedModel embedded_models[];
extern const size_t embedded_models_count;

#endif
