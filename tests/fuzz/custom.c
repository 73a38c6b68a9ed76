// fuzz/custom.c: libFuzzer's changes to texts, half of them by the tokens of the language.

#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"

// of libFuzzer
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
  Choice choice = {.state = seed};
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, room);
  Bytes bytes = {data, size, room};
  for (size_t i = 1 + choose(&choice, 4); i > 0; i--) mutate_text(&choice, &bytes);
  return bytes.n;
}
