// draw/film.c: a run of a model as a film: GIF, and MP4 by ffmpeg.

#include "draw/animation.h"
#include "base/file.h"
#include "base/part.h"
#include "base/process.h"
#include "page/film.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SECONDS 120  // time limit for ffmpeg

typedef enum { FILM_GIF, FILM_MP4, FILM_NONE } FilmKind;

static FilmKind kind_of(const char *path) {
  const char *dot = strrchr(path, '.');
  if (dot != NULL && strcasecmp(dot, ".gif") == 0) return FILM_GIF;
  return dot != NULL && strcasecmp(dot, ".mp4") == 0 ? FILM_MP4 : FILM_NONE;
}

// Runs ffmpeg, which reads the GIF and writes fragments that need no seeking in the file.
static Status run_ffmpeg(System *m, Str gif, Str *film) {
  const char *named = getenv("DALEMBERT_FFMPEG");
  char path[PATH_MAX];
  static const char *const words[] = {
    "-v", "error",  "-f",       "gif_pipe", "-framerate", "25",
    "-i", "pipe:0", "-pix_fmt", "yuv420p",  "-movflags",  "frag_keyframe+empty_moov",
    "-f", "mp4",    "pipe:1"};
  enum { WORDS = sizeof words / sizeof *words };
  char *arguments[WORDS + 2] = {path};
  for (size_t i = 0; i < WORDS; i++) {
    arguments[1 + i] = ARENA_ARRAY(&m->work, char, strlen(words[i]) + 1);
    memcpy(arguments[1 + i], words[i], strlen(words[i]) + 1);
  }
  if (!process_find(named != NULL && *named != '\0' ? named : "ffmpeg", path)) {
    diag_report(&m->diags, DIAG_NO_FFMPEG, (Span){0});
    diag_help(&m->diags, "install ffmpeg, or write a .gif, which needs nothing");
    return STATUS_LIMIT;
  }
  Text *result = ARENA_NEW(&m->work, Text);
  *result = text_make(&m->work);
  SignalHold hold;
  Process process = {.program = path,
                     .arguments = arguments,
                     .input = gif,
                     .seconds = SECONDS,
                     .result = result,
                     .hold = &hold};
  signals_hold(&hold);
  const ProcessEnd end = process_run(&process);
  process_release_signals(&hold);
  if (end == PROCESS_DONE && result->n > 0) {
    *film = (Str){result->at, result->n};
    return STATUS_OK;
  }
  if (process.no_memory) return part_refuse();
  diag_report(&m->diags, DIAG_FFMPEG_FAILS, (Span){0},
              end == PROCESS_LATE          ? "it takes too long"
              : end == PROCESS_INTERRUPTED ? "interrupted"
              : *process.output            ? str_copy(&m->notes, str(process.output))
                                           : "it gave nothing");
  return STATUS_LIMIT;
}

Status film_write(System *m, const Motion *motion, const char *path) {
  const FilmKind kind = kind_of(path);
  if (kind == FILM_NONE) {
    diag_report(&m->diags, DIAG_PLOT_ENDING, (Span){0}, path);
    return STATUS_INPUT;
  }
  Animation animation;
  TRY(animation_of_run(m, motion, &m->work, &animation));
  Film film = film_make(&animation, &m->work);
  Text gif = text_make(&m->work);
  film_gif(&film, &gif);
  Str bytes = {gif.at, gif.n};
  if (kind == FILM_MP4) TRY(run_ffmpeg(m, bytes, &bytes));
  const Status status = file_replace_bytes(path, bytes);
  if (status != STATUS_OK)
    diag_report(&m->diags, DIAG_FILE_WRITE, (Span){0}, path, strerror(errno));
  return status;
}
