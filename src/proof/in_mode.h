// proof/in_mode.h: claims about a mode that the model is not in: contact, or an impact.

#ifndef PROOF_IN_MODE_H
#define PROOF_IN_MODE_H

#include "methods/impact.h"
#include "proof/claims.h"

// Is the claim about an impact, or about a contact that is not in force in the model?
bool claim_has_mode(const Model *model, const Claim *claim);

// Returns the mode that it is about.
ImpactMode claim_mode(const Model *model, const Claim *claim, Arena *arena);

// Judges the claim by the equations of that mode, or NULL; the detail names the mode.
Judgement proof_judge_in_mode(const Model *model, const Claim *claim, const ImpactMode *mode, const Equations *of_mode,
                              Arena *arena);

// Returns the equations by which it is judged, of the mode or of the impact, and the claim in their symbols.
MUST_USE Status claim_in_mode(const Model *model, const Claim *claim, const ImpactMode *mode,
                              const Equations *of_mode, Arena *arena, Equations *eq, Claim *own);

#endif
