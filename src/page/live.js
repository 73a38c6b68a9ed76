// page/live.js: computes the motion of a page again when a parameter or an initial value changes.
//
// liveModel (draw/live.c) has the functions and the facts of the model, dop853.js follows the motion, player.js and
// plots.js show it. The initial state is found as in the program: given values hold, the rest follows from the
// constraints, positions first. Values set by the user take precedence over those of the model.

const live = (() => {
  'use strict';

  const FEW = 60;        // milliseconds: a motion that takes longer is computed when the slider is released
  const STEPS = 200000;  // at most in a run of the page
  const QUICK = 8;       // milliseconds: while a slider moves, a motion that takes longer is computed roughly,
  const ROUGH = {rtol: 1e-5, atol: 1e-7, rows: 300};  // with these tolerances and rows, until the slider is released
  const TOLERANCE = 1e-8;

  // --- least squares -----------------------------------------------------------------------------

  // Returns the shortest x that solves A x = b best, by one-sided Jacobi rotations; A is stored by rows, m times n.
  function leastSquares(A, m, n, b) {
    const U = Array.from({length: n}, (_, j) => Float64Array.from({length: m}, (_, i) => A[i * n + j]));
    const V = Array.from({length: n}, (_, j) => Float64Array.from({length: n}, (_, i) => i === j ? 1 : 0));
    const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
    for (let sweep = 0, turned = true; sweep < 60 && turned; sweep++) {
      turned = false;
      for (let i = 0; i < n; i++)
        for (let j = i + 1; j < n; j++) {
          const a = dot(U[i], U[i]), c = dot(U[j], U[j]), d = dot(U[i], U[j]);
          if (!(Math.abs(d) > 1e-16 * Math.sqrt(a * c))) continue;
          turned = true;
          const z = (c - a) / (2 * d), t = (z < 0 ? -1 : 1) / (Math.abs(z) + Math.sqrt(1 + z * z));
          const cosine = 1 / Math.sqrt(1 + t * t), sine = cosine * t;
          for (const W of [U, V])
            for (let k = 0; k < W[i].length; k++)
              [W[i][k], W[j][k]] = [cosine * W[i][k] - sine * W[j][k], sine * W[i][k] + cosine * W[j][k]];
        }
    }
    const sizes = U.map(u => Math.sqrt(dot(u, u))), largest = Math.max(...sizes, 0), x = new Float64Array(n);
    U.forEach((u, k) => {
      if (!(sizes[k] > 1e-12 * largest)) return;
      const part = dot(u, b) / (sizes[k] * sizes[k]);
      for (let i = 0; i < n; i++) x[i] += part * V[k][i];
    });
    return x;
  }

  // --- the start of a motion ---------------------------------------------------------------------

  // Damped Gauss-Newton with steps of least norm, like motion/complete.c; changes slots. Do all residuals vanish?
  function complete(equations, run, p, slots, held) {
    const m = equations.equations, all = equations.unknowns, n = all.length;
    const open = all.map((_, j) => j).filter(j => !held[all[j]]);
    if (m === 0) return true;
    const values = new Float64Array(m + m * n);
    const errorOf = () => {
      run(p, 0, slots, values);
      let largest = 0;
      for (let i = 0; i < m; i++) if (!(Math.abs(values[i]) <= largest)) largest = Math.abs(values[i]);
      return largest;
    };
    let error = errorOf();
    for (let off = 0.125; !isFinite(error) && off <= 1; off *= 2) {
      open.forEach((j, k) => { slots[all[j]] += off * (1 + 0.1 * k); });
      error = errorOf();
    }
    for (let step = 0; step < 100 && error > 0; step++) {
      const A = new Float64Array(m * open.length), b = values.slice(0, m).map(x => -x);
      for (let i = 0; i < m; i++) open.forEach((j, k) => { A[i * open.length + k] = values[m + i * n + j]; });
      const change = leastSquares(A, m, open.length, b), saved = open.map(j => slots[all[j]]);
      let better = false;
      for (let part = 1; part >= 1e-6 && !better; part /= 2) {
        open.forEach((j, k) => { slots[all[j]] = saved[k] + part * change[k]; });
        const now = errorOf();
        better = now < error;
        if (better) error = now;
      }
      if (better) continue;
      open.forEach((j, k) => { slots[all[j]] = saved[k]; });
      error = errorOf();
      break;
    }
    let size = 1;
    for (let i = 0; i < m; i++)
      for (let j = 0; j < n; j++) size = Math.max(size, Math.abs(values[m + i * n + j] * slots[all[j]]));
    return error <= TOLERANCE * size;
  }

  class Motion {
    constructor(model) {
      this.model = model;
      this.p = Float64Array.from({length: model.fixed}, (_, i) => model.parameterValues[i] ?? 0);
      this.set = new Map();      // slots that the user has set
      this.slots = new Float64Array(model.slotNames.length);
      this.given = model.given.map(Boolean);
    }

    setParameter(number, value) {
      this.p[number] = value;
      const {model, p} = this;
      for (let i = 0; i < model.derived.length; i++)
        model.derivedValues(p, 0, []).forEach((x, k) => { p[model.derived[k]] = x; });
    }

    restore() {
      this.model.parameterValues.forEach((x, i) => { this.p[i] = x; });
      this.set.clear();
    }

    // Finds the initial state: what the model and the user leave open follows from the constraints.
    begin() {
      const {model, p, set} = this, n = model.coordinates;
      const values = model.initialValues(p, 0, []);
      const fill = held => {
        const slots = new Float64Array(model.slotNames.length);
        model.initialSlots.forEach((slot, i) => { slots[slot] = values[i]; });
        if (model.hasFrom) slots[0] = values[model.initialSlots.length];
        for (const [slot, x] of set) slots[slot] = x;
        const positions = complete(model.ofPositions, model.completePositions, p, slots, held);
        for (let i = 0; i < n; i++) {
          const u = model.unknownSlot + i;
          if (slots[u] === 0 && !held[u]) slots[u] = slots[1 + n + i];
        }
        const velocities = complete(model.ofVelocities, model.completeVelocities, p, slots, held);
        return positions && velocities ? slots : null;
      };
      const given = model.given.map((x, i) => Boolean(x) || set.has(i));
      // values set by the user may contradict those of the model: then the latter are only a first guess
      const slots = fill(given) ?? fill(given.map((_, i) => i === 0 || set.has(i)));
      if (slots === null) return false;
      this.slots = slots;
      model.branches.forEach((q, i) => { p[model.parameters + i] = slots[1 + n + q]; });
      const state = [...slots.slice(0, 1 + 2 * n), ...model.freeSlots.map(i => slots[i])];
      this.start = Float64Array.from(model.modes ? state.slice(1, 1 + 2 * n) : model.enter(p, 0, state));
      return true;
    }

    // Returns the states at these times, or as far as the motion goes.
    follow(from, to, times, {rtol, atol} = this.model) {
      const {model, p, start} = this;
      const {follow} = model.modes ? modes : model.sides > 0 ? switching : dop853;
      return follow(model, p, start, from, to, times, {rtol, atol, most: STEPS});
    }

    // Computes the whole run, or one to another end, with this many evenly spaced rows.
    run(rows, end, tolerances) {
      const {model, p} = this, values = model.initialValues(p, 0, []);
      const from = this.slots[0], to = end ?? (model.hasTo ? values[values.length - 1] : model.to);
      const times = Array.from({length: rows - 1}, (_, i) => i === rows - 2 ? to : from + (to - from) * (i + 1) / (rows - 1));
      const run = this.follow(from, to, times, tolerances);
      const t = [from, ...times.slice(0, run.rows.length)], states = [run.first ?? this.start, ...run.rows];
      const columns = model.columnNames.map(() => new Float64Array(t.length)), out = [];
      const row = model.modes ? model.modeRow : model.row;
      states.forEach((y, k) => {
        row(p, t[k], y, out);
        columns.forEach((column, i) => { column[k] = out[i]; });
      });
      return {...run, t, states, columns, to};
    }

    // Sets coordinates so that a point is seen at `target`, in pixels, as nearly as the constraints allow.
    drag(point, target, projected) {
      const {model, p} = this, n = model.coordinates, slots = Float64Array.from(this.slots), out = [];
      const seen = () => {
        model.shapes(p, slots[0], slots.subarray(1, 1 + 2 * n), out);
        return projected(out.slice(point, point + 3));
      };
      for (let round = 0; round < 8; round++) {
        const [x, y] = seen(), A = new Float64Array(2 * n);
        for (let i = 0; i < n; i++) {
          const h = 1e-6 * (1 + Math.abs(slots[1 + i])), kept = slots[1 + i];
          slots[1 + i] += h;
          const [dx, dy] = seen();
          slots[1 + i] = kept;
          A[i] = (dx - x) / h;
          A[n + i] = (dy - y) / h;
        }
        const step = this.tangent(slots, A, [target[0] - x, target[1] - y]);
        for (let i = 0; i < n; i++) slots[1 + i] += step[i];
        if (!complete(model.ofPositions, model.completePositions, p, slots, [])) return false;
        if (Math.hypot(target[0] - x, target[1] - y) < 0.5) break;
      }
      for (let i = 0; i < n; i++) this.set.set(1 + i, slots[1 + i]);
      return true;
    }

    // Returns the shortest step for A step = wish among those that the constraints allow to first order.
    tangent(slots, A, wish) {
      const {model, p} = this, n = model.coordinates, m = model.ofPositions.equations;
      if (m === 0) return leastSquares(A, 2, n, wish);
      const values = new Float64Array(m + m * n), G = new Float64Array(m * n);
      model.completePositions(p, 0, slots, values);
      for (let i = 0; i < m; i++)
        model.ofPositions.unknowns.forEach((slot, j) => {
          G[i * n + slot - 1] = values[m + i * model.ofPositions.unknowns.length + j];
        });
      const rest = [0, 1].map(k => {
        const row = A.slice(k * n, k * n + n), along = leastSquares(G, m, n, G.reduce((sum, g, i) => {
          sum[Math.floor(i / n)] += g * row[i % n];
          return sum;
        }, new Float64Array(m)));
        return row.map((x, i) => x - along[i]);
      });
      return leastSquares(Float64Array.from([...rest[0], ...rest[1]]), 2, n, wish);
    }
  }

  // --- the page ----------------------------------------------------------------------------------

  const WORDS = {done: '', event: 'Stopped by `stop when`.', singular: 'Stopped before a singular state.',
                 small: 'Stopped because the steps became too small.', nan: 'The rates at the start are not finite.',
                 steps: `Stopped after ${STEPS} steps, the limit of a page.`, trouble: 'Stopped at an event.'};
  const number = x => String(+x.toPrecision(10));

  class Panel {
    constructor(form) {
      Object.assign(this, {form, motion: new Motion(liveModel), asked: false, slow: false, before: 0, whole: 0});
      this.player = document.querySelector('figure.animation')?.player ?? null;
      this.rows = this.player ? this.player.motion.n : 1000;
      this.state = form.querySelector('.live-state');
      form.hidden = false;
      form.addEventListener('input', event => this.input(event.target));
      form.addEventListener('change', event => this.change(event.target));
      form.querySelector('.restore').addEventListener('click', () => this.restore());
      if (this.player && liveModel.hasShapes) this.listen();
      if (liveModel.end !== 'early') this.compute(false);
    }

    // Keeps a slider and its field together.
    input(target) {
      if (!target.dataset.parameter) return;
      const other = this.form.querySelector(
        `[data-parameter="${target.dataset.parameter}"]:not([type="${target.type}"])`);
      const value = target.valueAsNumber;
      if (isNaN(value)) return;
      other.value = value;
      this.motion.setParameter(Number(target.dataset.parameter), value);
      if (!this.slow) this.ask();
    }

    change(target) {
      if (target.dataset.slot) {
        const slot = Number(target.dataset.slot);
        if (isNaN(target.valueAsNumber)) this.motion.set.delete(slot);
        else this.motion.set.set(slot, target.valueAsNumber);
      } else if (!target.dataset.parameter) return;
      this.compute(true);
    }

    restore() {
      this.motion.restore();
      for (const input of this.form.querySelectorAll('[data-parameter]'))
        input.value = liveModel.parameterValues[input.dataset.parameter];
      this.compute(true);
    }

    ask() {
      if (this.asked) return;
      this.asked = true;
      requestAnimationFrame(() => {
        this.asked = false;
        this.compute(false, true);
      });
    }

    // Computes and shows the motion. told: a screen reader announces it; sliding: a rough one will do; the view stays.
    compute(told, sliding = false) {
      const before = performance.now(), {motion} = this;
      if (!motion.begin()) {
        this.say('The constraints do not allow this start; the last motion is shown.', true);
        return;
      }
      const rough = sliding && this.whole > QUICK;
      const run = motion.run(rough ? Math.min(this.rows, ROUGH.rows) : this.rows, undefined, rough ? ROUGH : undefined);
      this.last = run;
      this.milliseconds = performance.now() - before;
      if (!rough) this.whole = this.milliseconds;
      this.slow = this.milliseconds > FEW && this.before > FEW;  // in the first run a browser compiles, too
      this.before = this.milliseconds;
      if (this.player && liveModel.hasShapes) this.player.show(this.frames(run), !sliding);
      plots.show(run.t, run.columns, sliding, (run.list ?? []).map(event => event.t));
      this.frame = performance.now() - before;
      this.fields();
      this.say(this.words(run), told);
    }

    words(run) {
      const energy = run.columns[liveModel.energy], events = run.list ?? [];
      const lost = t => events.reduce((sum, e) => e.t < t ? sum + (e.lost ?? 0) : sum, 0), all = lost(Infinity);
      const change = energy.reduce((most, x, k) => Math.max(most, Math.abs(x + lost(run.t[k]) - energy[0])), 0);
      const slow = this.slow ? ' Slow: the motion is computed when a slider is released.' : '', ms = this.milliseconds;
      return `${run.steps} steps in ${ms < 10 ? ms.toPrecision(2) : Math.round(ms)} ms; the energy changed by at most ` +
             `${change.toPrecision(2)}${all > 0 ? `, and ${all.toPrecision(3)} was lost at events` : ''}. ${WORDS[run.end]}${slow}`;
    }

    // While a slider moves, nothing is announced: a screen reader would not keep up.
    say(text, told) {
      this.state.setAttribute('aria-live', told ? 'polite' : 'off');
      this.state.textContent = text;
    }

    fields() {
      for (const input of this.form.querySelectorAll('[data-slot]')) {
        if (input === document.activeElement) continue;
        input.value = number(this.motion.slots[input.dataset.slot]);
        input.classList.toggle('found', !liveModel.given[input.dataset.slot] && !this.motion.set.has(Number(input.dataset.slot)));
      }
    }

    // Returns what is drawn at each row.
    frames(run) {
      const {model, p} = this.motion, out = [], n = run.t.length;
      const tracks = Array.from({length: model.shapeCount}, () => new Float64Array(n));
      const y = new Float64Array(2 * model.coordinates);
      run.t.forEach((t, k) => {
        for (let i = 0; i < y.length; i++) y[i] = run.columns[1 + i][k];
        model.shapes(p, t, y, out);
        tracks.forEach((track, i) => { track[k] = out[i]; });
      });
      const at = (first, count) => tracks.slice(first, first + count);
      return {n, from: run.t[0], to: run.t[n - 1], points: model.pointColumns.map((first, i) =>
        ({at: at(first, 3), axes: model.axesColumns[i] < 0 ? null : at(model.axesColumns[i], 6)})),
        circles: model.radiusColumns.map(first => ({radius: tracks[first]})),
        radii: model.lineColumns.map(first => first < 0 ? null : tracks[first]),
        boxes: model.boxColumns.map(first => ({vector: at(first, 3)})),
        arrows: model.arrowColumns.map(first => ({vector: at(first, 3)})),
        end: run.end === 'done' || run.end === 'event' ? undefined : WORDS[run.end].slice(0, -1).toLowerCase()};
    }

    // Lets a body that is pulled at the start of the motion choose a new start.
    listen() {
      this.player.pull = (point, target, projected) => {
        if (this.motion.drag(liveModel.pointColumns[point], target, projected)) this.compute(false, true);
      };
      this.player.pulled = () => this.compute(true);
    }
  }

  const form = document.querySelector('div.live');
  const panel = form ? new Panel(form) : null;
  return {Motion, panel};
})();
