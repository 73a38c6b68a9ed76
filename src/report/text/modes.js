// report/text/modes.js: a motion whose constraints come and go: impacts, contact, release, and the actions of `when`.
//
// A mode is a use of each constraint that the model declares. The equations with the rows in force are solved here;
// contact.js handles constraints at an event. The steps are those of program/hybrid.c and hybrid_when.c.

const modes = (() => {
  'use strict';

  const {Contacts, IN_FORCE, WATCHED, OFF, POSITIONS, ACCELERATIONS} = contact;
  const RELEASE = 0, ENGAGE = 1, STOP = 2;       // actions; any other is an assignment
  const EVENTS_AT_ONCE = 200;                    // of events without time between them
  const ENGAGED = 1e-8, ENGAGED_ERRORS = 10;     // of its terms, tolerances: an engaged constraint may be off
  const SLOPE_STEP = 1e-9, SLOPE_NEAR = 100;

  // --- a run -------------------------------------------------------------------------------------

  // model: as for Contacts, with stops, whens, crossDirections, actions, and the functions modeCrossings, modeAssigned.
  class Run extends Contacts {
    constructor(model, p, rtol, atol) {
      super(model, p, rtol, atol);
      const {n, r} = this;
      this.sides = model.modes.sides ?? 0;
      if (this.sides === 0) return;
      // terms along the motion, with sides; those at events are separate
      const length = this.out.length - this.slips, way = new Float64Array(length), offset = this.out.byteOffset;
      const view = part => way.subarray((part.byteOffset - offset) / 8, (part.byteOffset - offset) / 8 + part.length);
      this.way = {out: way, M: new Float64Array(n * n)};
      for (const name of ['F', 'A', 'B', 'b', 'gap', 'speed', 'gapSize', 'speedSize', 'restitution']) this.way[name] = view(this[name]);
      this.full = new Float64Array(3 * n + r + this.sides);
      this.surface = new Float64Array(4 * this.sides);
    }

    // Computes the terms at a state on the way: those with sides if forces switch.
    along(t, y) {
      if (this.sides === 0) {
        this.take(t, y);
        return this;
      }
      const {n} = this, {M, out} = this.way;
      this.model.modeSided(this.p, t, y, out);
      for (let i = 0, k = 0; i < n; i++) for (let j = 0; j <= i; j++) M[i * n + j] = M[j * n + i] = out[k++];
      return this.way;
    }

    // Is an acceleration only rounding beside the forces along its coordinate? It matters if forces switch: does it
    // depend on sides?
    isStill(way, i) {
      const {n, problem} = this;
      if (this.sides === 0) return false;
      let force = Math.abs(way.F[i]);
      for (let k = 0; k < problem.rows.length; k++) force += Math.abs(problem.lambda[k] * problem.B[k * n + i]);
      return Math.abs(problem.solution[i] * way.M[i * n + i]) <= 16 * Number.EPSILON * force;
    }

    // Puts state, accelerations, multipliers and sides in the mode into `full`; false if they are not determined.
    motion(t, y) {
      const {n, r, problem, full} = this, way = this.along(t, y);
      problem.clear();
      for (let a = 0; a < r; a++) if (this.use[a] === IN_FORCE) problem.add(a, way.A, way.B, way.b[a], false);
      const good = problem.solveAll(way.M, way.F);
      for (let i = 0; i < 2 * n; i++) full[i] = y[i];
      for (let i = 0; i < this.sides; i++) full[3 * n + r + i] = y[2 * n + i];
      for (let i = 0; i < n; i++) full[2 * n + i] = !good ? NaN : this.isStill(way, i) ? 0 : problem.solution[i];
      for (let a = 0; a < r; a++) full[3 * n + a] = 0;
      for (let k = 0; k < problem.rows.length; k++) full[3 * n + problem.rows[k]] = good ? problem.lambda[k] : NaN;
      return good;
    }

    // --- functions for dop853

    // Puts the functions of the sides and their rates into `surface`, after motion. A side that nothing depends on
    // has the function 1.
    surfaces(t) {
      const {sides, r, surface, facts} = this;
      this.model.modeSurfaces(this.p, t, this.full, surface);
      for (let i = 0; i < sides; i++) {
        // a rate that constraints keep at zero is rounding
        if (Math.abs(surface[sides + i]) <= 1e-13 * surface[3 * sides + i]) surface[sides + i] = 0;
        const acts = facts.sideActs.slice(i * (r + 1), (i + 1) * (r + 1));
        if (acts[r] || this.use.some((use, a) => use === IN_FORCE && acts[a])) continue;
        surface[i] = surface[sides + i] = 1;
        surface[2 * sides + i] = 0;
      }
      return surface;
    }

    flow() {
      const {n, r, facts, sides} = this, unilateral = [];
      for (let a = 0; a < r; a++) if (facts.unilateral[a]) unilateral.push(a);
      const any = this.use.some(u => u === IN_FORCE), held = this.use.some((u, a) => u === IN_FORCE && facts.level[a] === POSITIONS);
      const asks = sides > 0 || facts.usesMotion || unilateral.some(a => this.use[a] === IN_FORCE);
      return {
        n: 2 * n + sides, watched: 0, least: 0, events: facts.stops + facts.whens + unilateral.length + 2 * sides,
        sides, orders: facts.orders, surfaces: facts.surfaces,
        directions: [...facts.crossDirections, ...unilateral.map(() => -1)],
        continuous: facts.stops + facts.whens, positions: held ? n : 0, first: n, speeds: any ? n : 0,
        rates: (p, t, y, out) => {
          this.motion(t, y);
          for (let i = 0; i < n; i++) {
            out[i] = y[n + i];
            out[n + i] = this.full[2 * n + i];
          }
          for (let i = 0; i < sides; i++) out[2 * n + i] = 0;
        },
        slopes: (p, t, y, out) => {
          this.motion(t, y);
          out.set(this.surfaces(t).subarray(sides, 3 * sides));
        },
        positionChange: (p, t, y, out) => this.change(t, y, out, true),
        velocityChange: (p, t, y, out) => this.change(t, y, out, false),
        eventValues: (p, t, y, out) => {
          if (asks) this.motion(t, y);
          else {
            if (unilateral.length > 0) this.take(t, y);
            this.full.set(y.subarray(0, 2 * n));
          }
          this.crossings(t, out);
          const gap = sides > 0 ? this.way.gap : this.gap, first = facts.stops + facts.whens + unilateral.length;
          for (let k = 0; k < unilateral.length; k++) {
            const a = unilateral[k], use = this.use[a];
            out[facts.stops + facts.whens + k] = use === OFF ? 1 : use === WATCHED ? gap[a] : this.full[3 * n + a];
          }
          if (sides > 0) this.surfaces(t);
          for (let i = 0; i < sides; i++) {
            out[first + i] = this.surface[i];
            out[first + sides + i] = 1 - y[2 * n + i] * y[2 * n + i];
          }
        },
      };
    }

    crossings(t, out) {
      if (this.crossed.length === 0) return;
      this.model.modeCrossings(this.p, t, this.full, this.crossed);
      for (let i = 0; i < this.crossed.length; i++) out[i] = this.crossed[i];
    }

    // Finds the smallest change, in the metric of the kinetic energy, that satisfies the rows in force to first order.
    change(t, y, out, positions) {
      const {n, r, problem, facts} = this, way = this.along(t, y);
      problem.clear();
      for (let a = 0; a < r; a++)
        if (this.use[a] === IN_FORCE && (positions ? facts.level[a] === POSITIONS : facts.level[a] !== ACCELERATIONS))
          problem.add(a, way.A, way.A, positions ? -way.gap[a] : -way.speed[a], false);
      const good = problem.solveAll(way.M, null);
      for (let i = 0; i < n; i++) out[i] = good ? problem.solution[i] : 0;
    }

    // Moves a state onto the constraints in force.
    correct(y) {
      const {n} = this, shift = new Float64Array(n);
      for (const positions of [true, false])
        for (let round = 0, largest = 1, size = 0; round < 5 && largest > 1e-8 * size; round++) {
          const at = positions ? 0 : n;
          largest = size = 0;
          this.change(this.t, y, shift, positions);
          for (let i = 0; i < n; i++) {
            y[at + i] += shift[i];
            size = Math.max(size, Math.abs(y[at + i]));
            largest = Math.max(largest, Math.abs(shift[i]));
          }
        }
    }

    // --- `when`

    // Keeps what is assigned; the rest changes as little as the rows in force require. Returns false if that is
    // impossible.
    complete(held, positions) {
      const {n, problem, facts, state} = this;
      for (let round = 0, size = 1; round < 50; round++) {
        let largest = 0, error = 0;
        this.at(this.t, state);
        problem.clear();
        for (let a = 0; a < this.r; a++) {
          if (this.use[a] !== IN_FORCE || (positions ? facts.level[a] !== POSITIONS : facts.level[a] === ACCELERATIONS)) continue;
          const off = positions ? this.gap[a] : this.speed[a];
          error = Math.max(error, Math.abs(off));
          size = Math.max(size, positions ? this.gapSize[a] : this.speedSize[a]);
          problem.add(a, this.A, this.A, -off, false);
        }
        if (error <= 1e-15 * size) return true;
        for (let k = 0; k < problem.rows.length; k++)
          for (let i = 0; i < n; i++)
            if (held[positions ? i : n + i]) problem.A[k * n + i] = problem.B[k * n + i] = 0;
        if (!problem.solveAll(this.unit, null)) return false;
        for (let i = 0; i < n; i++) {
          state[positions ? i : n + i] += problem.solution[i];
          largest = Math.max(largest, Math.abs(problem.solution[i]));
        }
        if (!(largest > 1e-15 * size)) return error <= 1e-8 * size;
      }
      return false;
    }

    setUse(first, count, equation, unilateral) {
      for (let a = first; a < first + count; a++)
        if ((equation === IN_FORCE) !== (this.use[a] !== OFF)) {
          this.use[a] = this.facts.unilateral[a] ? unilateral : equation;
          this.acted = true;
        }
    }

    isEngageable(first, count) {
      const room = Math.max(ENGAGED, ENGAGED_ERRORS * this.rtol);
      this.at(this.t, this.state);
      for (let a = first; a < first + count; a++) {
        const off = this.facts.unilateral[a] ? Math.min(this.gap[a], 0) : this.gap[a];
        const scale = Math.max(this.gapSize[a], Math.abs(this.speed[a] * this.t));
        if (this.facts.level[a] === POSITIONS && !(Math.abs(off) <= room * scale + 1e-12)) return false;
      }
      return true;
    }

    // Carries out all actions of the marked `when`s at once. Returns '' or 'stop' or the trouble.
    act(whens, values) {
      const {facts, n, state} = this, held = this.held = new Array(2 * n).fill(false), engaged = [];
      let stop = false, assigned = 0, positions = false, k = 0;
      this.acted = false;
      for (const [when, kind, first, count] of facts.actions) {
        const value = kind > STOP ? values[k++] : 0;
        if (!whens[when]) continue;
        if (kind === STOP) stop = true;
        else if (kind === RELEASE) this.setUse(first, count, OFF, OFF);
        else if (kind === ENGAGE) engaged.push([first, count]);
        else {
          if (!isFinite(value)) return 'what is assigned gives no state';
          state[first] = value;
          held[first] = true;
          positions = positions || first < n;
          assigned++;
        }
      }
      if (assigned > 0) {
        if (positions && !this.complete(held, true) || !this.complete(held, false))
          return 'what is assigned contradicts a constraint';
      }
      for (const [first, count] of engaged)
        if (!this.isEngageable(first, count)) return 'a constraint that is violated cannot be engaged';
      for (const [first, count] of engaged) this.setUse(first, count, IN_FORCE, WATCHED);
      if (assigned > 0) {
        this.at(this.t, state);
        for (let a = 0; a < this.r; a++)
          if (this.isOpen(a) && this.gap[a] < -ENGAGED * (this.gapSize[a] + this.highest[a]) && !this.isTouching(a))
            return 'what is assigned contradicts a constraint';
      }
      this.acted = this.acted || assigned > 0 || stop;
      return stop ? 'stop' : '';
    }

    // --- the whole event

    // Finds the mode of the initial state. Returns '' or the trouble.
    start(t, y) {
      this.t = this.begun = t;
      this.state.set(y);
      this.mark(null);
      this.at(t, this.state);
      for (let a = 0; a < this.r; a++) {
        if (!this.isOpen(a)) continue;
        this.highest[a] = Math.max(this.gap[a], 0);
        if (this.gap[a] < -ENGAGED * this.gapSize[a] - 1e-12) return 'the initial state violates a constraint';
      }
      return this.resolve();
    }

    // Handles events at this state. Returns '' to continue, 'stop', or the trouble.
    happen(t, y, happened) {
      const {facts} = this, whens = happened.slice(facts.stops, facts.stops + facts.whens);
      this.atOnce = t === this.t ? this.atOnce + 1 : 0;
      this.t = t;
      if (this.atOnce > EVENTS_AT_ONCE) return 'events follow each other without end';
      this.state.set(y.subarray(0, 2 * this.n));
      for (let i = 0; i < facts.stops; i++)
        if (happened[i]) {
          this.note('stop', String(i + 1));
          return 'stop';
        }
      this.motion(t, y);
      const values = facts.assigned > 0 ? this.model.modeAssigned(this.p, t, this.full) : [];
      this.happened = whens;
      this.mark(happened.slice(facts.stops + facts.whens));
      const turn = this.act(whens, values);
      if (turn !== '' && turn !== 'stop') return turn;
      const assigned = this.state.slice(), trouble = this.resolve();
      if (trouble === '' && !this.keepsAssigned(y, assigned)) return 'what is assigned contradicts a constraint';
      if (trouble === '' && this.acted && whens.includes(true) && this.isCrowded())
        return 'infinitely many events by `when` follow at once: nothing says how the motion continues';
      whens.forEach((now, i) => { if (now && this.acted) this.note('when', facts.whenNames[i], null, null); });
      return trouble === '' ? turn : trouble;
    }

    // Are the velocities that were assigned still those after the impacts?
    keepsAssigned(before, assigned) {
      for (let i = this.n; i < 2 * this.n; i++)
        if (this.held[i] && Math.abs(this.state[i] - assigned[i]) > 1e-9 * (Math.abs(assigned[i]) + Math.abs(before[i]))) return false;
      return true;
    }

    // Returns a state with the signs of the functions as sides. A function may depend on the sides of those before it.
    withSides(flow, t, state) {
      const {n, sides} = this, y = new Float64Array(2 * n + sides), g = new Float64Array(flow.events);
      y.set(state.subarray(0, 2 * n));
      for (let i = 0; i < sides; i++) {
        flow.eventValues(this.p, t, y, g);
        y[2 * n + i] = g[flow.events - 2 * sides + i] < 0 ? -1 : 1;
      }
      return y;
    }

    // Returns what is known about the signs of events when a stretch begins: 1 or -1, and whether a value near zero may
    // have the other sign; 0 if nothing is known.
    expect(flow) {
      const {facts, n, t} = this, signs = new Int8Array(flow.events), near = new Array(flow.events).fill(false);
      const state = this.withSides(flow, t, this.state);
      this.at(t, this.state);
      for (let a = 0, k = facts.stops + facts.whens; a < this.r; a++) {
        if (!facts.unilateral[a]) continue;
        signs[k] = 1;
        near[k] = this.floor(a);
        k++;
      }
      if (this.happened === null || !this.happened.includes(true)) return {signs, near};
      const rates = new Float64Array(2 * n + this.sides), g = new Float64Array(flow.events), next = new Float64Array(flow.events);
      flow.rates(this.p, t, state, rates);
      flow.eventValues(this.p, t, state, g);
      flow.eventValues(this.p, t + SLOPE_STEP, state.map((x, i) => x + SLOPE_STEP * rates[i]), next);
      for (let i = 0; i < facts.whens; i++) {
        const k = facts.stops + i, change = next[k] - g[k], noise = 64 * Number.EPSILON * (Math.abs(g[k]) + Math.abs(next[k]));
        const sign = Math.abs(g[k]) > SLOPE_NEAR * Math.abs(change) || Math.abs(change) <= noise ? 0 : Math.sign(change);
        if (!this.happened[i] || sign === 0 || flow.directions[k] * sign < 0) continue;
        signs[k] = sign;
        near[k] = true;
      }
      return {signs, near};
    }
  }

  // Like dop853.follow, forwards in time; rows have the state, then accelerations and multipliers. `list` has what
  // happened.
  function follow(model, p, start, from, end, times, options = {}) {
    const run = new Run(model, p, options.rtol ?? 1e-10, options.atol ?? 1e-12), rows = [];
    let t = from, y = Float64Array.from(start), steps = 0, rejected = 0, calls = 0, why = '';
    const copy = (time, state) => {
      if (model.modes.showsMotion) run.motion(time, state);
      else {
        run.full.set(state.subarray(0, 2 * run.n));
        run.full.set(state.subarray(2 * run.n), 3 * run.n + run.r);
      }
      return Float64Array.from(run.full);
    };
    const result = (reason, text = '') => ({rows, first, t, y, steps, rejected, calls, end: reason, text, list: run.list});
    let first = Float64Array.from({length: 3 * run.n + run.r + run.sides}, (_, i) => i < 2 * run.n ? y[i] : 0);
    why = run.start(t, y);
    if (why) return result('trouble', why);
    y = Float64Array.from(run.state);
    first = copy(t, run.withSides(run.flow(), t, y));
    for (let fresh = true; t < end;) {
      run.state.set(y.subarray(0, 2 * run.n));
      const flow = run.flow(), expected = fresh ? run.expect(flow) : {};
      const until = fresh ? run.horizon(end) : end, wanted = times.slice(rows.length).filter(x => x <= until);
      const {follow: leg} = run.sides > 0 ? switching : dop853;
      const part = leg(flow, p, y, t, until, wanted, {...options, ...expected, most: (options.most ?? 1e6) - steps - rejected});
      part.rows.forEach((row, k) => rows.push(copy(wanted[k], row)));
      run.list.push(...part.list ?? []);
      steps += part.steps;
      rejected += part.rejected;
      calls += part.calls;
      t = part.t;
      y = Float64Array.from(part.y);
      if (part.end !== 'event' && part.end !== 'done') return result(part.end, part.text);
      if (run.strays(t, y)) return result('trouble', 'a constraint is violated');
      fresh = part.end === 'event';
      if (!fresh) continue;
      const turn = run.happen(t, y, part.happened);
      y = Float64Array.from(run.state);
      if (turn === '') run.correct(y);  // a newly engaged constraint may be off by as much as the tolerance
      if (turn === 'stop') return result('event');
      if (turn) return result('trouble', turn);
    }
    return result('done');
  }

  return {follow};
})();
