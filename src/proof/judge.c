// proof/judge.c: equations judged on every piece of the constraint manifold.
//
// In:    left = right, under conditions
// Out:   proved if it holds at random points over two finite fields and at real states, on every
//        piece; refuted by a real state where its two sides are enclosed in balls that do not touch;
//        verified if the fields cannot decide, but it holds to many digits at real states near and
//        far, on both sides of whatever it jumps or bends at
// From:  docs/theory/claims.md

#include "proof/judge_impl.h"
#include "proof/edges.h"
#include "algebra/algebra.h"
#include "expr/field.h"
#include "methods/canonical.h"
#include "proof/odds.h"
#include <math.h>
#include <string.h>

#define PROOF_POINTS 6     // zeros over the fields that prove
#define PROOF_DRAWS 40     // points tried: one in four has a given root in both fields
#define PROOF_UNDEFINED 8  // points without a value after which the search ends
#define SIGN_TRIALS 32     // for each combination of signs: the odds to miss one are exp(-64)
#define SPLIT_MOST 6       // roots whose signs are tried out
#define SPLIT_MOVING 2     // if the motion depends on them
#define CONFIRM_FLAT 4     // real states that confirm, if the states form one piece
#define CONFIRM_DRAWS 12   // otherwise: there may be parts that no equation distinguishes
#define LARGE 80           // coordinates and constraints above which fewer states are compared
#define REAL_DIGITS 77     // 256 bits
#define DEEP_DIGITS 360    // at one state
#define SWITCHES_MOST 24   // switches to cross

#define NO_STATE "no state was found where the conditions hold"
#define NO_STATE_AT_ALL "no state was found where the constraints hold"

// The judgements on a piece without states, and on one whose states are all singular. They are recognized by address.
static const char empty[] = NO_STATE;
static const char singular[] = "the motion is not determined under these conditions";

Judgement judgement_empty(void) {
  return judged(VERDICT_UNKNOWN, empty);
}

// --- states --------------------------------------------------------------------------------------

// Opens a piece for judging; its states are kept in the arena.
static void open_states(PieceStates *s, const GroundPiece *piece, Arena *arena) {
  *s = (PieceStates){.piece = piece, .arena = arena};
  s->fields = field_motion_open(&piece->eq, piece->given, piece->n, arena);
  s->fields.keeps = true;
  s->source = real_source(&piece->eq, piece->given, piece->n, arena);
  s->for_values = ground_of(&piece->eq)->for_values;
  if (s->for_values && s->source != NULL) real_hold_parameters(s->source);
}

bool judge_find_motion(RealPoint *point) {
  return real_motion(point) == STATUS_OK;
}

RealPoint *piece_state(PieceStates *s, unsigned draw) {
  while (s->states.n <= draw) {
    RealPoint *point = NULL;
    if (s->source == NULL ||
        real_draw(s->source, (unsigned) s->states.n, s->arena, &point) != STATUS_OK)
      point = NULL;
    if (point != NULL) (void) judge_find_motion(point);
    array_push(s->arena, &s->states, point);
  }
  return s->states.at[draw];
}

// --- over the fields -----------------------------------------------------------------------------

typedef enum {
  FIELD_ZERO,
  FIELD_NOT_ZERO,
  FIELD_NOT_SEEN,  // not zero, but it contains functions that the fields do not have
  FIELD_NO_POINT,
  FIELD_NO_VALUE,
  FIELD_NO_MOTION
} Finding;

