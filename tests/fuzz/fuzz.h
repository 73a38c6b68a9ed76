// fuzz/fuzz.h: the entry that each fuzz_*.c defines; called by driver.c or by libFuzzer.

#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

// Feeds one input to the code under test; always returns 0. A crash, a leak or ten seconds is a fault.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Sets the limit of driver.c to this many seconds from now: for an entry that does several things with an input.
void fuzz_watch(int seconds) __attribute__((weak));

// Called before a fault is reported, if the entry defines it: restores what it redirected. Safe in a signal handler.
void fuzz_fault(void) __attribute__((weak));

#endif
