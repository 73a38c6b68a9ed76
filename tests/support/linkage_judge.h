// support/linkage_judge.h: compares what the program says about a mechanical system with its numbers.
//
// Law:   the degrees of freedom are those of the construction; accelerations by every method that applies, and
//        multipliers of least norm, agree with the augmented problem in 113 bits; constraints called redundant can be
//        omitted; a run reaches its end, satisfies all constraints, as computed here, keeps the energy, and has the
//        right accelerations at its end, too.
// Judge: support/mechanism.h

#ifndef SUPPORT_LINKAGE_JUDGE_H
#define SUPPORT_LINKAGE_JUDGE_H

#include "support/mechanism.h"

// Relative to the largest acceleration or multiplier. Draws whose pivots are below 2e-3 of the largest are discarded,
// which bounds the condition by about 1e6.
#define JUDGE_TOLERANCE 1e-9
#define JUDGE_DRIFT 1e-7  // of energy and constraints in a run at the default tolerances

typedef enum {
  JUDGE_RIGHT,
  JUDGE_WRONG,    // a wrong number, without an error
  JUDGE_REFUSED,  // an error although there is a right answer
  JUDGE_UNABLE,   // a method other than multipliers and udwadia gave up on a formula
  JUDGE_VERDICTS
} JudgeVerdict;

extern const char *const judge_verdicts[JUDGE_VERDICTS];

#define JUDGE_FOLD 1e-5  // of the largest pivot: a smaller one belongs to a singular state
#define JUDGE_FINDINGS 24

typedef struct {
  JudgeVerdict verdict;
  char what[160];
} JudgeFinding;

typedef struct {
  size_t n;
  JudgeFinding at[JUDGE_FINDINGS];
} JudgeFindings;

enum {
  JUDGE_ANALYZE = 1,
  JUDGE_METHODS = 2,
  JUDGE_RUN = 4,
  JUDGE_NATIVE = 8,
  JUDGE_ALL = 7,
  JUDGE_GENERAL = 32,  // only multipliers and udwadia
  JUDGE_BY_OTHERS =
    16  // the text has other constraints of the same meaning: no multipliers, one method
};

// Compares everything that `parts` names. Reports nothing if all is right.
void linkage_judge(Mechanism *m, const char *text, unsigned parts, JudgeFindings *out);

// Finds the number "key" of "group" in eval's JSON output; false if it is missing.
bool judge_number(const char *json, const char *group, const char *key, double *value);

#endif