// Does a statement that vanishes for some signs of |u| and the like vanish for all of them?
static bool vanishes_for_all_signs(FieldMotion *fields, Expr statement) {
  bool in_motion;
  const size_t split = field_motion_split_roots(fields, statement, &in_motion);
  if (split > (in_motion ? SPLIT_MOVING : SPLIT_MOST)) return false;
  const unsigned trials = split == 0 ? 0u : (unsigned) SIGN_TRIALS << split;
  for (unsigned i = 0; i < trials; i++) {
    Fingerprint value;
    if (field_motion_go(fields, in_motion ? PROOF_DRAWS + i : i % PROOF_POINTS) != STATUS_OK)
      continue;
    if (!in_motion) field_motion_change_signs(fields, PROOF_DRAWS + i);
    if (!field_motion_value(fields, statement, &value) || field_motion_lacks_roots(fields))
      continue;
    if (value.v[0] != 0 || value.v[1] != 0) return false;
  }
  return true;
}

// Does the statement vanish at random points of the piece, whatever the signs of roots?
static Finding look_over_fields(FieldMotion *fields, Expr statement) {
  unsigned zeros = 0, values = 0, undefined = 0, still = 0;
  const unsigned patience =
    field_motion_has_roots(fields, statement) ? PROOF_DRAWS : PROOF_UNDEFINED;
  const bool strange = field_motion_has_strangers(fields, statement);
  for (unsigned draw = 0; draw < PROOF_DRAWS && zeros < PROOF_POINTS; draw++) {
    Fingerprint value;
    const Status status = field_motion_go(fields, draw);
    if (status == STATUS_UNABLE) return FIELD_NO_POINT;
    if (status != STATUS_OK) {
      if (++still >= patience && values == 0) return FIELD_NO_MOTION;
      continue;
    }
    if (!field_motion_value(fields, statement, &value)) {
      if (++undefined >= patience && values == 0) return FIELD_NO_VALUE;
      continue;
    }
    if (field_motion_lacks_roots(fields)) continue;
    values++;
    zeros += value.v[0] == 0 && value.v[1] == 0;
    if (zeros < values) return strange ? FIELD_NOT_SEEN : FIELD_NOT_ZERO;
  }
  return zeros >= PROOF_POINTS && vanishes_for_all_signs(fields, statement) ? FIELD_ZERO
                                                                            : FIELD_NOT_SEEN;
}

// --- at a real state -----------------------------------------------------------------------------

// Refutes, with the two values, their difference and the state.
static Judgement counterexample(RealPoint *point, const Statement *s, Arena *arena) {
  const RealAccount a = real_describe(point, s->left, s->right, arena);
  const char *detail =
    s->what != NULL ? text_format(arena, "%s is %s, not 0, at %s", s->what, a.left, a.state)
                    : text_format(arena, "%s on the left, %s on the right, difference %s, at %s",
                                  a.left, a.right, a.difference, a.state);
  return (Judgement){.verdict = VERDICT_REFUTED, .detail = detail, .state = a.state};
}

// Refutes because one side is a real number and the other is not.
static Judgement half_real(RealPoint *point, const Statement *s, Arena *arena) {
  const RealAccount a = real_describe(point, s->left, s->right, arena);
  const bool left = strcmp(a.left, "undefined") == 0;
  const char *detail =
    text_format(arena, "the %s side is %s, the %s one is not a real number, at %s",
                left ? "right" : "left", left ? a.right : a.left, left ? "left" : "right", a.state);
  return (Judgement){.verdict = VERDICT_REFUTED, .detail = detail, .state = a.state};
}

// Does u vanish at the state by accident, as t does at the start, and not because of constraints or conditions?
static bool is_accident(Look *look, RealPoint *point, Expr u) {
  if (real_sign(point, u) != 0) return false;
  for (unsigned draw = 1; draw < 3; draw++) {
    RealPoint *other = piece_state(look->states, draw);
    if (other != NULL && other != point && real_sign(other, u) != 0) return true;
  }
  return false;
}

