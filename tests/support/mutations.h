// support/mutations.h: constraints written in another way, and the expected results.
//
// Law:   a constraint that is repeated, scaled, multiplied by a factor that does not vanish at the
//        state, put into a function that is monotone there, combined with others or differentiated
//        leaves the accelerations, the freedoms and the motion as they are. One whose gradient
//        vanishes wherever it holds (a power, a sum of squares), that holds nowhere, or that
//        contradicts another is an error at its line. It is never forgotten: the rest never moves freely, and it is
//        never called redundant unless it is.
// Judge: the system as it was, by support/mechanism.h

#ifndef SUPPORT_MUTATIONS_H
#define SUPPORT_MUTATIONS_H

#include "support/linkage_judge.h"

typedef enum {
  MUTANT_SAME,   // everything stays as it was
  MUTANT_BAD,    // an error at the line of the changed constraint
  MUTANT_EITHER  // one or the other: the constraint follows from the rest, or has a kink there
} MutantKind;

#define MUTANT_CULPRITS 32

typedef struct {
  const char *name;  // of the mutation
  MutantKind kind;
  const char *text;                      // the model
  const char *culprit[MUTANT_CULPRITS];  // the constraints that may be named; NULL after the last
  const char *degenerate;                // the one among them that must not be called redundant
} Mutant;

size_t mutation_count(void);
const char *mutation_name(size_t mutation);
// Makes all constraints of the mechanism scalar, and drops void ones.
void mutation_prepare(Mechanism *m);
// Changes one or two constraints at random; false if the mutation does not apply.
bool mutate(Mechanism *m, size_t mutation, Mutant *out);
void mutant_judge(Mechanism *m, const Mutant *mutant, JudgeFindings *out);
// The part of it that expects an error at the line of a culprit, in `eval` and in `simulate`.
void mutant_judge_bad(const Mutant *mutant, JudgeFindings *out);

// Draws and judges this many mutants, as linkages_run does; MUTATION=n takes only one mutation.
// Returns how many were not right.
size_t mutations_run(size_t count);

#endif
