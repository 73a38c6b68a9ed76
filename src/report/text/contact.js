// report/text/contact.js: the law of impact, and contact: which constraints close, push and are released at an event.
//
// The functions of the model give the mass matrix, the forces and the rows of all constraints at a state (coordinates,
// velocities). The laws are those of docs/theory/impacts.md, the steps those of native/text/contact.h and contact_event.h.

const contact = (() => {
  'use strict';

  const IN_FORCE = 0, WATCHED = 1, OFF = 2;  // uses of a constraint
  const POSITIONS = 0, ACCELERATIONS = 2;    // levels of a constraint
  const ROUNDS = 10000, MANY_ROUNDS = 8;     // of impacts that follow each other at one time
  const CALM = 1e-9, STILL = 1e-13, FLOOR = 1e-13, DUST = 1e-12;
  const FLOOR_ERRORS = 10, STRAYED_ERRORS = 100;                     // tolerances of the run
  const CROWDED_EVENTS = 8, CROWDED_LEFT = 1e-6, SAME_RATIO = 0.02;  // of pauses between `when`s that shrink
  const LIMIT_HEIGHT = 1e-12, LONGEST_RATIO = 0.999, FLIGHTS = 4, TOUCHED = 1e-6, STRAYED = 1e-6;
  const TOUCHING = 1e-10, TOUCHING_HEIGHT = 1e-12, TOUCHING_TIME = 1e-13;  // parts by which a closed gap may be off
  const RESTING = 1e-11, LEAST_SPEED = 1e-14, PUSHING = 1e-11, SIDE_ROUNDS = 100;
  const {Problem, dot} = push;

  // model: n coordinates, r constraints, facts of each (unilateral, level, nonlinear, use), and the function modeTerms of
  // p, t and the state.
  class Contacts {
    constructor(model, p, rtol, atol) {
      const {n, r, slips = 0} = model.modes, facts = model.modes;
      Object.assign(this, {model, facts, p, n, r, rtol, atol, t: NaN, atOnce: 0, acted: false, list: [], happened: null,
                           impacts: [NaN, NaN, NaN], lastWhen: NaN, pause: NaN, longest: 0, ratio: NaN, shrinking: 0});
      this.use = facts.use.slice();
      this.out = new Float64Array(n * (n + 1) / 2 + n + 2 * r * n + 6 * r + slips);
      const part = (from, count) => this.out.subarray(from, from + count);
      let k = n * (n + 1) / 2;
      for (const [name, count] of [['F', n], ['A', r * n], ['B', r * n], ['b', r], ['gap', r], ['speed', r],
                                   ['gapSize', r], ['speedSize', r], ['restitution', r], ['slip', slips]]) {
        this[name] = part(k, count);
        k += count;
      }
      this.M = new Float64Array(n * n);
      this.unit = Float64Array.from({length: n * n}, (_, i) => i % (n + 1) === 0 ? 1 : 0);
      this.problem = new Problem(n, r + 1);
      for (const name of ['fastest', 'highest', 'gapRate', 'impulse', 'lost']) this[name] = new Float64Array(r);
      this.brushed = new Array(r).fill(NaN);  // when it last stayed open although hardly pushed
      this.touches = new Array(r).fill(false);
      this.leaves = new Array(r).fill(false);
      this.trusts = (facts.sides ?? 0) > 0;
      this.slips = slips;
      this.side = new Float64Array(slips);  // signs of slip in use
      this.slipMost = new Float64Array(slips);
      this.after = new Float64Array(slips);  // velocities of slip after an impact
      this.signed = new Float64Array(2 * n + slips);
      this.ahead = new Float64Array(this.out.length);
      this.state = new Float64Array(2 * n);
      this.full = new Float64Array(3 * n + r);
      this.crossed = new Float64Array(facts.stops + facts.whens);
    }

    // Computes the terms at a state, with the signs of slip in use.
    take(t, y) {
      const {n, M, out, signed} = this;
      signed.set(y.subarray(0, 2 * n));
      signed.set(this.side, 2 * n);
      this.model.modeTerms(this.p, t, signed, out);
      for (let i = 0, k = 0; i < n; i++) for (let j = 0; j <= i; j++) M[i * n + j] = M[j * n + i] = out[k++];
    }

    // Computes the velocities of slip at a state, with these signs.
    slipsAt(t, y) {
      const {n, signed, ahead} = this;
      signed.set(y.subarray(0, 2 * n));
      signed.set(this.side, 2 * n);
      this.model.modeTerms(this.p, t, signed, ahead);
      for (let i = 0; i < this.slips; i++) this.after[i] = ahead[ahead.length - this.slips + i];
    }

    at(t, y) {
      if (this.slips > 0) this.slipsAt(t, y);
      for (let i = 0; i < this.slips; i++) {
        const size = Math.abs(this.after[i]);
        this.slipMost[i] = Math.max(this.slipMost[i], size);
        this.side[i] = size <= RESTING * this.slipMost[i] + LEAST_SPEED ? 0 : Math.sign(this.after[i]);
      }
      this.take(t, y);
    }

    // --- friction

    // Finds the change of the velocities with the signs in use; with friction also the velocities of slip after it.
    // Returns '' or the trouble.
    pushWithSides() {
      const {n, problem, state, B} = this;
      this.take(this.t, state);
      problem.rows.forEach((a, k) => { for (let i = 0; i < n; i++) problem.B[k * n + i] = B[a * n + i]; });
      const trouble = problem.push(this.M, null);
      if (this.slips === 0 || trouble) return trouble;
      this.slipsAt(this.t, state.map((x, i) => i < n ? x : x + problem.solution[i - n]));
      for (let i = 0; i < this.slips; i++) this.slipMost[i] = Math.max(this.slipMost[i], Math.abs(this.after[i]));
      return '';
    }

    sideIsRight(i) {
      const slip = this.after[i];
      return Math.abs(slip) <= RESTING * this.slipMost[i] + LEAST_SPEED || slip * this.side[i] > 0;
    }

    // Finds one sign with the others fixed: 1 or -1, or the value at which the slip vanishes, by regula falsi with Illinois
    // weights. Returns '' or the trouble.
    findSide(i) {
      let low = -1, high = 1, trouble;
      const slipWith = side => {
        this.side[i] = side;
        trouble = this.pushWithSides();
        return this.after[i];
      };
      let atLow = slipWith(low);
      if (trouble || atLow <= 0) return trouble;
      let atHigh = slipWith(high);
      if (trouble || atHigh >= 0) return trouble;
      for (let round = 0; round < SIDE_ROUNDS; round++) {
        const side = low + (high - low) * atLow / (atLow - atHigh), at = slipWith(side);
        if (trouble || this.sideIsRight(i)) return trouble;
        if (at > 0) [low, atLow, atHigh] = [side, at, atHigh / 2];
        else [high, atHigh, atLow] = [side, at, atLow / 2];
      }
      return '';
    }

    // Finds the change of the velocities that the rows require. Returns '' or the trouble.
    pushRows() {
      let trouble = this.pushWithSides(), good = this.slips === 0;
      for (let sweep = 0; trouble === '' && !good && sweep < SIDE_ROUNDS; sweep++) {
        good = true;
        for (let i = 0; trouble === '' && i < this.slips; i++) {
          if (this.sideIsRight(i)) continue;
          good = false;
          trouble = this.findSide(i);
        }
      }
      return trouble === '' && !good ? 'undetermined' : trouble;
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

    // Returns the velocity of a floor that moves by itself, c_t of u = C v + c_t: it does not count in the energy.
    ownVelocity(a) {
      const own = this.speed[a] - dot(this.A, a * this.n, this.state, this.n, this.n);
      return Math.abs(own) > DUST * this.speedSize[a] ? own : 0;
    }

    // Returns the contribution of friction to the mean velocity along a reaction.
    rubbed(a) {
      const {n, A, B, state, problem} = this;
      let sum = 0;
      for (let i = 0; i < n; i++) sum += (B[a * n + i] - A[a * n + i]) * (state[n + i] + problem.solution[i] / 2);
      return sum;
    }

    changeOf(a) { return dot(this.A, a * this.n, this.problem.solution, 0, this.n); }

    // C v+ = -e C v- for closing constraints, C v+ = 0 for equations in force, C v+ >= 0 for contacts.
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
      const trouble = this.pushRows();
      if (trouble) return trouble;
      const largest = problem.rows.reduce((most, a, k) => Math.max(most, Math.abs(problem.lambda[k])), 0);
      problem.rows.forEach((a, k) => {
        const lambda = problem.lambda[k];
        // a smaller impulse in a contact at rest is rounding
        if (lambda === 0 || (!this.isClosing(a) && Math.abs(lambda) <= DUST * largest)) return;
        this.impulse[a] += lambda;
        this.lost[a] -= lambda * ((2 * this.speed[a] + this.changeOf(a)) / 2 - this.ownVelocity(a) + this.rubbed(a));
        if (this.facts.unilateral[a]) this.fastest[a] = Math.max(this.fastest[a], Math.abs(this.speed[a]));
      });
      this.addChange();
      return '';
    }

    // Brings marked constraints to rest; contacts at rest stay at rest. Returns false if that is not determined.
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
      if (this.pushRows()) return false;
      this.addChange();
      return true;
    }

    // Resolves impacts one after the other until nothing closes any more. Returns '' or 'any', or the trouble.
    collide() {
      for (let round = 0; ; round++) {
        const how = this.collideOnce();
        if (how === 'none') {
          if (round > MANY_ROUNDS)  // after many impacts only rounding is left
            this.calm(a => this.isOpen(a) && this.isTouching(a) && Math.abs(this.speed[a]) <= CALM * this.fastest[a]);
          return round > 0 ? 'any' : '';
        }
        if (how !== '' || round === ROUNDS) return 'the impact is not determined';
        if (this.facts.nonlinear.some((x, a) => x && this.use[a] === IN_FORCE))
          return 'a constraint is not linear in the velocities: the impact is not determined';
      }
    }

    // Returns the acceleration of a gap.
    gapRateOf(a) {
      const {n, A, b, problem} = this;
      let sum = -b[a], terms = Math.abs(b[a]);
      for (let i = 0; i < n; i++) {
        sum += A[a * n + i] * problem.solution[i];
        terms += Math.abs(A[a * n + i] * problem.solution[i]);
      }
      return Math.abs(sum) > STILL * terms ? sum : 0;
    }

    // Finds the constraints that stay closed: those that push. One that would close at once does not leave; but if
    // forces switch, friction may hold what is at rest.
    settle() {
      this.at(this.t, this.state);
      for (;;) {
        const trouble = this.settleOnce();
        const stays = trouble !== '' ? [] : this.leaves.flatMap((leaves, a) =>
          leaves && !this.trusts && this.isResting(a) && this.gapRate[a] < 0 ? [a] : []);
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
        if (!problem.pushes[k]) return;
        const pushes = problem.lambda[k] * reach(k) > PUSHING * most;
        if (pushes) this.brushed[a] = NaN;
        if (pushes || this.closesAgain(a, problem.lambda[k] > 0 || this.gapRate[a] < 0)) use[a] = IN_FORCE;
      });
      for (let a = 0; a < this.r; a++) if (!(this.isTouching(a) && this.isResting(a))) this.brushed[a] = NaN;
      return '';
    }

    // A gap that was left open because hardly anything pushed, and is closed again at a later event without having moved, is in
    // contact: a force that grows from zero closes it again and again.
    closesAgain(a, pushed) {
      const again = pushed && !isNaN(this.brushed[a]) && this.brushed[a] !== this.t;
      if (again || !pushed) this.brushed[a] = NaN;
      else if (isNaN(this.brushed[a])) this.brushed[a] = this.t;
      return again;
    }

    // Records how far gaps would open at the speed with which they closed, in the time since the previous impact.
    noteHeights() {
      const flown = Math.abs(this.t - (isNaN(this.impacts[0]) ? this.begun : this.impacts[0]));
      for (let a = 0; a < this.r; a++) {
        const u = this.fastest[a], pull = Math.abs(this.gapRate[a]);
        if (u > 0) this.highest[a] = Math.max(this.highest[a], Math.min(u * u / (2 * pull), u * flown));
      }
    }

    // Marks flights that are so small that all that follow are negligible. Returns how long they take, or -1.
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

    // Resolves impacts, then contact. Returns '' or the trouble.
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
      // a flight that is over may have hidden another one
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

    // Do pauses between events by `when` shrink by a constant ratio, and are these events nearly over?
    isCrowded() {
      const pause = Math.abs(this.t - this.lastWhen), ratio = pause / this.pause;
      const same = ratio < LONGEST_RATIO && Math.abs(ratio - this.ratio) < SAME_RATIO * ratio;
      this.shrinking = same ? this.shrinking + 1 : 0;
      if (pause > this.longest || this.shrinking === 0) this.longest = pause;
      this.lastWhen = this.t;
      this.pause = pause;
      this.ratio = ratio;
      return this.shrinking >= CROWDED_EVENTS && pause * ratio / (1 - ratio) < CROWDED_LEFT * this.longest;
    }

    // Returns how far a gap that is closed up to rounding may be on the wrong side when a stretch begins; 0 for
    // others. A gap that does not open closes again. A gap at rest opens slowly, and may
    // drift with a speed that is rounding, whatever its size.
    floor(a) {
      const rests = this.isResting(a);
      const error = rests ? FLOOR_ERRORS * this.rtol : 0, drift = rests ? LEAST_SPEED * Math.abs(this.t) : 0;
      const floor = Math.max(FLOOR, error) * (this.gapSize[a] + this.highest[a]) + drift;
      return this.use[a] === IN_FORCE || this.gap[a] > floor ? 0 : Math.max(-this.gap[a], 0) + floor;
    }

    // Limits a stretch to a few flights, which a longer step would miss.
    horizon(end) {
      let shortest = Infinity;
      for (let a = 0; a < this.r; a++)
        if (this.isOpen(a) && this.gap[a] <= this.highest[a] * TOUCHED && this.speed[a] > 0 && this.gapRate[a] < 0)
          shortest = Math.min(shortest, -2 * this.speed[a] / this.gapRate[a]);
      const until = this.t + FLIGHTS * shortest;
      return end - until > TOUCHING_HEIGHT * (Math.abs(end) + Math.abs(until)) ? until : end;  // the rest is too short for a step
    }

    // Has the motion passed a gap that must stay open, by more than an error of atol in each coordinate explains?
    strays(t, y) {
      this.at(t, y);
      for (let a = 0; a < this.r; a++) {
        let slope = 0;
        for (let i = 0; i < this.n; i++) slope += Math.abs(this.A[a * this.n + i]);
        const size = Math.max(this.highest[a], this.gapSize[a]) + Math.abs(this.speed[a] * t);
        if (this.isOpen(a) && this.gap[a] < -Math.max(STRAYED, STRAYED_ERRORS * this.rtol) * size - slope * this.atol) return true;
      }
      return false;
    }
  }

  return {Contacts, IN_FORCE, WATCHED, OFF, POSITIONS, ACCELERATIONS};
})();
