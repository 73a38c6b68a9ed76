// report/text/modes.js: a motion whose constraints come and go: impacts, contact, release, and what `when` asks for.
//
// A mode is a use of each constraint that the model declares. The functions of the model give the mass matrix, the
// forces and the rows of all constraints at a state (coordinates, velocities); the rows in force are solved for here.
// The laws are those of docs/theory/impacts.md, the steps those of program/hybrid.c, contacts.c and motion/push.c.

const modes = (() => {
  'use strict';

  const IN_FORCE = 0, WATCHED = 1, OFF = 2;  // uses of a constraint
  const POSITIONS = 0, ACCELERATIONS = 2;    // levels of a constraint
  const RELEASE = 0, ENGAGE = 1, STOP = 2;   // actions; any other is an assignment
  const ROUNDS = 10000, MANY_ROUNDS = 8;     // of impacts that follow each other at one time
  const CALM = 1e-9, STILL = 1e-13, FLOOR = 1e-13;
  const EVENTS_AT_ONCE = 200;                // of events without time between them
  const LIMIT_HEIGHT = 1e-12, LONGEST_RATIO = 0.999, FLIGHTS = 4, TOUCHED = 1e-6, STRAYED = 1e-6, ENGAGED = 1e-8;
  const TOUCHING = 1e-10, TOUCHING_HEIGHT = 1e-12, TOUCHING_TIME = 1e-13;  // parts by which a closed gap may be off
  const RESTING = 1e-11, LEAST_SPEED = 1e-14, PUSHING = 1e-11;
  const {Problem, dot} = push;
  const SLOPE_STEP = 1e-9, SLOPE_NEAR = 100;

  // --- a run -------------------------------------------------------------------------------------

  // model: n coordinates, r constraints, facts of each (unilateral, level, nonlinear, use), stops, whens,
  // crossDirections, actions, and the functions modeTerms, modeCrossings, modeAssigned of p, t and the state.
  class Run {
    constructor(model, p) {
      const {n, r} = model.modes, facts = model.modes;
      Object.assign(this, {model, facts, p, n, r, t: NaN, atOnce: 0, acted: false, list: [], happened: null, impacts: [NaN, NaN, NaN]});
      this.use = facts.use.slice();
      this.out = new Float64Array(n * (n + 1) / 2 + n + 2 * r * n + 6 * r);
      const part = (from, count) => this.out.subarray(from, from + count);
      let k = n * (n + 1) / 2;
      for (const [name, count] of [['F', n], ['A', r * n], ['B', r * n], ['b', r], ['gap', r], ['speed', r],
                                   ['gapSize', r], ['speedSize', r], ['restitution', r]]) {
        this[name] = part(k, count);
        k += count;
      }
      this.M = new Float64Array(n * n);
      this.unit = Float64Array.from({length: n * n}, (_, i) => i % (n + 1) === 0 ? 1 : 0);
      this.problem = new Problem(n, r + 1);
      for (const name of ['fastest', 'highest', 'gapRate', 'impulse', 'lost']) this[name] = new Float64Array(r);
      this.touches = new Array(r).fill(false);
      this.leaves = new Array(r).fill(false);
      this.state = new Float64Array(2 * n);
      this.full = new Float64Array(3 * n + r);
      this.crossed = new Float64Array(facts.stops + facts.whens);
    }

    at(t, y) {
      const {n, M, out} = this;
      this.model.modeTerms(this.p, t, y, out);
      for (let i = 0, k = 0; i < n; i++) for (let j = 0; j <= i; j++) M[i * n + j] = M[j * n + i] = out[k++];
    }

    // State, accelerations and multipliers in the mode, in `full`; false if they are not determined.
    motion(t, y) {
      const {n, r, problem, full} = this;
      this.at(t, y);
      problem.clear();
      for (let a = 0; a < r; a++) if (this.use[a] === IN_FORCE) problem.add(a, this.A, this.B, this.b[a], false);
      const good = problem.solveAll(this.M, this.F);
      for (let i = 0; i < 2 * n; i++) full[i] = y[i];
      for (let i = 0; i < n; i++) full[2 * n + i] = good ? problem.solution[i] : NaN;
      for (let a = 0; a < r; a++) full[3 * n + a] = 0;
      for (let k = 0; k < problem.rows.length; k++) full[3 * n + problem.rows[k]] = good ? problem.lambda[k] : NaN;
      return good;
    }

    // --- what dop853 asks for

    flow() {
      const {n, r, facts} = this, unilateral = [];
      for (let a = 0; a < r; a++) if (facts.unilateral[a]) unilateral.push(a);
      const any = this.use.some(u => u === IN_FORCE), held = this.use.some((u, a) => u === IN_FORCE && facts.level[a] === POSITIONS);
      const asks = facts.usesMotion || unilateral.some(a => this.use[a] === IN_FORCE);
      return {
        n: 2 * n, watched: 0, least: 0, events: facts.stops + facts.whens + unilateral.length,
        directions: [...facts.crossDirections, ...unilateral.map(() => -1)],
        continuous: facts.stops + facts.whens, positions: held ? n : 0, first: n, speeds: any ? n : 0,
        rates: (p, t, y, out) => {
          this.motion(t, y);
          for (let i = 0; i < n; i++) {
            out[i] = y[n + i];
            out[n + i] = this.full[2 * n + i];
          }
        },
        positionChange: (p, t, y, out) => this.change(t, y, out, true),
        velocityChange: (p, t, y, out) => this.change(t, y, out, false),
        eventValues: (p, t, y, out) => {
          if (asks) this.motion(t, y);
          else {
            if (unilateral.length > 0) this.at(t, y);
            this.full.set(y);
          }
          this.crossings(t, out);
          for (let k = 0; k < unilateral.length; k++) {
            const a = unilateral[k], use = this.use[a];
            out[facts.stops + facts.whens + k] = use === OFF ? 1 : use === WATCHED ? this.gap[a] : this.full[3 * n + a];
          }
        },
      };
    }

    crossings(t, out) {
      if (this.crossed.length === 0) return;
      this.model.modeCrossings(this.p, t, this.full, this.crossed);
      for (let i = 0; i < this.crossed.length; i++) out[i] = this.crossed[i];
    }

    // The smallest change, in the metric of the kinetic energy, that satisfies the rows in force to first order.
    change(t, y, out, positions) {
      const {n, r, problem, facts} = this;
      this.at(t, y);
      problem.clear();
      for (let a = 0; a < r; a++)
        if (this.use[a] === IN_FORCE && (positions ? facts.level[a] === POSITIONS : facts.level[a] !== ACCELERATIONS))
          problem.add(a, this.A, this.A, positions ? -this.gap[a] : -this.speed[a], false);
      const good = problem.solveAll(this.M, null);
      for (let i = 0; i < n; i++) out[i] = good ? problem.solution[i] : 0;
    }

    // --- impacts and contact

    isTouching(a) {
      if (this.touches[a]) return true;
      return this.gap[a] <= TOUCHING * this.gapSize[a] + TOUCHING_HEIGHT * this.highest[a] +
                            TOUCHING_TIME * Math.abs(this.speed[a] * this.t) + Number.MIN_VALUE;
    }

    leastSpeed(a) { return RESTING * Math.max(this.speedSize[a], this.fastest[a]) + LEAST_SPEED; }
    isClosing(a) { return this.speed[a] < -this.leastSpeed(a); }
    isResting(a) { return Math.abs(this.speed[a]) <= this.leastSpeed(a); }
    isOpen(a) { return this.facts.unilateral[a] && this.use[a] === WATCHED; }

    // The velocity of a floor that moves by itself, c_t of u = C v + c_t: it is no part of the energy.
    ownVelocity(a) {
      const own = this.speed[a] - dot(this.A, a * this.n, this.state, this.n, this.n);
      return Math.abs(own) > 1e-12 * this.speedSize[a] ? own : 0;
    }

    changeOf(a) { return dot(this.A, a * this.n, this.problem.solution, 0, this.n); }

    // C v+ = -e C v- for what closes, C v+ = 0 for what is kept, C v+ >= 0 for what is in contact.
    addImpacts() {
      const {problem, facts, use} = this;
      let any = false;
      problem.clear();
      for (let a = 0; a < this.r; a++) {
        if (use[a] === OFF || facts.level[a] === ACCELERATIONS) continue;
        if (!facts.unilateral[a]) {
          if (use[a] !== IN_FORCE) continue;
          any = any || !this.isResting(a);
          problem.add(a, this.A, this.B, -this.speed[a], false);
        } else if (this.isTouching(a)) {
          const closes = this.isClosing(a), held = use[a] === IN_FORCE && this.isResting(a);
          if (closes || held)
            problem.add(a, this.A, this.B, -(closes ? 1 + this.restitution[a] : 1) * this.speed[a], true);
          any = any || closes;
        }
      }
      return any;
    }

    addChange() {
      const {n, problem, state} = this;
      for (let i = 0; i < n; i++) state[n + i] += problem.solution[i];
    }

    collideOnce() {
      const {problem, state} = this;
      this.at(this.t, state);
      if (!this.addImpacts()) return 'none';
      const trouble = problem.push(this.M, null);
      if (trouble) return trouble;
      const largest = problem.rows.reduce((most, a, k) => Math.max(most, Math.abs(problem.lambda[k])), 0);
      problem.rows.forEach((a, k) => {
        const lambda = problem.lambda[k];
        // less, in a contact that rests, is rounding
        if (lambda === 0 || (!this.isClosing(a) && Math.abs(lambda) <= 1e-12 * largest)) return;
        this.impulse[a] += lambda;
        this.lost[a] -= lambda * ((2 * this.speed[a] + this.changeOf(a)) / 2 - this.ownVelocity(a));
        if (this.facts.unilateral[a]) this.fastest[a] = Math.max(this.fastest[a], Math.abs(this.speed[a]));
      });
      this.addChange();
      return '';
    }

    // Brings to rest what has a mark; what rests in contact stays at rest. False if that is not determined.
    calm(over) {
      const {problem, facts, use} = this;
      this.at(this.t, this.state);
      problem.clear();
      for (let a = 0; a < this.r; a++) {
        if (use[a] === OFF || facts.level[a] === ACCELERATIONS) continue;
        const rests = facts.unilateral[a] && this.isTouching(a) && this.isResting(a);
        if (over(a) || rests || !facts.unilateral[a] && use[a] === IN_FORCE)
          problem.add(a, this.A, this.B, -this.speed[a], false);
      }
      if (problem.push(this.M, null)) return false;
      this.addChange();
      return true;
    }

    // Impacts one after the other until nothing closes any more; '' or 'any', or the trouble.
    collide() {
      for (let round = 0; ; round++) {
        const how = this.collideOnce();
        if (how === 'none') {
          if (round > MANY_ROUNDS)  // what is left of many impacts is rounding
            this.calm(a => this.isOpen(a) && this.isTouching(a) && Math.abs(this.speed[a]) <= CALM * this.fastest[a]);
          return round > 0 ? 'any' : '';
        }
        if (how !== '' || round === ROUNDS) return 'the impact is not determined';
        if (this.facts.nonlinear.some((x, a) => x && this.use[a] === IN_FORCE))
          return 'a constraint is not linear in the velocities: the impact is not determined';
      }
    }

    // The acceleration of a gap.
    gapRateOf(a) {
      const {n, A, b, problem} = this;
      let sum = -b[a], terms = Math.abs(b[a]);
      for (let i = 0; i < n; i++) {
        sum += A[a * n + i] * problem.solution[i];
        terms += Math.abs(A[a * n + i] * problem.solution[i]);
      }
      return Math.abs(sum) > STILL * terms ? sum : 0;
    }

    // Which constraints stay closed: those that push. What would close at once does not leave.
    settle() {
      this.at(this.t, this.state);
      for (;;) {
        const trouble = this.settleOnce();
        const stays = trouble !== '' ? [] : this.leaves.flatMap((leaves, a) =>
          leaves && this.isResting(a) && this.gapRate[a] < 0 ? [a] : []);
        if (stays.length === 0) return trouble;
        for (const a of stays) this.leaves[a] = false;
      }
    }

    settleOnce() {
      const {n, problem, facts, use} = this;
      problem.clear();
      for (let a = 0; a < this.r; a++) {
        if (use[a] === OFF || !facts.unilateral[a] && use[a] !== IN_FORCE) continue;
        const candidate = !this.leaves[a] && this.isTouching(a) && this.isResting(a);
        if (!facts.unilateral[a] || candidate) problem.add(a, this.A, this.B, this.b[a], facts.unilateral[a] === 1);
      }
      if (problem.push(this.M, this.F)) return 'contact is not determined';
      let most = 0;
      for (let i = 0; i < n; i++) most = Math.max(most, Math.abs(this.F[i]));
      const reach = k => {
        let far = 0;
        for (let i = 0; i < n; i++) far = Math.max(far, Math.abs(problem.B[k * n + i]));
        return far;
      };
      problem.rows.forEach((_, k) => { most = Math.max(most, Math.abs(problem.lambda[k]) * reach(k)); });
      for (let a = 0; a < this.r; a++) {
        this.gapRate[a] = this.gapRateOf(a);
        if (facts.unilateral[a] && use[a] !== OFF) use[a] = WATCHED;
      }
      problem.rows.forEach((a, k) => {
        if (problem.pushes[k] && problem.lambda[k] * reach(k) > PUSHING * most) use[a] = IN_FORCE;
      });
      return '';
    }

    // How far gaps would open at the speed with which they closed, in the time since the impact before.
    noteHeights() {
      const flown = Math.abs(this.t - (isNaN(this.impacts[0]) ? this.begun : this.impacts[0]));
      for (let a = 0; a < this.r; a++) {
        const u = this.fastest[a], pull = Math.abs(this.gapRate[a]);
        if (u > 0) this.highest[a] = Math.max(this.highest[a], Math.min(u * u / (2 * pull), u * flown));
      }
    }

    // Marks flights that are so small that nothing can be seen of them and of those that follow; how long these take, or -1.
    findOver(over) {
      const seen = (this.impacts[0] - this.impacts[1]) / (this.impacts[1] - this.impacts[2]);
      let left = -1;
      for (let a = 0; a < this.r; a++) {
        over[a] = false;
        if (!this.isOpen(a) || !this.isTouching(a) || this.isResting(a)) continue;
        if (!(this.speed[a] > 0 && this.gapRate[a] < 0)) continue;
        const ratio = seen > 0 && seen < LONGEST_RATIO ? seen : this.restitution[a];
        const time = -2 * this.speed[a] / this.gapRate[a] / (1 - ratio);
        over[a] = ratio <= LONGEST_RATIO &&
                  this.speed[a] * time <= LIMIT_HEIGHT * Math.max(this.highest[a], this.gapSize[a]);
        if (over[a]) left = Math.max(left, time);
      }
      return left;
    }

    note(what, name, impulse = 0, lost = 0, t = this.t) { this.list.push({t, what, name, impulse, lost}); }

    listImpacts() {
      for (let a = 0; a < this.r; a++)
        if (this.impulse[a] !== 0 && this.facts.unilateral[a])
          this.note('impact', this.facts.names[a], this.impulse[a], this.lost[a]);
      this.impulse.fill(0);
      this.lost.fill(0);
    }

    // Impacts, then contact; '' or the trouble.
    resolve() {
      const former = this.use.slice(), over = [];
      let left = 0;
      const any = this.collide();
      if (any !== '' && any !== 'any') return any;
      let trouble = this.settle();
      if (trouble === '' && any) {
        this.noteHeights();
        this.impacts = [this.t, this.impacts[0], this.impacts[1]];
        this.listImpacts();
      }
      // what one flight that is over has hidden, another may show
      for (let round = 0; trouble === '' && round < this.r; round++) {
        const time = this.findOver(over);
        if (time < 0) break;
        left = Math.max(left, time);
        trouble = this.calm(a => over[a]) ? this.settle() : 'contact is not determined';
      }
      if (trouble) return trouble;
      for (let a = 0; a < this.r; a++) {
        if (!this.facts.unilateral[a] || former[a] === this.use[a]) continue;
        if (this.use[a] === IN_FORCE) this.note('contact', this.facts.names[a], 0, 0, this.t + left);
        if (former[a] === IN_FORCE && this.use[a] === WATCHED) this.note('release', this.facts.names[a]);
      }
      return '';
    }

    // --- `when`

    // What is assigned holds, the rest changes as little as the rows in force require; false if that cannot be.
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
      this.at(this.t, this.state);
      for (let a = first; a < first + count; a++) {
        const off = this.facts.unilateral[a] ? Math.min(this.gap[a], 0) : this.gap[a];
        const scale = Math.max(this.gapSize[a], Math.abs(this.speed[a] * this.t));
        if (this.facts.level[a] === POSITIONS && Math.abs(off) > ENGAGED * scale + 1e-12) return false;
      }
      return true;
    }

    // All that the marked `when`s ask for, at once; '' or 'stop' or the trouble.
    act(whens, values) {
      const {facts, n, state} = this, held = new Array(2 * n).fill(false), engaged = [];
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
        this.at(this.t, state);
        for (let a = 0; a < this.r; a++)
          if (this.isOpen(a) && this.gap[a] < -ENGAGED * (this.gapSize[a] + this.highest[a]) && !this.isTouching(a))
            return 'what is assigned contradicts a constraint';
      }
      for (const [first, count] of engaged)
        if (!this.isEngageable(first, count)) return 'a constraint that is violated cannot be engaged';
      for (const [first, count] of engaged) this.setUse(first, count, IN_FORCE, WATCHED);
      this.acted = this.acted || assigned > 0 || stop;
      return stop ? 'stop' : '';
    }

    // --- the whole event

    mark(contacts) {
      for (let a = 0, k = 0; a < this.r; a++) {
        this.touches[a] = this.use[a] === IN_FORCE;
        this.leaves[a] = false;
        if (!this.facts.unilateral[a]) continue;
        const now = contacts !== null && contacts[k++];
        this.leaves[a] = now && this.use[a] === IN_FORCE;
        this.touches[a] = this.touches[a] || now;
      }
      this.impulse.fill(0);
      this.lost.fill(0);
    }

    // The mode that the initial state asks for; '' or the trouble.
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

    // Events at this state; '' to go on, 'stop', or the trouble.
    happen(t, y, happened) {
      const {facts} = this, whens = happened.slice(facts.stops, facts.stops + facts.whens);
      this.atOnce = t === this.t ? this.atOnce + 1 : 0;
      this.t = t;
      if (this.atOnce > EVENTS_AT_ONCE) return 'events follow each other without end';
      this.state.set(y);
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
      const trouble = this.resolve();
      whens.forEach((now, i) => { if (now && this.acted) this.note('when', facts.whenNames[i], null, null); });
      return trouble === '' ? turn : trouble;
    }

    // What is known of the signs of events when a stretch begins: 1 or -1, and whether only what is near zero says
    // otherwise; 0 if nothing is known.
    expect(flow) {
      const {facts, n, t, state} = this, signs = new Int8Array(flow.events), near = new Array(flow.events).fill(false);
      this.at(t, state);
      for (let a = 0, k = facts.stops + facts.whens; a < this.r; a++) {
        if (!facts.unilateral[a]) continue;
        signs[k] = 1;
        // a gap that is closed up to rounding may begin on either side
        near[k] = this.use[a] !== IN_FORCE && this.gap[a] <= FLOOR * (this.gapSize[a] + this.highest[a]);
        k++;
      }
      if (this.happened === null || !this.happened.includes(true)) return {signs, near};
      const rates = new Float64Array(2 * n), g = new Float64Array(flow.events), next = new Float64Array(flow.events);
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

    // A stretch is to be no longer than a few flights, which a step would not see.
    horizon(end) {
      let shortest = Infinity;
      for (let a = 0; a < this.r; a++)
        if (this.isOpen(a) && this.gap[a] <= this.highest[a] * TOUCHED && this.speed[a] > 0 && this.gapRate[a] < 0)
          shortest = Math.min(shortest, -2 * this.speed[a] / this.gapRate[a]);
      return Math.min(end, this.t + FLIGHTS * shortest);
    }

    // Has the motion passed a gap that is to stay open? By more than an error of atol in each coordinate explains.
    strays(t, y, atol) {
      this.at(t, y);
      for (let a = 0; a < this.r; a++) {
        let slope = 0;
        for (let i = 0; i < this.n; i++) slope += Math.abs(this.A[a * this.n + i]);
        const size = Math.max(this.highest[a], this.gapSize[a]) + Math.abs(this.speed[a] * t);
        if (this.isOpen(a) && this.gap[a] < -STRAYED * size - slope * atol) return true;
      }
      return false;
    }
  }

  // As dop853.follow, forwards in time; rows have the state, then accelerations and multipliers. `list` has what happened.
  function follow(model, p, start, from, end, times, options = {}) {
    const run = new Run(model, p), rows = [];
    let t = from, y = Float64Array.from(start), steps = 0, rejected = 0, calls = 0, why = '';
    const copy = (time, state) => {
      if (model.modes.showsMotion) run.motion(time, state);
      else run.full.set(state);
      return Float64Array.from(run.full);
    };
    const result = (reason, text = '') => ({rows, first, t, y, steps, rejected, calls, end: reason, text, list: run.list});
    let first = Float64Array.from({length: 3 * run.n + run.r}, (_, i) => i < 2 * run.n ? y[i] : 0);
    why = run.start(t, y);
    if (why) return result('trouble', why);
    y = Float64Array.from(run.state);
    first = copy(t, y);
    for (let fresh = true; t < end;) {
      run.state.set(y);
      const flow = run.flow(), expected = fresh ? run.expect(flow) : {};
      const until = fresh ? run.horizon(end) : end, wanted = times.slice(rows.length).filter(x => x <= until);
      const part = dop853.follow(flow, p, y, t, until, wanted, {...options, ...expected, most: (options.most ?? 1e6) - steps - rejected});
      part.rows.forEach((row, k) => rows.push(copy(wanted[k], row)));
      steps += part.steps;
      rejected += part.rejected;
      calls += part.calls;
      t = part.t;
      y = Float64Array.from(part.y);
      if (part.end !== 'event' && part.end !== 'done') return result(part.end);
      if (run.strays(t, y, options.atol ?? 1e-12)) return result('trouble', 'a constraint is violated');
      fresh = part.end === 'event';
      if (!fresh) continue;
      const turn = run.happen(t, y, part.happened);
      y = Float64Array.from(run.state);
      if (turn === 'stop') return result('event');
      if (turn) return result('trouble', turn);
    }
    return result('done');
  }

  return {follow};
})();
