// motion/compiled.h: flows whose tapes are compiled, in one unit with DOP853.

#ifndef MOTION_COMPILED_H
#define MOTION_COMPILED_H

#include "motion/flow.h"
#include "native/native.h"

// Operations that are compiled together. A compiler takes about a quarter of a millisecond for each,
// and its minute is over before 300,000.
#define FLOW_UNIT_MOST 200000

// How many operations the unit of an interpreted flow has.
size_t flow_unit_length(const Flow *interpreted);

// Is the Jacobian among them? It is interpreted if there would be too many.
bool flow_unit_has_jacobian(const FlowTapes *tapes, bool project);

// Compiles the tapes of an interpreted flow. The result computes the same and lives on its own.
// If that fails, or there are more than FLOW_UNIT_MOST operations, *trouble has the reason.
MUST_USE Status flow_compile(const Flow *interpreted, Flow **compiled, NativeTrouble *trouble);

// The same, soon: the integrator's part is precompiled, and only the functions of the flow are compiled, with
// little effort, unless the whole unit is in the cache. The run has the same bits. flow_improve, called between
// steps now and then, lets the whole unit be compiled in the background if a run takes longer, and switches to it when it is ready.
MUST_USE Status flow_compile_soon(const Flow *interpreted, Flow **compiled, NativeTrouble *trouble);
void flow_improve(Flow *compiled);

// A compiled flow that a run is over with, for another run: what the background compiles is stopped; later, the fixed
// inputs of the interpreted flow have other values. False if the flow would be compiled in another way now.
void flow_rest(Flow *compiled);
MUST_USE bool flow_renew_compiled(Flow *compiled);

// Another flow along a compiled one, which must stay, with fixed inputs of its own, for another thread or
// another lane. flow_set_fixed gives them their values before it is used. NULL without memory.
Flow *flow_share_compiled(const Flow *compiled);
void flow_set_fixed(Flow *shared, const double *fixed);

// What the unit has beside the flow, by name; or NULL.
void flow_compiled_find(const Flow *compiled, const char *name, void *function);

// The interpreted flow that it was compiled from.
const Flow *flow_compiled_from(const Flow *compiled);

// How long that took.
const NativeFacts *flow_compile_facts(const Flow *compiled);

// The text of the unit, in the arena, to be read.
const char *flow_unit_text(const FlowTapes *tapes, bool project, Arena *arena);

// Without an integrator.
const char *flow_functions_text(const FlowTapes *tapes, bool project, Arena *arena);

// The same for several motions at once (native/text/dop853_lanes.h).
const char *flow_lanes_text(const FlowTapes *tapes, bool project, Arena *arena);

#endif
