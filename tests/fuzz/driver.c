// fuzz/driver.c: feed seeded inputs to a fuzz entry, without libFuzzer.
//
//   fuzz_x RUNS SEED FOLDER...   half random bytes, half mutations of the files in the folders
//   fuzz_x FILE                  that one input, to examine a fault
//
// An input depends only on the seed, its number and the folders. On a fault, or after LIMIT seconds with one input, the
// seed and the number are printed and the input is left in a file.

#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define LIMIT     (10 * TEST_PATIENCE)  // seconds of processor time for one input; as many minutes by the clock
#define INPUT_MAX 65536  // bytes in one input, at most
#define RANDOM    256    // bytes in a random one, at most

typedef struct {
  uint8_t *data;
  size_t size;
} Text;

static Text *corpus;  // the files of the folders, in order of name
static size_t corpus_count;

static uint8_t input[INPUT_MAX];  // in static memory, for the fault handler
static size_t input_size;
static char fault_file[128], fault_note[256];

// --- faults

// The sanitizers call functions of these names: after a report they must abort, which is caught below.
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__asan_default_options(void) { return "abort_on_error=1"; }
const char *__ubsan_default_options(void) { return "abort_on_error=1:print_stacktrace=1"; }

// Only calls that are safe in a signal handler.
static void dump_input(void) {
  int fd = open(fault_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd >= 0) {
    if (write(fd, input, input_size) < 0) _exit(1);
    close(fd);
  }
  if (write(STDERR_FILENO, fault_note, strlen(fault_note)) < 0) _exit(1);
}

static void on_signal(int number) {
  if (fuzz_fault) fuzz_fault();
  static const char hang[] = "\nfuzz: one input takes too long\n";
  if ((number == SIGALRM || number == SIGPROF) && write(STDERR_FILENO, hang, sizeof hang - 1) < 0) _exit(1);
  dump_input();
  signal(number, SIG_DFL);
  raise(number);
}

// The handler has its own stack, since running out of the usual one is a fault to catch.
static void watch_faults(void) {
  static char stack[65536];
  static const int all[] = {SIGALRM, SIGPROF, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  struct sigaction act   = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  const stack_t place    = {.ss_sp = stack, .ss_size = sizeof stack};

  sigaltstack(&place, NULL);
  sigemptyset(&act.sa_mask);
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    struct sigaction old;
    sigaction(all[i], NULL, &old);
    if (old.sa_handler == SIG_DFL) sigaction(all[i], &act, NULL);  // else the sanitizer's own
  }
}

// Processor time, since other programs may be running; and elapsed time, for code that only waits.
static void watch_time(int seconds) {
  const struct itimerval limit = {.it_value.tv_sec = seconds};
  setitimer(ITIMER_PROF, &limit, NULL);
  alarm((unsigned) (60 * seconds));
}

void fuzz_watch(int seconds) { watch_time(seconds * TEST_PATIENCE); }

// --- numbers

static uint64_t state;

// xorshift64*: full period over the nonzero states
static uint64_t next_random(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * UINT64_C(0x2545F4914F6CDD1D);
}

static size_t below(size_t n) { return n ? (size_t) (next_random() >> 11) % n : 0; }

// Each run starts from a state of its own, so that it can be repeated alone.
static void seed_run(uint64_t seed, uint64_t run) {
  state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ (run + 1) * UINT64_C(0xBF58476D1CE4E5B9);
  if (!state) state = 1;
  for (int i = 0; i < 4; i++) next_random();
}

// --- inputs

static void make_random(void) {
  const bool printable = below(2);
  input_size           = below(RANDOM);
  for (size_t i = 0; i < input_size; i++)
    input[i] = (uint8_t) (printable ? 32 + below(95) : below(256));
}

