// proof/judge_impl.h: a statement compared at real states, shared by judge.c and sides.c.

#ifndef PROOF_JUDGE_IMPL_H
#define PROOF_JUDGE_IMPL_H

#include "ground/switches.h"
#include "proof/judge.h"

#define REAL_DRAWS 24  // states at which a counterexample is looked for
#define REAL_AGREE 6   // states that verify, at least

// What is to be judged.
typedef struct {
  Expr left, right;
  const char *what;  // the left side in words if the right one is 0; else NULL
} Statement;

// What was seen at real states so far.
typedef struct {
  PieceStates *states;
  const Statement *s;
  Arena *arena;
  unsigned agree, seen, moving;  // states that agree, all of them, those that have a motion
  Judgement refuted;             // if a state refutes
  bool is_refuted;
} Look;

// Has the state a motion? It is made known. Statements without the motion can be compared anyway.
bool judge_find_motion(RealPoint *point);

// Compares the sides at a state; false if it refutes.
bool look_at(Look *look, RealPoint *point);

// What the statement, the constraints and the motion, if it is spoken of, jump or bend at.
Switches look_for_switches(const Look *look);

// States on both sides of all of these, also where several meet, and with parameters of other sizes;
// false if one refutes.
bool look_on_all_sides(Look *look, const Switches *list);

#endif