// Does the statement need derivatives at a state where formulas jump or bend, and so have none?
// max(t, 0) + min(t, 0) - t vanishes, but its rate comes out as -1 at t = 0.
static bool lacks_derivatives(Look *look, RealPoint *point) {
  const Equations *eq = &look->states->piece->eq;
  const Statement *s = look->s;
  const bool derived = s->what != NULL || expr_depends_on_any(eq->pool, s->left, eq->qdd, eq->n) ||
                       expr_depends_on_any(eq->pool, s->right, eq->qdd, eq->n);
  if (!derived) return false;
  ARRAY(Expr) all = {0};
  array_push(look->arena, &all, s->left);
  array_push(look->arena, &all, s->right);
  for (size_t i = 0; i < eq->n * eq->n; i++)
    array_push(look->arena, &all, problem_M(&eq->free)->at[i]);
  for (size_t i = 0; i < eq->n; i++) array_push(look->arena, &all, problem_F(&eq->free)[i]);
  const Switches nodes = switches_nodes(eq->pool, all.at, all.n, look->arena);
  for (size_t i = 0; i < nodes.n; i++)
    if (is_accident(look, point, expr_operand(eq->pool, nodes.at[i], 0).e)) return true;
  return false;
}

bool look_at(Look *look, RealPoint *point) {
  const Statement *s = look->s;
  if (point == NULL) return true;
  const Truth same = real_compare(point, s->left, s->right, REAL_DIGITS);
  if (same == TRUTH_NO && lacks_derivatives(look, point)) return true;
  look->seen++;
  look->moving += real_moves(point);
  if (same == TRUTH_NO)
    look->refuted = counterexample(point, s, look->arena);
  else if (same == TRUTH_UNKNOWN && real_differs_in_complex(point, s->left, s->right))
    look->refuted = half_real(point, s, look->arena);
  else
    look->agree += same == TRUTH_YES;
  look->is_refuted = look->refuted.detail != NULL;
  return !look->is_refuted;
}

// Compares at the first draws, at fewer for a large system, whose states take long to find.
static bool look_at_draws(Look *look, unsigned draws, unsigned enough) {
  const Equations *eq = &look->states->piece->eq;
  if (eq->n + eq->constraints.r > LARGE && enough > REAL_AGREE) enough = REAL_AGREE;
  for (unsigned draw = 0; draw < draws && look->agree < enough; draw++)
    if (!look_at(look, piece_state(look->states, draw))) return false;
  return true;
}

// --- the verdict on a piece ----------------------------------------------------------------------

// Compares at one state with the maximum number of digits: differences of 1e-300 are found, too.
static bool look_deep(Look *look) {
  RealPoint *point;
  for (unsigned draw = 0; draw < REAL_AGREE; draw++) {
    if (real_draw(look->states->source, draw, look->arena, &point) != STATUS_OK) continue;
    const bool ready = real_refine(point, REAL_BITS_MOST) == STATUS_OK;
    if (ready) (void) judge_find_motion(point);
    const Truth same =
      ready ? real_compare(point, look->s->left, look->s->right, DEEP_DIGITS) : TRUTH_UNKNOWN;
    if (same == TRUTH_NO && !look_at(look, point)) return false;
    real_point_clear(point);
    if (same == TRUTH_YES) return true;
  }
  return true;
}

static const char *why_unknown(const Look *look, Finding finding) {
  if (look->seen > 0 && look->moving == 0) return singular;
  switch (finding) {
    case FIELD_NO_VALUE: return "the formula divides by something that vanishes";
    case FIELD_NO_MOTION: return singular;
    default: break;
  }
  if (look->seen > 0) return "it is not defined at any state that was found";
  return look->states->piece->n > 0 ? NO_STATE : NO_STATE_AT_ALL;
}

