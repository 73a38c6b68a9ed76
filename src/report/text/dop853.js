// report/text/dop853.js: the motion of a model, computed in a page: the Runge-Kutta method of order 8(5,3) by Dormand and
// Prince with dense output, the projection onto the constraints after each step, pivots that vanish, events.
//
// From:  Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.5, II.6 and II.10
//
// It takes the same steps as native/text/dop853.h, step.h and project.h, except for runs in several charts, and up to
// rounding: JavaScript does not fuse products and sums. Events are found by their signs at 64 places of a step.

const dop853 = (() => {
  'use strict';

  const GAIN = 0.113, MEMORY = 0.06, FORGET = 1e-4, LEAST = 0.333, MOST = 6, SAFETY = 0.9, WILD = 0.1;
  const LEAST_STEP = 1e-15;       // parts of t
  const ROW_MOVED = 1e5;          // tolerances by which a projection may move a state between steps
  const DIP = 0.1, NEAR = 0.1, SAMPLES = 16, ROUNDS = 60, TOWARDS = 0.75, NEAR_SINGULARITY = 1e-4;
  const PLACES = 64;              // of a step at which events are evaluated
  const BITS = new DataView(new ArrayBuffer(8));

  // Returns log2 x for x > 0 with an error below 4e-4.
  function log2About(x) {
    BITS.setFloat64(0, x);
    const high = BITS.getUint32(0), exponent = (high >>> 20) - 1023;
    BITS.setUint32(0, (high & 0xfffff) | 0x3ff00000);
    const m = BITS.getFloat64(0) - 1;
    return exponent + m + m * (1 - m) * (0.4408 + m * (0.0816 * m - 0.2427));
  }

  const larger = (a, b) => a > b || b !== b ? a : b, smaller = (a, b) => a < b || b !== b ? a : b;
  const withSign = (size, sign) => sign < 0 || Object.is(sign, -0) ? -Math.abs(size) : Math.abs(size);

  // Moves a part of a state onto the constraints.
  function projectPart(change, first, count, t, y, to) {
    for (let round = 0; round < 5; round++) {
      let size = 0, largest = 0;
      change(t, y, to);
      for (let i = 0; i < count; i++) {
        y[first + i] += to[i];
        size = Math.max(size, Math.abs(y[first + i]));
        largest = Math.max(largest, Math.abs(to[i]));
      }
      if (!(largest > 1e-8 * size)) return;
    }
  }

  // Moves a state onto the constraints of a model; `change` is room for a change of it.
  function projectState(model, p, time, state, change) {
    if (model.positions > 0)
      projectPart((at, q, to) => model.positionChange(p, at, q, to), 0, model.positions, time, state, change);
    if (model.speeds > 0)
      projectPart((at, q, to) => model.velocityChange(p, at, q, to), model.first, model.speeds, time, state, change);
  }

  // Runs a model (live.c) with parameters p from the state `start` at `from` to `end`. Returns rows with the states at
  // `times`, the last t and y, steps, and why the run ended: 'done', 'event', 'singular', 'small', 'nan', 'steps'.
  // After an event, `happened` has a mark for each event that happened then. signs: the signs of events when the run
  // begins, if they are known. near: for events that may not have their sign yet, true during the first step, or a
  // number as long as they are not farther from zero than that. An event whose direction is NaN does not happen. A
  // model may have its own projection onto its constraints, `project`.
  function follow(model, p, start, from, end, times,
                  {rtol = 1e-10, atol = 1e-12, most = 1e6, signs: known = [], near = []} = {}) {
    const {n, watched, events} = model, room = () => new Float64Array(n);
    const all = new Float64Array(n + 2 * watched), watch = new Float64Array(2 * watched);
    const lowest = new Float64Array(watched), side = new Float64Array(watched), largest = new Float64Array(watched);
    const [k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, x, z, between, change, yd, carry, lost] =
      Array.from({length: 23}, room);
    const y = Float64Array.from(start), dense = new Float64Array(8 * n), g = new Float64Array(events);
    const values = new Float64Array(events), zeros = new Float64Array(events);
    const signs = Int8Array.from({length: events}, (_, i) => known[i] ?? 0), rows = [];
    const doubt = Float64Array.from({length: events}, (_, i) => near[i] === true ? Infinity : near[i] || 0);
    const blur = Math.min(100 * rtol, 1e-3) ** 2, unsure = Math.min(100 * rtol, 0.1) ** 2;
    let t = from, later = 0, h = 0, memory = Math.log2(FORGET), begun = from, step = 0, way = 0, ahead = 0, pivotAhead = -1;
    let pivot = -1, where = from, size = 0, steps = 0, rejected = 0, calls = 0;

    function rate(time, state, to) {
      model.rates(p, time, state, all);
      for (let i = 0; i < n; i++) to[i] = all[i];
      for (let i = 0; i < 2 * watched; i++) watch[i] = all[n + i];
      calls++;
    }

    function keepLowest() {
      for (let i = 0; i < watched; i++) {
        const part = watch[i] * side[i] < 0 ? 0 : Math.abs(watch[i]);
        lowest[i] = part < lowest[i] ? part : lowest[i];
      }
    }

    function stageRate(time, state, to) {
      rate(time, state, to);
      keepLowest();
    }

    function project(time, state) {
      if (model.project) model.project(time, state);
      else projectState(model, p, time, state, change);
    }

    const isFinite_ = a => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += a[i] * 0;
      return sum === 0;
    };

    // Takes a step of length h from y to z, added up by Kahan's sum. Returns its error in units of the tolerances.
    function takeStep(h) {
      lowest.fill(Infinity);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0)) + h * 0.05260015195876773 * k1[i];
      stageRate(t + 0.05260015195876773 * h, x, k2);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.0197250569845379 * k1[i])) + h * 0.0591751709536137 * k2[i];
      stageRate(t + 0.0789002279381516 * h, x, k3);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.02958758547680685 * k1[i])) + h * 0.08876275643042054 * k3[i];
      stageRate(t + 0.1183503419072274 * h, x, k4);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.2413651341592667 * k1[i] - 0.8845494793282861 * k3[i])) + h * 0.924834003261792 * k4[i];
      stageRate(t + 0.2816496580927726 * h, x, k5);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.037037037037037035 * k1[i] + 0.17082860872947386 * k4[i])) + h * 0.12546768756682242 * k5[i];
      stageRate(t + 0.3333333333333333 * h, x, k6);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.037109375 * k1[i] + 0.17025221101954405 * k4[i] + 0.06021653898045596 * k5[i])) + h * (-0.017578125) * k6[i];
      stageRate(t + 0.25 * h, x, k7);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.03709200011850479 * k1[i] + 0.17038392571223998 * k4[i]
                            + 0.10726203044637328 * k5[i] - 0.015319437748624402 * k6[i])) + h * 0.008273789163814023 * k7[i];
      stageRate(t + 0.3076923076923077 * h, x, k8);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.6241109587160757 * k1[i] - 3.3608926294469414 * k4[i]
                            - 0.868219346841726 * k5[i] + 27.59209969944671 * k6[i]
                            + 20.154067550477894 * k7[i])) + h * (-43.48988418106996) * k8[i];
      stageRate(t + 0.6512820512820513 * h, x, k9);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (0.47766253643826434 * k1[i] - 2.4881146199716677 * k4[i]
                            - 0.590290826836843 * k5[i] + 21.230051448181193 * k6[i]
                            + 15.279233632882423 * k7[i] - 33.28821096898486 * k8[i])) + h * (-0.020331201708508627) * k9[i];
      stageRate(t + 0.6 * h, x, k10);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (-0.9371424300859873 * k1[i] + 5.186372428844064 * k4[i]
                            + 1.0914373489967295 * k5[i] - 8.149787010746927 * k6[i]
                            - 18.52006565999696 * k7[i] + 22.739487099350505 * k8[i]
                            + 2.4936055526796523 * k9[i])) + h * (-3.0467644718982196) * k10[i];
      stageRate(t + 0.8571428571428571 * h, x, k11);
      for (let i = 0; i < n; i++)
        x[i] = (y[i] + h * (2.273310147516538 * k1[i] - 10.53449546673725 * k4[i] - 2.0008720582248625 * k5[i]
                            - 17.9589318631188 * k6[i] + 27.94888452941996 * k7[i]
                            - 2.8589982771350235 * k8[i] - 8.87285693353063 * k9[i]
                            + 12.360567175794303 * k10[i])) + h * 0.6433927460157636 * k11[i];
      stageRate(t + 1 * h, x, k12);
      let error5 = 0, error3 = 0;
      for (let i = 0; i < n; i++) {
        const sum = 0.054293734116568765 * k1[i] + 4.450312892752409 * k6[i] + 1.8915178993145003 * k7[i]
                    - 5.801203960010585 * k8[i] + 0.3111643669578199 * k9[i] - 0.1521609496625161 * k10[i]
                    + 0.20136540080403034 * k11[i] + 0.04471061572777259 * k12[i];
        const e5 = 0.01312004499419488 * k1[i] - 1.2251564463762044 * k6[i] - 0.4957589496572502 * k7[i]
                   + 1.6643771824549864 * k8[i] - 0.35032884874997366 * k9[i] + 0.3341791187130175 * k10[i]
                   + 0.08192320648511571 * k11[i] - 0.022355307863886294 * k12[i];
        const e3 = sum - 0.2440944881889764 * k1[i] - 0.7338466882816118 * k9[i]
                   - 0.022058823529411766 * k12[i];
        const added = h * sum + carry[i];
        z[i] = y[i] + added;
        lost[i] = added - (z[i] - y[i]);
        const before = Math.abs(y[i]), after = Math.abs(y[i] + h * sum);
        const scale = 1 / (atol + rtol * (before > after ? before : after));
        error5 += (e5 * scale) * (e5 * scale);
        error3 += (e3 * scale) * (e3 * scale);
      }
      const bottom = error5 + 0.01 * error3;
      size = log2About(Math.abs(h) * error5) - 0.5 * log2About(bottom * n);
      return bottom > 0 ? Math.abs(h) * error5 / Math.sqrt(bottom * n) : bottom;
    }

    // Computes the polynomial over the step h from y to z, which begins at t.
    function findDense(h) {
      const c = dense;
      for (let i = 0; i < n; i++) {
        const difference = z[i] - y[i], bump = h * k1[i] - difference;
        c[i] = y[i];
        c[n + i] = difference;
        c[2 * n + i] = bump;
        c[3 * n + i] = difference - h * k13[i] - bump;
      }
      for (let i = 0; i < n; i++)
        x[i] = y[i] + h * (0.056167502283047954 * k1[i] + 0.25350021021662483 * k7[i]
                           - 0.2462390374708025 * k8[i] - 0.12419142326381637 * k9[i]
                           + 0.15329179827876568 * k10[i] + 0.00820105229563469 * k11[i]
                           + 0.007567897660545699 * k12[i] - 0.008298 * k13[i]);
      rate(t + 0.1 * h, x, k14);
      for (let i = 0; i < n; i++)
        x[i] = y[i] + h * (0.03183464816350214 * k1[i] + 0.028300909672366776 * k6[i]
                           + 0.053541988307438566 * k7[i] - 0.05492374857139099 * k8[i]
                           - 0.00010834732869724932 * k11[i] + 0.0003825710908356584 * k12[i]
                           - 0.00034046500868740456 * k13[i] + 0.1413124436746325 * k14[i]);
      rate(t + 0.2 * h, x, k15);
      for (let i = 0; i < n; i++)
        x[i] = y[i] + h * (-0.42889630158379194 * k1[i] - 4.697621415361164 * k6[i]
                           + 7.683421196062599 * k7[i] + 4.06898981839711 * k8[i] + 0.3567271874552811 * k9[i]
                           - 0.0013990241651590145 * k13[i] + 2.9475147891527724 * k14[i]
                           - 9.15095847217987 * k15[i]);
      rate(t + 0.7777777777777778 * h, x, k16);
      for (let i = 0; i < n; i++) {
        c[4 * n + i] = h * (-8.428938276109013 * k1[i] + 0.5667149535193777 * k6[i]
                           - 3.0689499459498917 * k7[i] + 2.38466765651207 * k8[i] + 2.117034582445028 * k9[i]
                           - 0.871391583777973 * k10[i] + 2.2404374302607883 * k11[i]
                           + 0.6315787787694688 * k12[i] - 0.08899033645133331 * k13[i]
                           + 18.148505520854727 * k14[i] - 9.194632392478356 * k15[i]
                           - 4.436036387594894 * k16[i]);
        c[5 * n + i] = h * (10.427508642579134 * k1[i] + 242.28349177525817 * k6[i]
                           + 165.20045171727028 * k7[i] - 374.5467547226902 * k8[i]
                           - 22.113666853125306 * k9[i] + 7.733432668472264 * k10[i]
                           - 30.674084731089398 * k11[i] - 9.332130526430229 * k12[i]
                           + 15.697238121770845 * k13[i] - 31.139403219565178 * k14[i]
                           - 9.35292435884448 * k15[i] + 35.81684148639408 * k16[i]);
        c[6 * n + i] = h * (19.985053242002433 * k1[i] - 387.0373087493518 * k6[i] - 189.17813819516758 * k7[i]
                           + 527.8081592054236 * k8[i] - 11.57390253995963 * k9[i] + 6.8812326946963 * k10[i]
                           - 1.0006050966910838 * k11[i] + 0.7777137798053443 * k12[i]
                           - 2.778205752353508 * k13[i] - 60.19669523126412 * k14[i]
                           + 84.32040550667716 * k15[i] + 11.99229113618279 * k16[i]);
        c[7 * n + i] = h * (-25.69393346270375 * k1[i] - 154.18974869023643 * k6[i] - 231.5293791760455 * k7[i]
                           + 357.6391179106141 * k8[i] + 93.40532418362432 * k9[i]
                           - 37.45832313645163 * k10[i] + 104.0996495089623 * k11[i]
                           + 29.8402934266605 * k12[i] - 43.53345659001114 * k13[i]
                           + 96.32455395918828 * k14[i] - 39.17726167561544 * k15[i]
                           - 149.72683625798564 * k16[i]);
      }
      begun = t;
      step = h;
    }

    // Computes the state within the last step.
    function stateAt(time, to) {
      const s = (time - begun) / step, r = 1 - s;
      for (let i = 0; i < n; i++) {
        let sum = dense[7 * n + i];
        for (let j = 6; j >= 0; j--) sum = dense[j * n + i] + (j % 2 === 0 ? s : r) * sum;
        to[i] = sum;
      }
    }

    // --- rows

    function projectedAt(time) {
      const row = room();
      stateAt(time, row);
      between.set(row);
      project(time, row);
      for (let i = 0; i < n; i++)
        if (!(Math.abs(row[i] - between[i]) <= ROW_MOVED * (atol + rtol * Math.abs(between[i])))) {
          row.set(between);
          break;
        }
      return row;
    }

    function fillRows(until, sign) {
      while (rows.length < times.length && (times[rows.length] - until) * sign <= 0) {
        const time = times[rows.length];
        rows.push(time === t ? Float64Array.from(y) : projectedAt(time));
      }
    }

    // --- pivots

    function vanishingPivot() {
      for (let i = 0; i < watched; i++)
        if (!(Math.abs(watch[i]) > model.least * Math.abs(watch[watched + i]))) return i;
      return -1;
    }

    const isBelow = (i, part) => !(Math.abs(side[i]) > part * largest[i]);

    function markDips() {
      let any = false;
      keepLowest();
      for (let i = 0; i < watched; i++) {
        const most = larger(Math.abs(side[i]), Math.abs(watch[i]));
        const leaves = Math.abs(watch[i]) >= Math.abs(side[i]) && isBelow(i, blur);
        const dips = leaves || lowest[i] < DIP * most;
        lowest[i] = !dips ? 0 : watch[i] * side[i] < 0 ? -most : most;
        side[i] = watch[i];
        any = any || dips;
      }
      return any;
    }

    function pivotAt(i, s) {
      stateAt(begun + s * step, x);
      rate(begun + s * step, x, k2);
      return Math.abs(watch[i]);
    }

    // Does a pivot vanish over the last step? Returns 'zero', 'near', or ''.
    function leastPivot(i) {
      const golden = 0.6180339887498949, ends = Math.abs(lowest[i]);
      let least = Infinity, start = 0;
      for (let j = 0; j <= SAMPLES; j++) {
        const part = pivotAt(i, j / SAMPLES);
        if (part < least) [least, start] = [part, j / SAMPLES];
      }
      let a = larger(start - 1 / SAMPLES, 0), b = smaller(start + 1 / SAMPLES, 1);
      for (let round = 0; round < ROUNDS; round++) {
        const at = [b - golden * (b - a), a + golden * (b - a)], sizes = at.map(s => pivotAt(i, s));
        const second = sizes[1] < sizes[0] ? 1 : 0;
        const measure = larger(Math.abs(watch[watched + i]), ends);
        where = begun + at[second] * step;
        least = sizes[second];
        if (!(least > model.least * measure)) return 'zero';
        if (second) a = at[0];
        else b = at[1];
      }
      const sizes = [pivotAt(i, 0), pivotAt(i, 1)], smallest = smaller(...sizes);
      if (lowest[i] < 0 && least <= smallest) return 'zero';
      const rises = least < sizes[1];
      if (rises && !(least > blur * largest[i])) return 'zero';
      if (rises && !(least > unsure * largest[i])) return 'near';
      return least < NEAR * smallest ? 'near' : '';
    }

    function meetsSingularity(h) {
      where = t + h;
      pivot = vanishingPivot();
      if (pivot >= 0) return 'zero';
      if (!markDips()) return '';
      findDense(h);
      for (pivot = 0; pivot < watched; pivot++) {
        const dip = lowest[pivot] === 0 ? '' : leastPivot(pivot);
        if (dip) return dip;
      }
      pivot = -1;
      return '';
    }

    function comesCloser(dip) {
      const rest = where - t;
      rate(t, y, k2);
      for (let i = 0; i < watched; i++) side[i] = watch[i];
      way = larger(way, Math.abs(rest));
      if (!(Math.abs(rest) > NEAR_SINGULARITY * way) || isBelow(pivot, blur)) return false;
      h = TOWARDS * rest;
      ahead = where;
      pivotAhead = dip === 'zero' ? pivot : -1;
      rejected++;
      return true;
    }

    function farthest() {
      const to = ahead - t, rest = end - t;
      const known = to * rest > 0 && Math.abs(to) > NEAR_SINGULARITY * way;
      return known && way > 0 && 2 * Math.abs(to) < Math.abs(rest) ? ahead + to : end;
    }

    function isAtSingularity() {
      if (!(way > 0 && pivotAhead >= 0)) return false;
      const blurred = (ahead - t) * h > 0 && isBelow(pivotAhead, blur);
      return blurred || Math.abs(ahead - t) <= NEAR_SINGULARITY * way;
    }

    function keepLargest() {
      for (let i = 0; i < watched; i++) largest[i] = Math.max(largest[i], Math.abs(side[i]));
    }

    // --- events

    function eventAt(i, time) {
      stateAt(time, x);
      model.eventValues(p, time, x, g);
      return g[i];
    }

    // Returns the time when an event has lost the sign it had at a; NaN if it jumps there.
    function zeroBetween(i, a, b) {
      const far = Math.abs(eventAt(i, a)) + Math.abs(eventAt(i, b)), sign = signs[i], room = doubt[i];
      for (let round = 0; round < 100; round++) {
        const middle = a + (b - a) / 2;
        if (middle === a || middle === b) break;
        if (eventAt(i, middle) * sign + room > 0) a = middle;
        else b = middle;
      }
      // events that the model knows to be continuous are not tested: they may have no more digits than these
      return i >= (model.continuous ?? events) || Math.abs(eventAt(i, a)) + Math.abs(eventAt(i, b)) <= 1e-3 * far ? b : NaN;
    }

    // Returns the first event of the last step, up to `until`: [time, marks of the events that happen then], or null.
    function findEvent(until) {
      let first = NaN, before = begun;
      zeros.fill(NaN);
      for (let j = 0; j <= PLACES; j++) {
        const time = j === PLACES ? until : begun + (until - begun) * j / PLACES;
        stateAt(time, x);
        model.eventValues(p, time, x, values);
        for (let i = 0; i < events; i++) {
          const sign = values[i] > 0 ? 1 : values[i] < 0 ? -1 : 0;
          if (sign !== signs[i] && Math.abs(values[i]) <= doubt[i]) continue;
          if (sign === signs[i]) doubt[i] = 0;
          if (signs[i] * sign < 0 && model.directions[i] * sign >= 0 && isNaN(zeros[i])) {
            zeros[i] = zeroBetween(i, before, time);
            if (!isNaN(zeros[i]) && !((zeros[i] - first) * step >= 0)) first = zeros[i];
          }
          if (sign !== 0) signs[i] = sign;
        }
        before = time;
      }
      doubt.forEach((room, i) => { if (room === Infinity) doubt[i] = 0; });
      if (isNaN(first)) return null;
      const blurred = 4 * Number.EPSILON * (Math.abs(first) + Math.abs(step));
      return [first, Array.from(zeros, zero => Math.abs(zero - first) <= blurred)];
    }

    // --- the run

    const result = why => ({rows, t, y, steps, rejected, calls, end: why, pivot, where, event: -1});

    function endAtEvent([time, happened], sign) {
      fillRows(time, sign);
      const state = projectedAt(time);
      return {...result('event'), t: time, y: state, event: happened.indexOf(true), happened};
    }

    function firstStep() {
      let sizes = 0, slope = 0, bend = 0;
      for (let i = 0; i < n; i++) {
        const scale = atol + rtol * Math.abs(y[i]);
        sizes += (y[i] / scale) * (y[i] / scale);
        slope += (k1[i] / scale) * (k1[i] / scale);
      }
      const whole = end - t;
      let first = sizes > 1e-10 && slope > 1e-10 ? 0.01 * Math.sqrt(sizes / slope) : 1e-6;
      first = withSign(smaller(first, Math.abs(whole)), whole);
      for (let i = 0; i < n; i++) x[i] = y[i] + first * k1[i];
      rate(t + first, x, k2);
      for (let i = 0; i < n; i++) {
        const part = (k2[i] - k1[i]) / (atol + rtol * Math.abs(y[i]));
        bend += part * part;
      }
      const most = larger(Math.sqrt(bend) / Math.abs(first), Math.sqrt(slope));
      const next = most <= 1e-15 ? larger(1e-6, 1e-3 * Math.abs(first)) : Math.pow(0.01 / most, 0.125);
      return next > 0 ? withSign(smaller(smaller(100 * Math.abs(first), next), Math.abs(whole)), whole) : first;
    }

    function stepFactor(error, longest) {
      const wish = error <= 1 ? MEMORY * memory - GAIN * size : -0.125 * size;
      const factor = SAFETY * Math.fround(2 ** Math.fround(wish));
      if (error <= 1) memory = error > FORGET ? size : Math.log2(FORGET);
      return factor < LEAST ? LEAST : factor < longest ? factor : longest;
    }

    rate(t, y, yd);
    pivot = vanishingPivot();
    if (pivot >= 0 && (isFinite_(yd) || watch[pivot] * 0 === 0)) return result('singular');
    if (!isFinite_(yd)) return result('nan');
    for (let i = 0; i < watched; i++) side[i] = watch[i];
    keepLargest();
    k1.set(yd);
    h = t === end ? 0 : firstStep();
    let longest = MOST;  // 1 after a step that was refused
    while (t !== end) {
      if (steps + rejected >= most) return result('steps');
      if (!(Math.abs(h) > LEAST_STEP * Math.abs(t))) return result('small');
      const mostEnd = watched > 0 ? farthest() : end, sign = withSign(1, h);
      const last = (t + 1.01 * h - mostEnd) * sign > 0;
      const length = last ? mostEnd - t - later : h, stop = last ? mostEnd : t + (length + later);
      const error = takeStep(length);
      let factor = error >= 0 ? stepFactor(error, longest) : WILD, good = error <= 1;
      if (good) {
        project(stop, z);
        rate(stop, z, k13);
        good = isFinite_(k13);
        if (!good) factor = WILD;
      }
      h = length * factor;
      longest = good ? MOST : 1;
      if (!good) {
        rejected++;
        if (watched > 0 && isAtSingularity()) return result('singular');
        continue;
      }
      const dip = watched > 0 ? meetsSingularity(length) : '';
      if (dip && comesCloser(dip)) continue;
      if (dip === 'zero') {
        if (events > 0) {
          findDense(length);
          const event = findEvent(stop);
          if (event) return endAtEvent(event, sign);
        }
        return result('singular');
      }
      steps++;
      if (events > 0 || rows.length < times.length && (times[rows.length] - stop) * sign < 0) findDense(length);
      begun = t;
      step = length;
      const event = events > 0 ? findEvent(stop) : null;
      later = length + later - (stop - t);
      t = stop;
      keepLargest();
      carry.set(lost);
      y.set(z);
      k1.set(k13);
      if (event) return endAtEvent(event, sign);
      fillRows(stop, sign);
    }
    return result('done');
  }

  return {follow, project: projectState};
})();