static bool is_word(uint8_t c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

// a token at or after a random place: a word, or one other byte
static void pick_token(const uint8_t *data, size_t size, size_t *at, size_t *length) {
  *at     = below(size);
  *length = size ? 1 : 0;
  if (!size || !is_word(data[*at])) return;
  while (*at > 0 && is_word(data[*at - 1])) --*at;
  while (*at + *length < size && is_word(data[*at + *length])) ++*length;
}

// Puts a token of any file in the place of one here, or changes one piece of the text.
static void mutate(void) {
  Bytes bytes = {input, input_size, sizeof input};
  const uint64_t bits = next_random();
  Choice choice = {.state = bits};
  size_t to, cut, from, n;
  if (bits % 3 == 0) {
    const Text *other = &corpus[below(corpus_count)];
    pick_token(input, input_size, &to, &cut);
    pick_token(other->data, other->size, &from, &n);
    bytes_replace(&bytes, to, below(2) ? cut : 0, other->data + from, n);
  } else {
    mutate_text(&choice, &bytes);
  }
  input_size = bytes.n;
}

static void make_mutant(void) {
  const Text *text = &corpus[below(corpus_count)];
  input_size       = text->size;
  memcpy(input, text->data, text->size);
  for (size_t i = 1 + below(8); i > 0; i--) mutate();
}

// --- files

static bool read_text(const char *path, Text *out) {
  struct stat info;
  if (stat(path, &info) || !S_ISREG(info.st_mode)) return false;
  FILE *f = fopen(path, "rb");
  if (!f) return false;
  out->data = malloc(INPUT_MAX);
  if (!out->data) abort();
  out->size = fread(out->data, 1, INPUT_MAX, f);
  fclose(f);
  return true;
}

// A folder that does not exist counts as empty.
static void read_folder(const char *folder) {
  struct dirent **names;
  const int count = scandir(folder, &names, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    char path[4096];
    Text text;
    snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
    free(names[i]);
    if (!read_text(path, &text)) continue;
    corpus = realloc(corpus, (corpus_count + 1) * sizeof *corpus);
    if (!corpus) abort();
    corpus[corpus_count++] = text;
  }
  if (count >= 0) free(names);
}

// --- runs

// The entry gets an exact copy in the heap, so that reading past its end is noticed.
static void run_input(void) {
  uint8_t *copy = malloc(input_size ? input_size : 1);
  if (!copy) abort();
  memcpy(copy, input, input_size);
  watch_time(LIMIT);
  LLVMFuzzerTestOneInput(copy, input_size);
  watch_time(0);
  free(copy);
}

static int run_file(const char *path) {
  Text text;
  if (!read_text(path, &text)) {
    fprintf(stderr, "fuzz: cannot read %s\n", path);
    return 1;
  }
  input_size = text.size;
  memcpy(input, text.data, text.size);
  free(text.data);
  run_input();
  return 0;
}

int main(int argc, char **argv) {
  const char *slash = strrchr(argv[0], '/');
  const char *name  = slash ? slash + 1 : argv[0];
  if (argc == 2) return run_file(argv[1]);
  if (argc < 3) {
    fprintf(stderr, "usage: %s RUNS SEED FOLDER... | %s FILE\n", name, name);
    return 2;
  }
  const uint64_t runs = strtoull(argv[1], NULL, 10), seed = strtoull(argv[2], NULL, 10);
  for (int i = 3; i < argc; i++) read_folder(argv[i]);
  watch_faults();

  for (uint64_t run = 0; run < runs; run++) {
    seed_run(seed, run);
    if (corpus_count && run % 2) make_mutant();
    else make_random();
    snprintf(fault_file, sizeof fault_file, "%s/%.60s-%llu-%llu", P_tmpdir, name, (unsigned long long) seed,
             (unsigned long long) run);
    snprintf(fault_note, sizeof fault_note, "\nfuzz: seed %llu, run %llu, input left in %s\n",
             (unsigned long long) seed, (unsigned long long) run, fault_file);
    run_input();
  }

  // faults from here on, such as leaks, belong to no particular input
  signal(SIGABRT, SIG_DFL);
  for (size_t i = 0; i < corpus_count; i++) free(corpus[i].data);
  free(corpus);
  printf("%s: %llu inputs, seed %llu\n", name, (unsigned long long) runs,
         (unsigned long long) seed);
  return 0;
}