// Compares at real states near and far, and on both sides of all switches.
static Judgement look_over_reals(Look *look, Finding finding) {
  if (!look_at_draws(look, REAL_DRAWS, REAL_DRAWS)) return look->refuted;
  if (finding == FIELD_NOT_ZERO)
    return judged(VERDICT_UNKNOWN,
                  look->agree > 0
                    ? "it fails over the finite fields, but no real state was found where it does"
                    : why_unknown(look, finding));
  if (look->seen == 0) return judged(VERDICT_UNKNOWN, why_unknown(look, finding));
  const Switches list = look_for_switches(look);
  if (list.n > SWITCHES_MOST)
    return judged(VERDICT_UNKNOWN, "it has too many roots, absolute values and inverse functions");
  if (!look_on_all_sides(look, &list)) return look->refuted;
  if (look->agree < REAL_AGREE) return judged(VERDICT_UNKNOWN, why_unknown(look, finding));
  if (!look_deep(look)) return look->refuted;
  return judged(VERDICT_VERIFIED,
                text_format(look->arena, "to %d digits at %u states", REAL_DIGITS, look->agree));
}

// Confirms a statement that vanishes over the fields at real states. The points over the fields may all lie on
// one part of the piece; and there may be no real state at all: x^2 = -1 has a solution in every second field.
static Judgement confirm(Look *look, Expr difference) {
  const bool flat = look->states->source != NULL && real_is_flat(look->states->source);
  const unsigned draws = flat ? CONFIRM_FLAT : CONFIRM_DRAWS;
  if (!look_at_draws(look, draws, draws)) return look->refuted;
  if (look->agree == 0) look_at_draws(look, REAL_DRAWS, 1);
  if (look->is_refuted) return look->refuted;
  if (look->seen == 0) return judgement_empty();
  if (look->agree == 0) return judged(VERDICT_UNKNOWN, why_unknown(look, FIELD_ZERO));
  const int odds = expr_is_none(difference) ? 0 : odds_exponent(&look->states->fields, difference);
  const char *text = odds > 0 ? text_format(look->arena, " (odds of error below 1e-%d)", odds) : "";
  return (Judgement){.verdict = VERDICT_PROVED,
                     .proof = PROVED_BY_POINTS,
                     .odds = odds,
                     .detail =
                       text_format(look->arena,
                                   "by points: holds at random points of two fields of about 2^61 "
                                   "elements%s, and to 77 digits at real states",
                                   text)};
}

// Is one condition impossible, given the others, at every state?
static bool contradicts_itself(const FieldMotion *fields) {
  for (size_t i = 0; i < fields->conditions.n; i++) {
    const Expr e = fields->conditions.at[i];
    if (expr_is_number(fields->pool, e) && !expr_same(e, EXPR_ZERO)) return true;
  }
  return false;
}

static bool is_same_but_for_sign(ExprPool *pool, Expr a, Expr b) {
  return !expr_is_none(b) && (expr_equal(pool, a, b) || expr_equal(pool, a, expr_neg(pool, b)));
}

// Does a factor of e vanish on the piece? Then no point is needed.
static bool has_vanishing_factor(const GroundPiece *piece, Expr e, Arena *arena) {
  ExprPool *pool = piece->eq.pool;
  const Constraints *c = &piece->eq.constraints;
  if (expr_is_none(e) || (piece->n == 0 && c->r == 0)) return false;
  const FactorList list = algebra_factors(pool, arena, e);
  for (size_t i = 0; i < list.n; i++) {
    const Expr f = list.at[i].e;
    if (ratio_sign(pool, list.at[i].c) < 0) continue;
    for (size_t k = 0; k < piece->n; k++)
      if (expr_same(piece->given[k].right, EXPR_ZERO) &&
          is_same_but_for_sign(pool, f, piece->given[k].left))
        return true;
    for (size_t a = 0; a < c->r; a++)
      if (is_same_but_for_sign(pool, f, c->row[a].position) ||
          is_same_but_for_sign(pool, f, c->row[a].velocity))
        return true;
  }
  return false;
}

static Finding find_over_fields(PieceStates *states, Expr difference, Arena *arena) {
  if (expr_is_none(difference)) return FIELD_NO_VALUE;
  const Finding finding = look_over_fields(&states->fields, difference);
  return finding == FIELD_NO_POINT && has_vanishing_factor(states->piece, difference, arena)
           ? FIELD_ZERO
           : finding;
}

