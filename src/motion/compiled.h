// motion/compiled.h: flows whose tapes are compiled, in one unit with DOP853.

#ifndef MOTION_COMPILED_H
#define MOTION_COMPILED_H

#include "motion/flow.h"
#include "native/native.h"

// Most operations that a compiler reads together. It takes about a quarter of a millisecond for each, and would exceed
// its minute before 300,000.
#define FLOW_UNIT_MOST 200000

// Returns the number of operations in the unit of an interpreted flow.
size_t flow_unit_length(const Flow *interpreted);

// Returns how many of them a compiler reads: in long functions operations on arrays are data. Takes as long as writing
// the text of the unit.
size_t flow_unit_work(const Flow *interpreted);

// Returns an upper bound of the stack, in bytes, that the unit needs to compute this many motions together.
size_t flow_unit_stack(const FlowTapes *tapes, size_t motions);

// Is the Jacobian part of the unit? It is interpreted if the unit would become too long.
bool flow_unit_has_jacobian(const FlowTapes *tapes, bool project);

// Compiles the tapes of an interpreted flow, which must stay: it computes everything that is not compiled.
// If compiling fails, a compiler would read more than FLOW_UNIT_MOST operations, or the calling thread has too little
// stack for the unit, *trouble has the reason.
MUST_USE Status flow_compile(const Flow *interpreted, Flow **compiled, NativeTrouble *trouble);

// Compiles quickly: the integrator is precompiled, and only the functions of the flow are compiled, with little
// optimization, unless the whole unit is in the cache. The run gives the same bits. Call flow_improve between
// steps now and then: if a run takes longer, it has the whole unit compiled in the background, and switches to
// it when it is ready.
MUST_USE Status flow_compile_soon(const Flow *interpreted, Flow **compiled, NativeTrouble *trouble);
void flow_improve(Flow *compiled);

// Prepares a compiled flow whose run is over for another one. flow_rest stops background compilation;
// flow_renew_compiled takes new values of the interpreted flow's fixed inputs, and returns false if the flow
// would be compiled differently now.
void flow_rest(Flow *compiled);
MUST_USE bool flow_renew_compiled(Flow *compiled);

// Makes another flow that shares a compiled one, which must stay. It has fixed inputs of its own, for another
// thread or lane; flow_set_fixed sets them before it is used. NULL without memory.
Flow *flow_share_compiled(const Flow *compiled);
void flow_set_fixed(Flow *shared, const double *fixed);

// Finds anything else in the unit by name; *function becomes NULL if it is missing.
void flow_compiled_find(const Flow *compiled, const char *name, void *function);

// Returns the interpreted flow that it was compiled from.
const Flow *flow_compiled_from(const Flow *compiled);

// Reports how long compiling took.
const NativeFacts *flow_compile_facts(const Flow *compiled);

// Returns the text of the unit, in the arena, for a reader.
const char *flow_unit_text(const FlowTapes *tapes, bool project, Arena *arena);

// Returns the text without an integrator.
const char *flow_functions_text(const FlowTapes *tapes, bool project, Arena *arena);

// Returns how many operations of that text a compiler reads.
size_t flow_unit_read(const FlowTapes *tapes, bool project, Arena *arena);

// Returns the text for several motions at once (native/text/dop853_lanes.h). *read: operations in it that a compiler reads.
const char *flow_lanes_text(const FlowTapes *tapes, bool project, Arena *arena, size_t *read);

#endif
