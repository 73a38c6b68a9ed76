// model/release.h: bodies, points and frames that can be moved by themselves.
//
// A model that is a copy of another (copy_of) is read with everything released: each point and each
// body's centre is shifted by three symbols, each frame is turned by three small angles about the axes
// of N, and whatever is written with pos(P) or B.x follows. The force that acts where something is
// released is the generalized force of its shift.

#ifndef MODEL_RELEASE_H
#define MODEL_RELEASE_H

#include "model/model.h"

// In a released copy: the place with its shift; otherwise the place as it is.
Vec release_place(Model *model, ThingKind kind, size_t index, Vec at, bool carries);
// In a released copy: turns the frame, to first order in the angles.
void release_frame(Model *model, Frame *frame);
// Remembers four coordinates that are a quaternion.
void release_quaternion(Model *model, const Expr e[4]);

// e where nothing is shifted, n of them in place.
void release_settle(const Model *released, Expr *e, size_t n);

// The symbols of a reaction, which is asked for here; its formula is found by model_find_reactions.
Vec model_reaction(Model *model, Reaction asked, const char *text);

// Finds the formulas of all reactions that are asked for; model->released is there. Reports where one
// is not determined by how the model is written.
void model_find_reactions(Model *model);

// e with the formulas in place of the symbols.
Expr model_with_reactions(const Model *model, Expr e);
// The same in all that the model asks for: observables, claims, stops.
void model_use_reactions(Model *model);

#endif
