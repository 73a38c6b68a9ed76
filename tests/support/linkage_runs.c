// support/linkage_runs.c: many linkages, judged and counted.

#include "support/settings.h"
#include "support/linkage_runs.h"

#include "support/linkages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MINUTE 300
#define MOST_CLASSES 64
#define SIZE_DRAWS 20

typedef struct {
  size_t drawn, missing, judged[JUDGE_VERDICTS], died;
} Count;

// Returns the worst verdict: wrong before refused before unable.
static JudgeVerdict overall(const JudgeFindings *f) {
  JudgeVerdict worst = JUDGE_RIGHT;
  for (size_t i = 0; i < f->n; i++)
    if (worst == JUDGE_RIGHT || f->at[i].verdict < worst) worst = f->at[i].verdict;
  return worst;
}

static void keep(const char *folder, const char *class, uint64_t seed, const char *text,
                 const JudgeFindings *found) {
  char path[512], name[64];
  snprintf(name, sizeof name, "%s", class);
  for (char *c = name; *c != '\0'; c++)
    if (*c == ' ') *c = '-';
  snprintf(path, sizeof path, "%s/%s-%llu.mech", folder, name, (unsigned long long) seed);
  FILE *f = fopen(path, "w");
  if (f == NULL) return;
  for (size_t i = 0; i < found->n; i++)
    fprintf(f, "# %s: %s\n", judge_verdicts[found->at[i].verdict], found->at[i].what);
  fputs(text, f);
  fclose(f);
}

typedef struct {
  unsigned parts;
  size_t least, most;  // coordinates
} Wanted;

// Draws a linkage of the class with the wanted number of coordinates, or NULL.
static Mechanism *draw_sized(size_t class, uint64_t seed, const Wanted *w) {
  for (uint64_t i = 0; i < SIZE_DRAWS; i++) {
    Mechanism *m = linkage_draw(class, seed + i * 1000000007u);
    if (m == NULL || (w->least <= m->n && m->n <= w->most)) return m;
    mech_destroy(m);
  }
  return NULL;
}

static JudgeVerdict judge_one(size_t class, uint64_t seed, const Wanted *w, Count *count) {
  Mechanism *m = draw_sized(class, seed, w);
  if (m == NULL) {
    count->missing++;
    return JUDGE_RIGHT;
  }
  JudgeFindings found;
  const MechStart start = (MechStart) dice_below(&m->dice, 3);
  const char *text = mech_model(m, start), *folder = getenv("LINKAGE_KEEP");
  linkage_judge(m, text, w->parts, &found);
  const JudgeVerdict verdict = overall(&found);
  for (size_t i = 0; i < found.n; i++)
    fprintf(stderr, "%s %llu: %s: %s\n", m->class, (unsigned long long) seed,
            judge_verdicts[found.at[i].verdict], found.at[i].what);
  if (verdict != JUDGE_RIGHT) {
    if (folder != NULL)
      keep(folder, m->class, seed, text, &found);
    else if (verdict != JUDGE_UNABLE)
      fputs(text, stderr);
  }
  mech_destroy(m);
  return verdict;
}

// Judges in a separate process, so that a crash or a hang is found, too, and counted.
static void judge_apart(size_t class, uint64_t seed, const Wanted *w, Count *count) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(MINUTE);
    Count own = {0};
    const JudgeVerdict verdict = judge_one(class, seed, w, &own);
    _exit(own.missing > 0 ? 10 : (int) verdict);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 10)
    count->missing++;
  else if (WIFEXITED(status) && WEXITSTATUS(status) < JUDGE_VERDICTS)
    count->judged[WEXITSTATUS(status)]++;
  else {
    count->died++;
    fprintf(stderr, "%s %llu: died, status %d\n", linkage_class(class)->name,
            (unsigned long long) seed, status);
  }
}

size_t linkages_run(size_t count, unsigned parts, size_t least, size_t most) {
  const Wanted w = {parts, least, (size_t) test_setting("LINKAGE_MOST", (double) most)};
  Count counts[MOST_CLASSES] = {{0}}, all = {0};
  const size_t scaled = test_scaled(count);
  const uint64_t first = (uint64_t) test_setting("TEST_SEED", 1);
  const char *only = getenv("LINKAGE_CLASS");
  for (size_t k = 0, done = 0; done < scaled; k++) {
    const size_t class = only != NULL ? (size_t) atoi(only) : linkage_turn(k);
    Count *c = &counts[class];
    if (linkage_class(class)->least > w.most || linkage_class(class)->largest < w.least) continue;
    done++;
    c->drawn++;
    if (getenv("LINKAGE_KEEP") != NULL)
      judge_apart(class, first + k, &w, c);
    else
      c->judged[judge_one(class, first + k, &w, c)]++;
  }
  printf("%-18s %6s %6s %6s %8s %7s %6s %5s\n", "class", "drawn", "right", "wrong", "refused",
         "unable", "died", "none");
  for (size_t i = 0; i <= linkage_classes(); i++) {
    const Count *c = i < linkage_classes() ? &counts[i] : &all;
    if (c->drawn > 0)
      printf("%-18s %6zu %6zu %6zu %8zu %7zu %6zu %5zu\n",
             i < linkage_classes() ? linkage_class(i)->name : "all", c->drawn,
             c->judged[JUDGE_RIGHT], c->judged[JUDGE_WRONG], c->judged[JUDGE_REFUSED],
             c->judged[JUDGE_UNABLE], c->died, c->missing);
    all.drawn += c->drawn;
    all.missing += c->missing;
    all.died += c->died;
    for (size_t v = 0; v < JUDGE_VERDICTS; v++) all.judged[v] += c->judged[v];
  }
  size_t bad = 0;
  for (size_t i = 0; i < linkage_classes(); i++)
    bad += counts[i].judged[JUDGE_WRONG] + counts[i].judged[JUDGE_REFUSED] + counts[i].died +
           counts[i].missing;
  return bad;
}
