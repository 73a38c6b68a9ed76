// report/text/slide.js: surfaces where forces jump: how a motion continues from them, and along them.
//
// The state ends with sides, 1 or -1, of surfaces g = 0. At a state with g_i = 0:  s_i = 1 and w_i >= 0,  or  s_i = -1 and
// w_i <= 0,  or  w_i = 0 with a side between 1 and -1; w is the first time derivative of g that depends on the sides,
// of order 1 or 2. In the last case the motion stays on the surface.
//
// From:  docs/theory/switching.md (1) to (5), (10)
//
// The rules are those of native/text/slide.h and slide_decide.h, operation by operation.

const slide = (() => {
  'use strict';

  const TOGETHER_MOST = 6, SWEEPS = 2000, NOISE = 1e-11, NEAR = 1e-7, ROUNDS = 12, FINE = 2 ** -14, SINGULAR = 1e-13;
  const AHEAD = 1e-5, BACK = 2 ** -14, CLOCK = 64;
  const {abs, max, min, sqrt} = Math;

  // Returns how far to move a side to see its effect: towards the other side.
  const shiftOf = (side, size) => side > 0 ? -size : size;

  // Surfaces that act on each other in one direction only are judged one after the other: removes such entries of a
  // matrix.
  function cutOneWay(A) {
    const reach = A.map(row => row.map(x => x !== 0));
    A.forEach((_, by) => A.forEach((_, i) => {
      if (reach[i][by]) A.forEach((_, j) => { reach[i][j] = reach[i][j] || reach[by][j]; });
    }));
    return A.map((row, i) => row.map((x, j) => reach[j][i] ? x : 0));
  }

  // Does A/d, with one d > 0 for each column, have a symmetric and negative semidefinite S? By elimination.
  function isDissipative(A) {
    const m = A.length, d = new Array(m).fill(0);
    for (let round = 0; round < m; round++) {
      // one more that is coupled with a known one; or any
      const next = d.findIndex((x, j) => x === 0 && d.some((y, i) => y !== 0 && A[i][j] * A[j][i] > 0));
      const by = next < 0 ? -1 : d.findIndex((y, i) => y !== 0 && A[i][next] * A[next][i] > 0);
      if (next >= 0) d[next] = d[by] * A[by][next] / A[next][by];
      else if (d.includes(0)) d[d.indexOf(0)] = 1;
    }
    const S = A.map(row => row.map((x, j) => -x / d[j])), most = S.flat().reduce((all, x) => max(all, abs(x)), 0);
    if (S.some((row, i) => row.some((x, j) => abs(x - S[j][i]) > NEAR * most))) return false;
    for (let c = 0; c < m; c++) {
      if (S.some((row, i) => row[i] < -NEAR * most)) return false;
      const best = S.reduce((at, row, i) => row[i] > S[at][at] ? i : at, 0), pivot = S[best][best];
      if (pivot <= NEAR * most) break;
      for (let i = 0; i < m; i++)
        for (let j = 0; j < m; j++) if (i !== best && j !== best) S[i][j] -= S[i][best] * S[best][j] / pivot;
      for (let i = 0; i < m; i++) S[best][i] = S[i][best] = 0;
    }
    return !S.flat().some(x => abs(x) > NEAR * most);
  }

  // The surfaces of a model with `sides`; `slopes` computes w, then for those of order 2 the rates v = dg/dt. g are
  // those of its events before the last `sides`.
  class Slide {
    constructor(model, p) {
      const n = model.n, k = model.sides;
      Object.assign(this, {model, p, n, k, first: n - k, order: model.orders, set: [], kept: [], hold: true, sense: 1});
      for (const name of ['y', 'f', 'f0', 'change', 'shift']) this[name] = new Float64Array(n);
      for (const name of ['base', 'w']) this[name] = new Float64Array(2 * k);
      for (const name of ['corner', 'room']) this[name] = new Float64Array(k);
      this.noise = new Float64Array(3 * k);
      this.A = new Float64Array(k * k);
      this.all = new Float64Array(n + 2 * model.watched);
      this.g = new Float64Array(model.events);
    }

    slopes(t, y, to) { this.model.slopes(this.p, t, y, to); }

    rates(t, y, to) {
      this.model.rates(this.p, t, y, this.all);
      for (let i = 0; i < this.n; i++) to[i] = this.all[i];
    }

    functions(t, y) {
      this.model.eventValues(this.p, t, y, this.g);
      return this.g.subarray(this.model.events - 2 * this.k);
    }

    // Finds the effect of a change of the state, and of t in its last places, on w, v and g, into this.noise: smaller
    // values may be zero. So a function is measured by its own scale, whatever it was multiplied by. Returns that of
    // g.
    measure(t, y, change) {
      const {k, first, noise, base, w} = this, before = Float64Array.from(this.functions(t, y));
      noise.fill(0);
      this.y.set(y);
      this.slopes(t, y, base);
      for (let j = 0; j <= first; j++) {
        const at = j < first ? t : t * (1 + CLOCK * Number.EPSILON);
        if (j < first) this.y[j] = y[j] + change;
        const g = this.functions(at, this.y);
        this.slopes(at, this.y, w);
        if (j < first) this.y[j] = y[j];
        const note = (i, size) => { if (size > noise[i]) noise[i] = size; };
        for (let i = 0; i < 2 * k; i++) note(i, abs(w[i] - base[i]));
        for (let i = 0; i < k; i++) note(2 * k + i, abs(g[i] - before[i]));
      }
      return noise.subarray(2 * k);
    }

    // --- small linear problems

    // Solves A x = b for the rows and columns of the set, by elimination with complete pivoting; if surfaces depend
    // on each other, some x are 0. Returns null if there is no solution.
    solve(b) {
      const {set, k} = this, m = set.length, x = set.map(i => b[i]), order = set.map((_, i) => i);
      const a = set.map(i => set.map(j => this.A[i * k + j]));
      const size = x.reduce((most, v) => max(most, abs(v)), 0);
      const most = a.reduce((all, row) => row.reduce((part, v) => max(part, abs(v)), all), 0);
      let rank = 0;
      for (; rank < m; rank++) {
        let r = rank, c = rank;
        for (let i = rank; i < m; i++) for (let j = rank; j < m; j++) if (abs(a[i][j]) > abs(a[r][c])) [r, c] = [i, j];
        if (!(abs(a[r][c]) > SINGULAR * most)) break;
        [a[rank], a[r]] = [a[r], a[rank]];
        [x[rank], x[r]] = [x[r], x[rank]];
        for (const row of a) [row[rank], row[c]] = [row[c], row[rank]];
        [order[rank], order[c]] = [order[c], order[rank]];
        for (let i = rank + 1; i < m; i++) {
          const factor = a[i][rank] / a[rank][rank];
          for (let j = rank; j < m; j++) a[i][j] -= factor * a[rank][j];
          x[i] -= factor * x[rank];
        }
      }
      for (let i = rank; i < m; i++) if (abs(x[i]) > NOISE * max(size, most)) return null;
      for (let i = rank; i-- > 0;) {
        for (let j = i + 1; j < rank; j++) x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
      }
      const out = new Array(m).fill(0);
      for (let i = 0; i < rank; i++) out[order[i]] = x[i];
      return rank > 0 ? out : null;
    }

    // --- along the surfaces

    // Puts the sides of the set for which w = 0 into y (2). A then has dw/ds.
    keepOn(t, y) {
      const {k, set, first, base, w, A} = this;
      let scale = 0, last = Infinity;
      for (let round = 0; round < ROUNDS; round++) {
        let off = 0;
        this.slopes(t, y, base);
        for (const i of set) off = max(off, abs(base[i]));
        if (!(off * 0 === 0)) return false;
        if (round > 0 && off <= 2 * Number.EPSILON * scale) return true;
        if (off >= last / 2 && off <= NOISE * scale) return true;
        last = off;
        scale = max(scale, off);
        for (const j of set) {
          // at once if rates are linear in the sides; if not, Newton's method with a slope
          const before = y[first + j], shift = shiftOf(before, round === 0 ? 1 : FINE);
          y[first + j] = before + shift;
          this.slopes(t, y, w);
          y[first + j] = before;
          for (const i of set) {
            A[i * k + j] = (w[i] - base[i]) / shift;
            scale = max(scale, abs(w[i]), abs(base[i]));
          }
        }
        const x = this.solve(base);
        if (x === null) return false;
        set.forEach((i, at) => { y[first + i] -= x[at]; });
      }
      return false;
    }

    settle(t, y) {
      if (!this.keepOn(t, y)) y[this.first + this.set[0]] = NaN;
    }

    // Computes the sum of c_j df/ds_j over the set, at this.y, into this.shift.
    addJumps(t, c) {
      const {set, first, f, f0, y} = this;
      this.shift.fill(0);
      this.rates(t, y, f0);
      set.forEach((j, at) => {
        const before = y[first + j], shift = shiftOf(before, 1);
        y[first + j] = before + shift;
        this.rates(t, y, f);
        y[first + j] = before;
        for (let i = 0; i < first; i++) this.shift[i] += c[at] * (f[i] - f0[i]) / shift;
      });
    }

    // Replaces this.shift, a change of the state, by its effect on the rates.
    passOn(t) {
      const {first, f, f0, y, shift} = this;
      let size = 1, most = 0;
      for (let i = 0; i < first; i++) {
        size = max(size, abs(y[i]));
        most = max(most, abs(shift[i]));
      }
      if (most === 0) return;
      const part = BACK * size / most;
      for (const way of [-1, 1]) {
        for (let i = 0; i < first; i++) y[i] += way * part * shift[i];
        this.rates(t, y, way < 0 ? f0 : f);
        for (let i = 0; i < first; i++) y[i] -= way * part * shift[i];
      }
      for (let i = 0; i < first; i++) shift[i] = (f[i] - f0[i]) / (2 * part);
    }

    // Moves this.y back onto the surfaces: the functions of order 2, then their rates and the functions of order 1.
    // Sides change the rates of the last two, and so the shift is along the jumps of the rates, which violates no
    // constraint; the effect of such a shift on the rates changes the first (4).
    correct(t, order) {
      const {first, k, y, base} = this, all = this.set, g = this.functions(t, y);
      this.slopes(t, y, this.w);
      this.set = all.filter(at => this.order[at] >= order);
      for (const at of this.set) base[at] = this.order[at] === order ? g[at] : this.w[k + at];
      const x = this.set.some(at => base[at] !== 0) ? this.solve(base) : null;
      if (x !== null) {
        this.addJumps(t, x);
        if (order === 2) this.passOn(t);
        for (let i = 0; i < first; i++) y[i] -= this.shift[i];
      }
      this.set = all;
    }

    // Returns the flow along the marked surfaces.
    along(on) {
      const {model, p} = this;
      this.set = this.marked(on);
      return {
        ...model,
        rates: (_, t, y, out) => {
          this.y.set(y);
          const kept = this.keepOn(t, this.y);
          model.rates(p, t, this.y, out);
          if (!kept) out[0] = NaN;
        },
        eventValues: (_, t, y, out) => {
          this.y.set(y);
          this.settle(t, this.y);
          model.eventValues(p, t, this.y, out);
        },
        project: (t, y) => {
          this.y.set(y);
          if (!this.keepOn(t, this.y)) return;
          dop853.project(model, p, t, this.y, this.change);
          this.correct(t, 2);
          this.correct(t, 1);
          for (let i = 0; i < this.first; i++) y[i] = this.y[i];
        },
      };
    }

    marked(marks) { return marks.flatMap((mark, i) => mark ? [i] : []); }

    // --- how the motion continues

    // Computes w and v, in the direction of the run.
    findSlopes(t, y, to) {
      this.slopes(t, y, to);
      for (let i = 0; i < this.k; i++) {
        if (this.order[i] === 1) to[i] *= this.sense;
        to[this.k + i] *= this.sense;
      }
    }

    // Passes surfaces of order 2 that the motion crosses with a rate: it decides, whatever the sides are.
    passSurfaces() {
      const {k, base} = this;
      for (const at of this.set) {
        if (this.kept[at] || !(abs(base[k + at]) > this.noise[k + at])) continue;
        base[at] = base[k + at];
        this.room[at] = this.noise[k + at];
        for (let j = 0; j < k; j++) this.A[at * k + j] = 0;
      }
    }

    // Finds w as a linear function of the open sides, from its values with all sides 1 or -1 (3).
    takeCorners(t, y) {
      const {k, set, first, corner, base, w, A} = this, at = this.y;
      at.set(y);
      for (let i = 0; i < k; i++) corner[i] = y[first + i] < 0 ? -1 : 1;
      for (const i of set) at[first + i] = corner[i];
      this.findSlopes(t, at, base);
      let good = true;
      for (const j of set) {
        at[first + j] = -corner[j];
        this.findSlopes(t, at, w);
        at[first + j] = corner[j];
        for (const i of set) {
          A[i * k + j] = (base[i] - w[i]) / (2 * corner[j]);
          good = good && (w[i] + base[i]) * 0 === 0;
        }
      }
      this.room.set(this.noise.subarray(0, k));
      this.passSurfaces();
      return good;
    }

    // Returns w_i for the sides x of the open surfaces, and its scale.
    slopeOf(i, x) {
      let w = this.base[i], size = abs(w);
      this.set.forEach((at, j) => {
        w += this.A[i * this.k + at] * (x[j] - this.corner[at]);
        size += abs(this.A[i * this.k + at]) * (1 + abs(x[j]));
      });
      return [w, size];
    }

    // Are these sides, 1, -1 or between, consistent with the rates that they give?
    isConsistent(x) {
      return this.set.every((at, i) => {
        const [w, size] = this.slopeOf(at, x), room = NOISE * size + this.room[at];
        return abs(x[i]) <= 1 && !(x[i] === 1 ? w < -room : x[i] === -1 ? w > room : abs(w) > room);
      });
    }

    // Returns the sides with those marked by 0, between 1 and -1, filled in; null if they are not determined.
    fillBetween(mark) {
      const all = this.set, x = mark.slice(), open = all.flatMap((_, i) => mark[i] === 0 ? [i] : []);
      if (open.length === 0) return x;
      const b = [];
      for (const i of open) b[all[i]] = this.slopeOf(all[i], x)[0];
      this.set = open.map(i => all[i]);
      const found = this.solve(b);
      this.set = all;
      if (found === null) return null;
      open.forEach((i, at) => {
        const side = -found[at];
        x[i] = abs(abs(side) - 1) < NOISE ? Math.sign(side) : side;  // so near to the edge that it is taken to be there
      });
      return x;
    }

    putSides(x, y) { this.set.forEach((at, i) => { y[this.first + at] = x[i]; }); }

    // Looks a little ahead along the rates with these sides, by the midpoint rule: do all open functions have the
    // signs of their sides?
    isRightAhead(t, y, x) {
      const {first, f, f0} = this, h = AHEAD * this.sense;
      this.y.set(y);
      this.putSides(x, this.y);
      this.rates(t, this.y, f0);
      for (let i = 0; i < first; i++) this.y[i] = y[i] + h / 2 * f0[i];
      this.rates(t + h / 2, this.y, f);
      let size = 0;
      for (let i = 0; i < first; i++) {
        this.y[i] = y[i] + h * f[i];
        size = max(size, abs(y[i]));
      }
      const g = this.functions(t + h, this.y);
      return this.set.every((at, i) => g[at] * x[i] >= -64 * Number.EPSILON * size);
    }

    // Do two sets of sides give the same rates?
    haveSameRates(t, y, x, other) {
      const {first, f, f0, set, k} = this;
      let most = 0, off = 0;
      this.y.set(y);
      this.putSides(x, this.y);
      this.rates(t, this.y, f0);
      this.putSides(other, this.y);
      this.rates(t, this.y, f);
      for (let i = 0; i < first; i++) {
        most = max(most, abs(f[i]), abs(f0[i]));
        off = max(off, abs(f[i] - f0[i]));
      }
      // terms that cancel are measured by their sizes
      for (const i of set) {
        most = max(most, abs(this.base[i]));
        for (const j of set) most = max(most, abs(this.A[i * k + j]));
      }
      return off <= NOISE * most;
    }

    // Takes one more consistent combination into account. If first derivatives do not decide: the first one that is
    // right a little later.
    consider(t, y, x, c) {
      if (c.found > 0 && x.every((side, i) => abs(side - c.x[i]) < NEAR)) return;
      if (c.found > 0 && !this.haveSameRates(t, y, c.x, x)) c.differ = true;
      const right = this.isRightAhead(t, y, x), slides = x.some(side => abs(side) < 1);
      if (c.found === 0 || !c.right && (right || slides && !c.slides)) Object.assign(c, {x: x.slice(), right, slides});
      if (slides) x.forEach((side, i) => { c.sum[i] += side; });
      c.between += slides ? 1 : 0;
      c.found++;
    }

    // Surfaces that depend on each other have several sides that keep the motion on them: chooses the present ones,
    // if they still do, or those in the middle of all.
    chooseBetween(y, c) {
      const now = this.set.map(at => min(1, max(-1, y[this.first + at])));
      const kept = this.hold && this.set.some(at => this.kept[at]) && this.isConsistent(now);
      return kept ? now : c.sum.map(side => side / c.between);
    }

    // Tries all combinations of sides of a few surfaces. Returns [advice, sides].
    tryAll(t, y) {
      const m = this.set.length, c = {x: new Array(m).fill(0), sum: new Array(m).fill(0), found: 0, between: 0};
      for (const between of [false, true])
        for (let number = 0; number < 3 ** m; number++) {
          const mark = Array.from({length: m}, (_, i) => [1, -1, 0][Math.floor(number / 3 ** i) % 3]);
          const x = mark.includes(0) === between ? this.fillBetween(mark) : null;
          if (x !== null && this.isConsistent(x)) this.consider(t, y, x, c);
        }
      if (c.found === 0) return ['none', c.x];
      if (c.differ) return ['several', c.x];
      const x = c.slides && c.between > 1 ? this.chooseBetween(y, c) : c.x;
      return [c.found === 1 || c.right || c.slides ? 'found' : 'several', x];
    }

    // For many surfaces: sets each side in turn so that its w vanishes, or comes as near to that as possible.
    sweep() {
      const {set, k} = this, x = set.map(i => this.corner[i]);
      for (let round = 0, most = Infinity; round < SWEEPS && most > Number.EPSILON; round++) {
        most = 0;
        set.forEach((at, i) => {
          const slope = this.A[at * k + at], w = this.slopeOf(at, x)[0];
          // if its own side does not matter, or repels, it takes that of its motion
          const wish = slope < 0 ? x[i] - w / slope : w < 0 ? -1 : 1, next = min(1, max(-1, wish));
          most = max(most, abs(next - x[i]));
          x[i] = next;
        });
      }
      // sides between 1 and -1 are made exact by the linear problem, for every caller
      const good = set.every((at, i) => {
        const [w, size] = this.slopeOf(at, x), room = NEAR * size;
        return !(x[i] === 1 ? w < -room : x[i] === -1 ? w > room : abs(w) > room);
      });
      return [good ? 'found' : 'none', x];
    }

    // Returns a row of A, over the open sides, without its components along the orthonormal rows in `basis`; and the
    // part of its length that is left.
    reduceRow(row, basis) {
      const to = this.set.map(j => this.A[row * this.k + j]), length = v => v.reduce((sum, x) => sum + x * x, 0);
      const before = length(to);
      for (const b of basis) {
        const part = to.reduce((sum, x, j) => sum + x * b[j], 0);
        b.forEach((x, j) => { to[j] -= part * x; });
      }
      const after = length(to);
      return [after > 0 ? to.map(x => x / sqrt(after)) : to, before > 0 ? sqrt(after / before) : 0];
    }

    // Finds the surfaces that the motion slides along: those with a side between 1 and -1, unless others keep it on
    // them. A surface that others keep the motion on, whatever its own side does, is held. Those of order 2 come
    // first: their rates vanish, too.
    findSliding(x, on, held) {
      const {set, k, A} = this, basis = [];
      for (const order of [2, 1])
        set.forEach((at, i) => {
          if (this.order[at] !== order || !(abs(x[i]) < 1) || A[at * k + at] === 0) return;
          const [row, left] = this.reduceRow(at, basis);
          on[at] = left > NEAR;
          held[at] = !on[at];
          if (on[at]) basis.push(row);
        });
      if (basis.length === 0) return;
      for (const at of set) {
        if (on[at] || held[at] || A[at * k + at] === 0) continue;
        const [w, size] = this.slopeOf(at, x);
        if (abs(w) <= NEAR * size + this.room[at]) held[at] = this.reduceRow(at, basis)[1] <= NEAR;
      }
    }

    // (5)  A motion that stays on surfaces, some of them of order 2: is it the only one? If the sides are forces of
    // potentials d |g| and of friction d |g'|, energy keeps it there. Otherwise it may leave in a spiral, with
    // infinitely many switchings, which no combination of sides shows.
    isOnlyOne(on, held) {
      const {k} = this, all = this.set.filter(at => on[at] || held[at]);
      return !all.some(at => this.order[at] === 2) || isDissipative(cutOneWay(all.map(i => all.map(j => this.A[i * k + j]))));
    }

    // (10)  After a decision: are the marked surfaces of order 2 held by the marked ones of order 1, and by those that the motion
    // was kept on before? Then friction acts in every direction in which it may leave.
    isDamped(mark, on, held) {
      const basis = [], kept = at => on[at] || held[at], free = at => this.order[at] === 2 && !kept(at);
      for (const pass of [false, true])
        for (const at of this.set) {
          if (free(at) !== pass || !mark[at] && !kept(at)) continue;
          const [row, left] = this.reduceRow(at, basis);
          if (left > NEAR && free(at)) return false;
          if (left > NEAR) basis.push(row);
        }
      return true;
    }

    // Decides how a motion continues from a state at which the functions of the surfaces marked in `open` vanish:
    // sides into y, marks into on and held. Returns 'found', 'several' or 'none'.
    decide(t, y, open, on, held) {
      this.kept = on.map((mark, i) => mark || held[i]);
      this.set = this.marked(open);
      on.fill(false);
      held.fill(false);
      if (this.set.length === 0) return 'found';
      if (!this.takeCorners(t, y)) return 'several';
      let [advice, x] = this.set.length > TOGETHER_MOST ? ['none', []] : this.tryAll(t, y);
      if (advice === 'none') [advice, x] = this.sweep();
      this.putSides(x, y);
      this.findSliding(x, on, held);
      return advice === 'found' && !this.isOnlyOne(on, held) ? 'several' : advice;
    }
  }

  return {Slide};
})();