static Judgement judge_on_piece(PieceStates *states, const Statement *s, Arena *arena) {
  const GroundPiece *piece = states->piece;
  Look look = {.states = states, .s = s, .arena = arena};
  if (piece->power != NULL)
    return judged(VERDICT_UNKNOWN,
                  text_format(arena,
                              "the derivatives of the constraint %s vanish wherever it holds",
                              piece->power));
  if (states->source == NULL || contradicts_itself(&states->fields)) return judgement_empty();
  const Expr difference =
    field_motion_statement(&states->fields, expr_sub(piece->eq.pool, s->left, s->right));
  const Finding finding = find_over_fields(states, difference, arena);
  Judgement j =
    finding == FIELD_ZERO ? confirm(&look, difference) : look_over_reals(&look, finding);
  if (states->for_values && (j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED))
    j.detail = text_format(arena, "for the parameter values of the model: %s", j.detail);
  return j;
}

// --- all pieces ----------------------------------------------------------------------------------

static int gravity(Judgement j) {
  if (j.detail == empty) return 0;
  switch (j.verdict) {
    case VERDICT_PROVED: return 2;
    case VERDICT_VERIFIED: return 3;
    case VERDICT_UNKNOWN: return j.detail == singular ? 1 : 4;
    case VERDICT_REFUTED: return 5;
  }
  return 4;
}

Tally tally_make(const GroundPieces *pieces, Arena *arena) {
  return (Tally){.pieces = pieces, .so_far = judgement_empty(), .arena = arena};
}

bool tally_add(Tally *t, size_t piece, Judgement j) {
  const char *name = t->pieces->at[piece].name;
  t->with_states += j.detail != empty;
  const bool both = j.verdict == VERDICT_PROVED && t->so_far.verdict == VERDICT_PROVED;
  if (both && j.odds < t->so_far.odds) t->so_far = j;
  if (gravity(j) > gravity(t->so_far)) {
    t->so_far = j;
    if (*name != '\0' && j.verdict >= VERDICT_REFUTED) t->so_far.piece = name;
  }
  return t->so_far.verdict != VERDICT_REFUTED;
}

Judgement tally_end(const Tally *t) {
  Judgement j = t->so_far;
  const GroundPieces *p = t->pieces;
  const bool whole = p->counted && p->n == p->all;
  if (!whole && j.verdict != VERDICT_REFUTED) {
    j = judged(VERDICT_UNKNOWN,
               text_format(t->arena,
                           "the constraint set has %s%zu pieces, of which %zu were examined",
                           p->counted ? "" : "more than ", p->all, p->n));
  } else if (j.piece != NULL) {
    j.detail = text_format(t->arena, "on the piece %s: %s", j.piece, j.detail);
  } else if (t->with_states > 1 && (j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED)) {
    j.detail = text_format(t->arena, "on each of %zu pieces: %s", t->with_states, j.detail);
  }
  return j;
}

static void clear_store(void *object) {
  arena_clear(object);
}

Judge *judge_open(const Equations *eq, Arena *arena) {
  Judge *judge = ARENA_NEW(arena, Judge);
  judge->eq = canonical_solved(eq, arena);
  arena_init(&judge->store, arena->allocator, arena->guard);
  arena_defer(arena, clear_store, &judge->store);
  judge->pieces = ground_pieces(judge->eq, NULL, 0, &judge->store);
  judge->states = ARENA_ARRAY(&judge->store, PieceStates, judge->pieces.n + 1);
  return judge;
}

const GroundPieces *judge_pieces(const Judge *judge) {
  return &judge->pieces;
}

