// proof/in_mode.h: claims about a mode that the model is not in: contact, or an impact.

#ifndef PROOF_IN_MODE_H
#define PROOF_IN_MODE_H

#include "methods/impact.h"
#include "proof/claims.h"

// Is the claim about an impact, or about a contact that is not in force in the model?
bool claim_has_mode(const Model *model, const Claim *claim);

// Judges the claim in the mode that it is about; the detail names that mode.
Judgement proof_judge_in_mode(const Model *model, const Claim *claim, Arena *arena);

// Returns the equations of that mode, and the claim in their symbols.
MUST_USE Status claim_in_mode(const Model *model, const Claim *claim, Arena *arena, ModeEquations *mode,
                              Claim *own);

#endif
