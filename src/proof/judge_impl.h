// proof/judge_impl.h: a statement compared at real states, shared by judge.c and sides.c.

#ifndef PROOF_JUDGE_IMPL_H
#define PROOF_JUDGE_IMPL_H

#include "ground/switches.h"
#include "proof/judge.h"

#define REAL_DRAWS 24  // states at which a counterexample is looked for
#define REAL_AGREE 6   // states needed to verify

// The statement left = right to be judged.
typedef struct {
  Expr left, right;
  const char *what;  // the left side in words if the right side is 0; else NULL
} Statement;

// Findings at real states so far.
typedef struct {
  PieceStates *states;
  const Statement *s;
  Arena *arena;
  unsigned agree, seen, moving;  // states that agree, all of them, those that have a motion
  Judgement refuted;             // if a state refutes
  bool is_refuted;
} Look;

// Finds the motion of a state, if it has one. Statements that do not contain the motion can be compared without it.
bool judge_find_motion(RealPoint *point);

// Compares the sides at a state; false if the state refutes.
bool look_at(Look *look, RealPoint *point);

// Returns the switches at which the statement, the constraints and, if the statement involves it, the motion
// jump or bend.
Switches look_for_switches(const Look *look);

// Compares at states on both sides of all these switches, also where several meet, and with parameters of other
// magnitudes; false if one refutes.
bool look_on_all_sides(Look *look, const Switches *list);

#endif
