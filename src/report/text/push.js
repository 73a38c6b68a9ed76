// report/text/push.js: M x = F + B^T lambda with equations and with rows that only push, in numbers.
//
// Accelerations in contact and velocities after an impact are both such problems: docs/theory/impacts.md (4). Violated
// rows are added and rows that pull are dropped, the worst first, as in native/text/push.h.

const push = (() => {
  'use strict';

  const DEPENDENT = 1e-9;  // of a row of length 1: remainder of one that depends on those before it
  const SATISFIED = 1e-11, NO_PUSH = 1e-12, CHOICES = 12;

  // --- linear equations --------------------------------------------------------------------------

  // Linear equations up to an order, with workspace for the elimination.
  class Elimination {
    constructor(most) {
      this.K = new Float64Array(most * most);
      this.f = new Float64Array(most);
      this.x = new Float64Array(most);
      this.a = new Float64Array(most * most);
      for (const name of ['row', 'column', 'z']) this[name] = new Float64Array(most);
      for (const name of ['from', 'to']) this[name] = new Int32Array(most);
    }

    // Makes rows and columns comparable.
    scale(m) {
      const {K, a, row, column} = this;
      for (let i = 0; i < m; i++) row[i] = column[i] = 1;
      for (let round = 0; round < 2; round++)
        for (let i = 0; i < m; i++) {
          let rows = 0, columns = 0;
          for (let j = 0; j < m; j++) {
            const across = Math.abs(K[i * m + j]) * column[j], down = Math.abs(K[j * m + i]) * row[j];
            if (across > rows) rows = across;
            if (down > columns) columns = down;
          }
          rows *= row[i];
          columns *= column[i];
          if (rows > 0) row[i] /= Math.sqrt(rows);
          if (columns > 0) column[i] /= Math.sqrt(columns);
        }
      for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) a[i * m + j] = K[i * m + j] * row[i] * column[j];
    }

    // Brings the largest entry from row and column i on to that place; false if all of them vanish.
    pivot(m, i) {
      const {a, from, to} = this;
      let largest = 0, r = i, c = i;
      for (let j = i; j < m; j++)
        for (let l = i; l < m; l++) {
          const size = Math.abs(a[j * m + l]);
          if (size > largest) {
            largest = size;
            r = j;
            c = l;
          }
        }
      if (!(largest > 1e-14)) return false;
      for (let j = 0; r !== i && j < m; j++) {
        const kept = a[i * m + j];
        a[i * m + j] = a[r * m + j];
        a[r * m + j] = kept;
      }
      for (let j = 0; c !== i && j < m; j++) {
        const kept = a[j * m + i];
        a[j * m + i] = a[j * m + c];
        a[j * m + c] = kept;
      }
      const row = from[i], column = to[i];
      from[i] = from[r];
      from[r] = row;
      to[i] = to[c];
      to[c] = column;
      return true;
    }

    // Solves K x = f of order m, with complete pivoting and one step of refinement; false if K is singular.
    solve(m) {
      const {K, f, x, a, row, column, from, to, z} = this;
      this.scale(m);
      for (let i = 0; i < m; i++) from[i] = to[i] = i;
      for (let i = 0; i < m; i++) {
        if (!this.pivot(m, i)) return false;
        for (let j = i + 1; j < m; j++) {
          const factor = a[j * m + i] /= a[i * m + i];
          for (let l = i + 1; factor !== 0 && l < m; l++) a[j * m + l] -= factor * a[i * m + l];
        }
      }
      for (let i = 0; i < m; i++) x[i] = 0;
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < m; i++) {
          let sum = f[from[i]];
          for (let j = 0; j < m; j++) sum -= K[from[i] * m + j] * x[j];
          sum *= row[from[i]];
          for (let j = 0; j < i; j++) sum -= a[i * m + j] * z[j];
          z[i] = sum;
        }
        for (let i = m; i-- > 0;) {
          for (let j = i + 1; j < m; j++) z[i] -= a[i * m + j] * z[j];
          z[i] /= a[i * m + i];
        }
        for (let i = 0; i < m; i++) x[to[i]] += z[i] * column[to[i]];
      }
      return true;
    }
  }

  const dot = (a, i, b, j, n) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += a[i + k] * b[j + k];
    return sum;
  };

  // M x = F + B^T lambda, A x = b, for rows some of which only push: lambda >= 0 and A x >= b for those.
  class Problem {
    constructor(n, most) {
      Object.assign(this, {n, rows: [], b: [], pushes: [], taken: [], kept: 0});
      this.A = new Float64Array(most * n);
      this.B = new Float64Array(most * n);
      this.left = new Float64Array((n + 1) * n);
      this.equations = new Elimination(n + most);
      this.solution = this.equations.x;
      this.lambda = new Float64Array(most);
      this.keep = new Int32Array(most);
    }

    clear() {
      this.rows.length = this.b.length = this.pushes.length = 0;
    }

    add(row, A, B, b, pushes) {
      const {n} = this, k = this.rows.length;
      for (let i = 0; i < n; i++) {
        this.A[k * n + i] = A[row * n + i];
        this.B[k * n + i] = B[row * n + i];
      }
      this.rows.push(row);
      this.b.push(b);
      this.pushes.push(pushes);
    }

    // Keeps a row that is independent of those that are kept.
    keepIndependent(a) {
      const {n, A, left} = this, at = this.kept * n, length = Math.sqrt(dot(A, a * n, A, a * n, n));
      if (!(length > 0) || this.kept === n) return;
      for (let i = 0; i < n; i++) left[at + i] = A[a * n + i] / length;
      for (let again = 0; again < 2; again++)
        for (let k = 0; k < this.kept; k++) {
          const part = dot(left, at, left, k * n, n);
          for (let i = 0; i < n; i++) left[at + i] -= part * left[k * n + i];
        }
      const rest = Math.sqrt(dot(left, at, left, at, n));
      if (!(rest > DEPENDENT)) return;
      for (let i = 0; i < n; i++) left[at + i] /= rest;
      this.keep[this.kept++] = a;
    }

    // Solves with the rows that are taken and independent, equations first.
    solveTaken(M, F) {
      const {n, A, B, keep, lambda, taken, pushes} = this, {K, f} = this.equations, count = this.rows.length;
      this.kept = 0;
      for (let a = 0; a < count; a++) if (taken[a] && !pushes[a]) this.keepIndependent(a);
      for (let a = 0; a < count; a++) if (taken[a] && pushes[a]) this.keepIndependent(a);
      const m = n + this.kept;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) K[i * m + j] = M[i * n + j];
        f[i] = F === null ? 0 : F[i];
      }
      for (let k = 0; k < this.kept; k++) {
        const a = keep[k];
        for (let i = 0; i < n; i++) {
          K[i * m + n + k] = -B[a * n + i];
          K[(n + k) * m + i] = A[a * n + i];
        }
        for (let j = 0; j < this.kept; j++) K[(n + k) * m + n + j] = 0;
        f[n + k] = this.b[a];
      }
      lambda.fill(0);
      this.singular = !this.equations.solve(m);
      for (let k = 0; k < this.kept && !this.singular; k++) lambda[keep[k]] = this.solution[n + k];
      for (let i = 0; i < n && !this.singular; i++) this.largest = Math.max(this.largest, Math.abs(this.solution[i]));
    }

    // Solves with all rows as equations; false if they do not determine the solution.
    solveAll(M, F) {
      for (let a = 0; a < this.rows.length; a++) this.taken[a] = true;
      this.solveTaken(M, F);
      return !this.singular;
    }

    // Returns how much a row is violated, relative to the largest size of its terms so far; 0 if it is not.
    violation(a) {
      const {n, A, b, solution} = this;
      let sum = 0, size = 0;
      for (let i = 0; i < n; i++) {
        sum += A[a * n + i] * solution[i];
        size += Math.abs(A[a * n + i] * solution[i]);
      }
      const off = sum - b[a], bad = this.pushes[a] ? -off : Math.abs(off);
      const terms = Math.max(size, Math.sqrt(dot(A, a * n, A, a * n, n)) * this.largest) + Math.abs(b[a]);
      return bad > SATISFIED * terms ? bad / terms : 0;
    }

    reach(a) {
      return Math.abs(this.lambda[a]) * Math.sqrt(dot(this.B, a * this.n, this.B, a * this.n, this.n));
    }

    worstPull() {
      let most = 0, worst = 0, found = -1;
      for (let a = 0; a < this.rows.length; a++) most = Math.max(most, this.reach(a));
      for (let a = 0; a < this.rows.length; a++) {
        const pull = this.pushes[a] && this.lambda[a] < 0 ? this.reach(a) : 0;
        if (pull > NO_PUSH * most && pull > worst) [worst, found] = [pull, a];
      }
      return found;
    }

    worstViolation(pushes) {
      let worst = 0, found = -1;
      for (let a = 0; a < this.rows.length; a++)
        if (this.pushes[a] === pushes && this.violation(a) > worst) [worst, found] = [this.violation(a), a];
      return found;
    }

    isGood() {
      return !this.singular && this.worstPull() < 0 && this.worstViolation(true) < 0 && this.worstViolation(false) < 0;
    }

    // Returns '' if it was solved, else the reason.
    push(M, F) {
      this.largest = 0;  // part of any solution so far: the scale of rounding for a row with a single term
      this.taken = this.pushes.map(pushes => !pushes);
      this.solveTaken(M, F);
      if (this.singular) return 'singular';
      if (this.worstViolation(false) >= 0) return 'conflict';
      for (let round = 0; round < 20 * (this.rows.length + 1); round++) {
        this.solveTaken(M, F);
        if (this.isGood()) return '';
        if (this.singular) break;
        const pull = this.worstPull(), open = this.worstViolation(true);
        if (pull >= 0) this.taken[pull] = false;
        else if (open >= 0 && !this.taken[open]) this.taken[open] = true;
        else break;
      }
      const free = this.pushes.flatMap((pushes, a) => pushes ? [a] : []);
      for (let choice = 0; free.length <= CHOICES && choice < 2 ** free.length; choice++) {
        free.forEach((a, k) => { this.taken[a] = (choice >> k & 1) === 1; });
        this.solveTaken(M, F);
        if (this.isGood()) return '';
      }
      return 'undetermined';
    }
  }

  return {Problem, dot};
})();
