// program/modes.h: the modes of a motion: the same system with other constraints in force.
//
// While a run is in a mode, the model of the system has only the constraints of that mode: everything done with
// it, from deriving on, is the same as with any system. Equations are derived, and flows made, when a mode is
// first needed; they are kept.

#ifndef PROGRAM_MODES_H
#define PROGRAM_MODES_H

#include "program/atlas.h"

struct KeptMode {
  Model *model;
  bool derived;
  size_t of;  // the number of the system's derivation it belongs to
  Equations equations;
  Program program;
  SystemFacts facts;
  // of the current run
  Atlas atlas;
  bool open;  // the atlas is open
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
  Atlas *atlas;  // of the run: that of its present mode
  ARRAY(Atlas) left;  // atlases that were replaced: rows of the run still belong to them
  // is called when the atlas of a mode is opened at this state, and, with `turned`, where it turns to another patch; or NULL
  void (*opened)(void *context, const ConstraintUse *use, const double *state, bool turned);
  void *context;
} Modes;

// Starts in the mode of the system; nothing is entered yet.
void modes_open(System *m, Atlas *atlas, const FlowWish *wish, bool project, double rtol, double atol,
                Modes *modes);
// Enters the mode with these uses, with its equations, at the state (t, q, velocities, free speeds) in numbers,
// which goes into the inputs of the program.
MUST_USE Status modes_enter(Modes *modes, const ConstraintUse *use, const double *state);
// Opens the atlas of the mode, at the state among the inputs; y is the state in its variables.
MUST_USE Status modes_chart(Modes *modes, double **y);
// Calls `opened` after the atlas has turned to another patch.
void modes_note_turn(const Modes *modes);
// Releases all atlases, and restores the model of the system.
void modes_close(Modes *modes);

#endif
