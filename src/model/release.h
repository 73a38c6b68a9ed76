// model/release.h: bodies, points and frames that can be moved by themselves.
//
// A model that is a copy of another (copy_of) is read with everything released: each point and each body's centre is
// shifted by three symbols, each frame is turned by three small angles about the axes of N, and whatever is written
// with pos(P) or B.x follows. The force on a released thing is the generalized force of its shift.

#ifndef MODEL_RELEASE_H
#define MODEL_RELEASE_H

#include "model/model.h"

// In a released copy: the place with its shift; otherwise the place unchanged.
Vec release_place(Model *model, ThingKind kind, size_t index, Vec at, bool carries);
// In a released copy: turns the frame, to first order in the angles.
void release_frame(Model *model, Frame *frame);
// Records four coordinates that form a quaternion.
void release_quaternion(Model *model, const Expr e[4]);

// Sets all shifts to zero in n expressions, in place.
void release_settle(const Model *released, Expr *e, size_t n);

// Returns the symbols of a reaction that is asked for here; model_find_reactions finds its formula.
Vec model_reaction(Model *model, Reaction asked, const char *text);

// Finds the formulas of all reactions that are asked for; model->released must exist. Reports those that are not
// determined by the way the model is written.
void model_find_reactions(Model *model);

// Replaces the symbols of reactions in e by their formulas.
Expr model_with_reactions(const Model *model, Expr e);
// The same in everything that the model asks for: observables, claims, stops.
void model_use_reactions(Model *model);

#endif
