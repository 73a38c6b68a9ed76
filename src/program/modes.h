// program/modes.h: the modes of a motion: the same system with other constraints in force.
//
// While a run is in a mode, the system is one whose model has only the constraints of that mode: all that is
// done with it, from deriving on, is what is done with any system. Equations are derived, and flows made,
// when a mode is first needed; they are kept.

#ifndef PROGRAM_MODES_H
#define PROGRAM_MODES_H

#include "program/atlas.h"

struct KeptMode {
  Model *model;
  bool derived;
  size_t of;  // the derivation of the system that it follows
  Equations equations;
  Program program;
  SystemFacts facts;
  // of the run under way
  Atlas atlas;
  bool open;  // the atlas is
  double *y;
};

// The modes of one run.
typedef struct {
  System *m;
  KeptMode home;  // the mode that calls know
  size_t derivations;
  KeptMode *now;
  FlowWish wish;
  bool project;
  double rtol, atol;
  Atlas *atlas;  // of the run: that of the mode it is in
  ARRAY(Atlas) left;  // atlases that others have taken the place of: rows of the run still belong to them
} Modes;

// Nothing is entered yet: the run is in the mode of the system.
void modes_open(System *m, Atlas *atlas, const FlowWish *wish, bool project, double rtol, double atol,
                Modes *modes);
// Goes over to the mode with these uses, at the state (t, q, velocities, free speeds) in numbers, with its
// equations. The inputs of the program hold that state then.
MUST_USE Status modes_enter(Modes *modes, const ConstraintUse *use, const double *state);
// The atlas of the mode, at the state among the inputs; y is the state in its variables.
MUST_USE Status modes_chart(Modes *modes, double **y);
// Gives back all atlases, and the system its model.
void modes_close(Modes *modes);

#endif
