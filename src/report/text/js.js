// {{title}}: the equations of motion by the method {{method}}, written by dalembert {{version}}.
//
//   const {{prefix}} = require("./{{prefix}}.js");              // in Node; in a page: <script src=...>
//   const {parameters, start, from} = {{prefix}};
//   {{prefix}}.rate(parameters, from, start)                    // the rates at the start
//
// y is the state, with the names stateNames; t is the independent variable, {{variable}}; p are the parameters. Every
// function takes p, t, y and, optionally, an array for its results; matrices are stored row by row.
//
//   rate               the rates of the state; NaN if they are undefined
//   energy             the energy
{{function_list}}

const {{prefix}} = (() => {
  "use strict";

  const title = {{title_string}}, n = {{n}}, watched = {{watched}};
  const stateNames = [{{state_names}}];
  const parameterNames = [{{parameter_names}}];
  const residualNames = [{{residual_names}}];
  const multiplierNames = [{{multiplier_names}}];
  const observableNames = [{{observable_names}}];
  const eventNames = [{{event_names}}];
  const directions = [{{directions}}];  // of the events: 1 rising, -1 falling, 0 any
  const parameters = [{{parameters}}];
  const start = [{{start}}];
  const from = {{from}}, to = {{to}};  // {{variable}} at the start, and at the end of a run
  const least = {{least}};  // part of its scale below which a pivot may be zero

{{pivoting}}
  // Solves linear equations by elimination with complete pivoting and two steps of refinement. k: n, the rank, factors
  // of rows and columns, coefficients row by row, right-hand sides. Returns the solutions, the determinant, its scale.
  function pivoting(k) {
    const n = k[0], rank = k[1], sides = (k.length - 2) / n - n - 2;
    const rowFactor = i => k[2 + i], columnFactor = i => k[2 + n + i];
    const entry = (r, c) => k[2 + 2 * n + r * n + c], side = 2 + 2 * n + n * n;
    const out = new Array(sides * n + 2).fill(0), a = [], size = [], row = [], column = [];
    for (let i = 0; i < n; i++) {
      a.push([]);
      row.push(i);
      column.push(i);
      for (let j = 0; j < n; j++) a[i].push(entry(i, j) * rowFactor(i) * columnFactor(j));
      size.push(a[i].map(Math.abs));
    }
    const fail = determinant => {
      out.fill(NaN);
      out[sides * n] = determinant;
      out[sides * n + 1] = 1;
      return out;
    };
    let leastLeft = 1, product = 1, sign = 1;
    for (let i = 0; i < rank; i++) {
      let largest = -1, r = i, c = i;
      for (let j = i; j < n; j++)
        for (let l = i; l < n; l++)
          if (Math.abs(a[j][l]) > largest) [largest, r, c] = [Math.abs(a[j][l]), j, l];
      for (const rows of [a, size]) {
        [rows[i], rows[r]] = [rows[r], rows[i]];
        if (c !== i) for (const line of rows) [line[i], line[c]] = [line[c], line[i]];
      }
      [row[i], row[r]] = [row[r], row[i]];
      [column[i], column[c]] = [column[c], column[i]];
      sign *= (a[i][i] < 0) === ((r !== i) === (c !== i)) ? -1 : 1;
      const left = largest / size[i][i];
      if (!(largest > 0)) return fail(largest === 0 ? 0 : NaN);
      product *= largest;
      leastLeft = left < leastLeft ? left : leastLeft;
      for (let j = i + 1; j < n; j++) {
        if (a[j][i] === 0) continue;
        const factor = a[j][i] /= a[i][i];
        for (let l = i + 1; l < n; l++) {
          const part = factor * a[i][l];
          a[j][l] -= part;
          size[j][l] += Math.abs(part);
        }
      }
    }
    out[sides * n] = rank === n ? sign * product : product;
    out[sides * n + 1] = product / leastLeft;
    const x = new Array(n);
    for (let s = 0; s < 3 * sides; s++) {
      const first = Math.floor(s / 3) * n;
      for (let i = 0; i < rank; i++) {
        const r = row[i];
        x[i] = k[side + first + r];
        for (let j = 0; j < n; j++) x[i] -= entry(r, j) * out[first + j];
        x[i] *= rowFactor(r);
        for (let j = 0; j < i; j++) x[i] -= a[i][j] * x[j];
      }
      for (let i = rank; i-- > 0;) {
        for (let j = i + 1; j < rank; j++) x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
      }
      for (let i = 0; i < rank; i++) out[first + column[i]] += x[i] * columnFactor(column[i]);
    }
    return out;
  }

{{end}}
{{functions}}  function rate(p, t, y, out = new Array(n)) {
    const all = rates(p, t, y);
    let good = true;
    for (let i = 0; i < watched; i++)
      good = good && Math.abs(all[n + i]) > least * Math.abs(all[n + watched + i]);
    for (let i = 0; i < n; i++) out[i] = good ? all[i] : NaN;
    return out;
  }

  const energy = (p, t, y) => energies(p, t, y)[0];

{{follow}}  return {title, n, watched, stateNames, parameterNames, residualNames, multiplierNames, observableNames, eventNames,
          directions, parameters, start, from, to, least, rate, energy, {{names}}{{follow_names}}};
})();

if (typeof module !== "undefined") module.exports = {{prefix}};