// Returns the states of a piece, which are kept if there are no conditions.
static PieceStates *states_of(Judge *judge, const GroundPieces *pieces, size_t i, Arena *arena) {
  const bool kept = pieces == &judge->pieces;
  PieceStates *s = kept ? &judge->states[i] : ARENA_NEW(arena, PieceStates);
  if (s->piece == NULL) open_states(s, &pieces->at[i], kept ? &judge->store : arena);
  return s;
}

bool judge_has_states(Judge *judge, size_t piece) {
  PieceStates *s = states_of(judge, &judge->pieces, piece, &judge->store);
  for (unsigned draw = 0; draw < CONFIRM_FLAT; draw++)
    if (piece_state(s, draw) != NULL) return true;
  return false;
}

// Looks for a real state of the piece at which the sides certainly differ.
static bool refute_on_piece(const GroundPiece *piece, const Statement *s, Judgement *out,
                            Arena *arena) {
  PieceStates states = {.piece = piece, .arena = arena};
  if (piece->power == NULL) states.source = real_source(&piece->eq, piece->given, piece->n, arena);
  if (states.source == NULL) return false;
  if (ground_of(&piece->eq)->for_values) real_hold_parameters(states.source);
  for (unsigned draw = 0; draw < CONFIRM_FLAT; draw++) {
    RealPoint *point = piece_state(&states, draw);
    if (point == NULL || real_compare(point, s->left, s->right, REAL_DIGITS) != TRUTH_NO) continue;
    *out = counterexample(point, s, arena);
    return true;
  }
  return false;
}

// A statement under conditions must also hold on pieces that the factors of the conditions do not reveal: the
// points and states above may all lie elsewhere. Only a certain difference counts.
static void refute_at_edges(const Equations *eq, const Condition *given, size_t n,
                            const Statement *s, Judgement *out, Arena *arena) {
  const Edges edges = proof_edges(eq, given, n, arena);
  for (size_t i = 0; i < edges.n; i++) {
    const size_t more = edges.at[i].n;
    Condition *all = ARENA_ARRAY(arena, Condition, more + n);
    memcpy(all, edges.at[i].at, more * sizeof *all);
    memcpy(all + more, given, n * sizeof *all);
    const GroundPieces pieces = ground_pieces(eq, all, more + n, arena);
    for (size_t k = 0; k < pieces.n; k++)
      if (refute_on_piece(&pieces.at[k], s, out, arena)) return;
  }
}

Judgement judge_equation(Judge *judge, const Condition *given, size_t n, Expr left, Expr right,
                         const char *what, Arena *arena) {
  const Equations *eq = judge->eq;
  Statement s = {.what = what};
  s.left = field_motion_energies(eq, left);
  s.right = field_motion_energies(eq, right);
  GroundPieces under = {0};
  if (n > 0) under = ground_pieces(eq, given, n, arena);
  const GroundPieces *pieces = n > 0 ? &under : &judge->pieces;
  if (pieces->n < pieces->all && expr_equal(eq->pool, s.left, s.right))
    return judged(VERDICT_PROVED, "the two sides are the same function");
  Tally tally = tally_make(pieces, arena);
  for (size_t i = 0; i < pieces->n; i++)
    if (!tally_add(&tally, i, judge_on_piece(states_of(judge, pieces, i, arena), &s, arena))) break;
  Judgement j = tally_end(&tally);
  if (n > 0 && (j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED))
    refute_at_edges(eq, given, n, &s, &j, arena);
  if (j.detail == empty && n == 0) j.detail = NO_STATE_AT_ALL;
  return j;
}

Judgement proof_judge_equation(const Equations *eq, const Condition *given, size_t n, Expr left,
                               Expr right, Arena *arena) {
  return judge_equation(judge_open(eq, arena), given, n, left, right, NULL, arena);
}

Judgement proof_judge_zero(const Equations *eq, const Condition *given, size_t n, Expr e,
                           const char *what, Arena *arena) {
  return judge_equation(judge_open(eq, arena), given, n, e, EXPR_ZERO, what, arena);
}
