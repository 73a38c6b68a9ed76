// report/text/switching.js: a motion across the places where its forces jump, leg by leg.
//
// From:  docs/theory/switching.md (6), (10)
//
// The rules are those of native/text/switching.h, operation by operation. It comes after dop853.js and slide.js.

const switching = (() => {
  'use strict';

  const ROUNDING = 64, SMALLEST = 1e-9, WRONG = 7e6, SWING = 8, CROWD_MOST = 1000, NO_TIME = 1e-9;
  const UNSEEN = 70, STRETCH = 4, RATIO_MOST = 0.999, RATIO_SAME = 1e-4, CYCLE_MOST = 8;
  const NOT_LOOKED_FOR = NaN;  // the direction of an event
  const {abs, max} = Math;

  class Run {
    constructor(model, p, span) {
      const k = model.sides, stops = model.events - 2 * k, marks = () => new Array(k).fill(false);
      Object.assign(this, {model, p, span, k, stops, first: model.n - k, slide: new slide.Slide(model, p), on: marks(), open: marks(),
                           held: marks(), sliding: false, size: 0, last: NaN, crowd: 0, swings: 0, times: [], what: [], cycle: 0, estimate: 0,
                           left: 0, end: 0, change: 0, limit: NaN});
      this.directions = Array.from({length: model.events}, (_, i) => i < stops ? model.directions[i] : NOT_LOOKED_FOR);
      this.signs = new Array(model.events).fill(0);
      this.floors = new Array(model.events).fill(0);
      this.slide.sense = span < 0 ? -1 : 1;
    }

    measure(y) {
      let size = this.size;
      for (let i = 0; i < this.first; i++) size = max(size, abs(y[i]));
      return size;
    }

    // Returns the effect of rounding of the state on each function.
    noise(t, y, size) { return this.slide.measure(t, y, ROUNDING * Number.EPSILON * size); }

    // Opens the functions that vanish up to rounding, that of the event, and those that the motion slides along. A
    // function that is a little on the wrong side counts as rounding, too. A surface of order 2 with a rate is passed
    // when its own event comes, not before. Returns the rounding of each function.
    findOpen(t, g, y, event) {
      const {k, stops, first} = this;
      this.size = max(SMALLEST, this.measure(y));
      const noise = this.noise(t, y, this.size), w = new Float64Array(2 * k);
      this.slide.slopes(t, y, w);
      for (let i = 0; i < k; i++) {
        const waits = g[i] * y[first + i] > 0 && this.model.orders[i] === 2 && abs(w[k + i]) > this.slide.noise[k + i];
        this.open[i] = this.on[i] || this.held[i] || abs(g[i]) <= noise[i] && !waits ||
                       g[i] * y[first + i] < 0 && abs(g[i]) <= UNSEEN * noise[i] || event === stops + i || event === stops + k + i;
      }
      return noise;
    }

    // Chooses the events that the next leg watches.
    setDirections(g, y, noise, left) {
      const {k, stops, first} = this;
      this.sliding = this.on.includes(true);
      for (let i = 0; i < k; i++) {
        const own = stops + i, edge = own + k, sign = Math.sign(y[first + i]), slides = this.on[i];
        this.directions[own] = slides || this.held[i] ? NOT_LOOKED_FOR : -sign;
        this.directions[edge] = slides ? -1 : NOT_LOOKED_FOR;
        this.signs[edge] = slides ? 1 : 0;
        // a small value on the wrong side is rounding; a motion that leaves a surface on which it was kept begins
        // slowly, and may be on the wrong side by the error of a step. A function that is farther on the wrong side
        // is followed until it is twice as far: if it continued unnoticed, the run would be lost
        const floor = max((left ? UNSEEN : 1) * noise[i], -2 * g[i] * sign);
        this.signs[own] = slides ? 0 : sign;
        this.floors[own] = !slides && this.open[i] ? floor : 0;
      }
    }

    // Do switchings follow each other without time passing, or with swings about a surface of order 2 that are
    // indistinguishable from rounding? v: the rate with which surface `which` is crossed.
    isCrowded(t, which, v, noise) {
      const still = abs(t - this.last) <= NO_TIME * max(abs(t), abs(this.span));
      this.crowd = still ? this.crowd + 1 : 0;
      this.last = t;
      const before = this.what.findIndex((x, i) => i > 0 && Math.floor(x / 6) === which);
      if (this.model.orders[which] === 2 && before > 0)
        this.swings = abs(v * (t - this.times[before])) <= SWING * noise ? this.swings + 1 : 0;
      return this.crowd > CROWD_MOST || this.swings > CROWD_MOST;
    }

    // --- infinitely many switchings in finite time

    // If the last switchings are two equal rounds, returns the ratio by which all pauses of the second were shorter,
    // or 0.
    ratio(cycle) {
      const {times, what} = this;
      if (times.length < 2 * cycle + 1) return 0;
      const ratio = (times[0] - times[cycle]) / (times[cycle] - times[2 * cycle]);
      for (let i = 0; i < cycle; i++) {
        const pause = times[i] - times[i + 1], before = times[cycle + i] - times[cycle + i + 1];
        if (what[i] !== what[cycle + i] || !(abs(pause - ratio * before) <= RATIO_SAME * (1 - ratio) * abs(before))) return 0;
      }
      return ratio > 0 && ratio <= RATIO_MOST ? ratio : 0;
    }

    // (6)  Notes a switching, and finds the shortest round of them that repeats, faster and faster by one ratio. The
    // end of all rounds is that of the estimates by each round which differs least from the one before, in parts of
    // the time that is left.
    note(t, which) {
      this.times = [t, ...this.times].slice(0, 2 * CYCLE_MOST + 1);
      this.what = [which, ...this.what].slice(0, 2 * CYCLE_MOST + 1);
      if (this.cycle > 0 && this.what[0] !== this.what[this.cycle]) this.cycle = 0;
      const most = this.cycle || CYCLE_MOST;
      let cycle = this.cycle || 1, ratio = 0;
      while (cycle <= most && !((ratio = this.ratio(cycle)) > 0)) cycle++;
      if (!(ratio > 0)) return;
      const left = (t - this.times[cycle]) * ratio / (1 - ratio), end = t + left;
      const change = this.cycle === cycle ? abs((end - this.estimate) / left) : Infinity;
      if (this.cycle !== cycle || change < this.change) Object.assign(this, {end, change});
      Object.assign(this, {estimate: end, left, cycle});
    }

    // Returns the latest end of the next stretch from t: steps that are long compared with the rounds do not show them.
    horizon(t, end) {
      const next = this.cycle > 0 && this.times[0] === t ? t + STRETCH * this.left : t;
      return next !== t && abs(next - t) < abs(end - t) ? next : end;
    }

    // Returns when a motion that is at rest at t came to rest. If rounding hid the last rounds, they were to take
    // `left`.
    rest(t) {
      const known = abs(t - this.end) <= 2 * abs(this.left);
      this.left = this.cycle = this.swings = 0;
      return known ? this.end : t;
    }

    // Returns how many of the last switchings may be over at once: a round that repeats, or all known ones if swings
    // can no longer be distinguished from rounding.
    countOver() { return this.cycle > 0 ? this.cycle : this.swings > 2 * CYCLE_MOST ? 2 * CYCLE_MOST : 0; }

    // Returns the surfaces of the last switchings, if one more round, or pause, moves the state by less than is
    // visible; or null.
    unseen(t, y, noise) {
      const {k, slide, model} = this, last = this.countOver();
      if (last === 0) return null;
      const time = abs(this.times[0] - this.times[last]) / (this.cycle > 0 ? 1 : last);
      const round = new Array(k).fill(false), w = new Float64Array(2 * k);
      for (let i = 0; i < last; i++) round[Math.floor(this.what[i] / 6)] = true;
      const order = round.some((mark, i) => mark && model.orders[i] === 2) ? 2 : 1, g = slide.functions(t, y);
      slide.slopes(t, y, w);
      const moves = i => model.orders[i] === order ? abs(g[i]) + abs(w[k + i]) * time : abs(g[i]) * time;
      return round.every((mark, i) => !mark || moves(i) <= UNSEEN * noise[i]) ? round : null;
    }

    // Is a state that was moved onto surfaces really on them? Contradictory functions, x' and x' - 1e-9, do not
    // vanish together.
    isThere(t, y, mark) {
      const {k, slide, model} = this, w = new Float64Array(2 * k), of = this.noise(t, y, this.size), rate = slide.noise.subarray(k);
      const g = slide.functions(t, y);
      slide.slopes(t, y, w);
      return mark.every((x, i) => !x || abs(g[i]) <= of[i] && (model.orders[i] === 1 || abs(w[k + i]) <= rate[i]));
    }

    // Moves y onto all surfaces of a round that is no longer visible, if the motion stays on them.
    jump(t, y, noise) {
      const mark = this.unseen(t, y, noise), {slide} = this, z = Float64Array.from(y);
      let found = null;
      for (const there of mark === null ? [] : [false, true]) {  // on the way there, and there
        const with_ = list => list.map((x, i) => x || mark[i]);
        found = {open: with_(this.open), on: with_(this.on), held: this.held.slice()};
        if (slide.decide(t, z, found.open, found.on, found.held) !== 'found' || !slide.isDamped(mark, this.on, this.held))
          return false;
        if (mark.some((x, i) => x && !found.on[i] && !found.held[i])) return false;
        if (!there) slide.along(found.on).project(t, z);
        if (!there && !this.isThere(t, z, mark)) return false;
      }
      if (found === null) return false;
      y.set(z);
      Object.assign(this, found);
      return true;
    }

    // For each surface: is it of order 2, and does the motion stay on it?
    stays() { return this.model.orders.map((order, i) => order === 2 && (this.on[i] || this.held[i])); }

    // Puts the sides of a state at which an event ended a leg, or -1 at the start, into y. Returns '' or the trouble.
    decide(t, y, event) {
      const {model, p, slide, first, k} = this, begins = event < 0, which = begins ? 0 : (event - this.stops) % k;
      const slid = this.on[which], stayed = this.stays();
      if (this.sliding) {
        slide.along(this.on);
        slide.settle(t, y);
      }
      const g = Float64Array.from(slide.functions(t, y));
      const noise = this.findOpen(t, g, y, event);
      // sides that did not last are not kept
      slide.hold = !(abs(t - this.last) <= NO_TIME * max(abs(t), abs(this.span)));
      let advice = slide.decide(t, y, this.open, this.on, this.held), kind = this.on[which] ? 1 : slid ? 2 : 0;
      if (!begins) this.note(t, 6 * which + 2 * kind + (y[first + which] > 0 ? 1 : 0));
      if (!begins && kind === 0 && this.jump(t, y, noise)) [advice, kind] = ['found', 1];
      const stays = this.stays(), count = marks => marks.filter(x => x).length;
      this.limit = !begins && count(stays) > count(stayed) ? this.rest(t) : NaN;
      this.fresh = stays.map((x, i) => x && !stayed[i]);
      this.setDirections(g, y, noise, kind === 2);
      const w = new Float64Array(2 * k);
      slide.slopes(t, y, w);
      // backwards, a motion at rest may have come from either side
      if (advice !== 'found' || this.span < 0 && this.sliding) return 'forces switch there, and several motions begin, or none';
      if (event >= 0 && this.isCrowded(t, which, w[k + which], noise[which])) return 'forces switch without end, and time does not pass';
      // velocities that are prescribed may jump with the forces
      dop853.project(model, p, t, y, slide.change);
      return '';
    }

    flow() {
      const flow = this.sliding ? this.slide.along(this.on) : this.model;
      return {...flow, directions: this.directions, continuous: this.model.continuous ?? this.stops};
    }

    // Has a function changed its side unnoticed? Then what was computed is wrong.
    isWrong(t, y) {
      const noise = this.noise(t, y, 1 + this.measure(y)), g = this.slide.functions(t, y);
      return this.on.some((on, i) => (on || this.held[i] ? -abs(g[i]) : g[i] * y[this.first + i]) < -WRONG * noise[i]);
    }
  }

  // Like dop853.follow, for a model with sides: `start` is without sides, states in rows end with them; `list` has
  // the times from which the motion stays on a surface of order 2. signs, near: of the first events, until something
  // switches.
  function follow(model, p, start, from, end, times, options = {}) {
    const run = new Run(model, p, end - from), y = new Float64Array(model.n), rows = [], list = [];
    const total = {steps: 0, rejected: 0, calls: 0};
    let t = from, switched = 0;
    for (let i = 0; i < run.first; i++) y[i] = start[i];
    run.slide.functions(t, y).forEach((g, i) => { if (i < run.k) y[run.first + i] = g < 0 ? -1 : 1; });
    let trouble = run.decide(t, y, -1), {signs: known = [], near = []} = options;
    const first = Float64Array.from(y), result = (why, text = '') => ({rows, first, t, y, ...total, switched, list, end: why, text});
    while (trouble === '' && t !== end) {
      const signs = run.signs.map((sign, i) => i < run.stops ? known[i] ?? 0 : sign);
      const floors = run.floors.map((floor, i) => i < run.stops ? near[i] ?? 0 : floor), most = (options.most ?? 1e6) - total.steps - total.rejected, until = run.horizon(t, end);
      const wanted = times.slice(rows.length).filter(x => (x - until) * (end - from) <= 0);
      const part = dop853.follow(run.flow(), p, y, t, until, wanted, {...options, signs, near: floors, most});
      part.rows.forEach(row => {
        if (run.sliding) run.slide.settle(times[rows.length], row);
        rows.push(row);
      });
      for (const name of Object.keys(total)) total[name] += part[name];
      t = part.t;
      y.set(part.y);
      if (part.end === 'event' && part.event < run.stops) return {...result('event'), event: part.event, happened: part.happened};
      near = near.map(floor => floor === true ? 0 : floor);
      if (part.end !== 'event' && run.isWrong(t, y)) return result('trouble', 'forces switched there unnoticed');
      if (part.end === 'done' && t !== end) continue;
      if (part.end !== 'event') return result(part.end);
      switched++;
      trouble = run.decide(t, y, part.event);
      if (!isNaN(run.limit))
        model.surfaces.forEach((name, i) => {
          if (run.fresh[i]) list.push({t: run.limit, what: 'rest', name: `${name} = 0`});
        });
    }
    return trouble === '' ? result('done') : result('trouble', trouble);
  }

  return {follow};
})();
