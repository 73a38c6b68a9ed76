// {{title}}: the equations of motion by the method {{method}}, written by dalembert {{version}}.
//
//   mod {{prefix}};
//   use {{prefix}}::*;
//   let mut yd = [0.0; STATE];
//   let good = rate(&PARAMETERS, FROM, &START, &mut yd);         // the rates at the start
//
// y is the state, with the names STATE_NAMES; t is the independent variable, {{variable}}; p are the parameters. The
// others fill `out`, too; matrices are stored row by row.
//
//   rate               the rates of the state; returns false if they are undefined
//   energy             returns the energy
{{function_list}}

#![allow(dead_code, non_snake_case, unused_variables, clippy::all)]

pub const STATE: usize = {{n}};
pub const PIVOTS: usize = {{watched}};
pub const STATE_NAMES: [&str; {{n}}] = [{{state_names}}];
pub const PARAMETER_NAMES: [&str; {{fixed}}] = [{{parameter_names}}];
pub const RESIDUAL_NAMES: [&str; {{residuals}}] = [{{residual_names}}];
pub const MULTIPLIER_NAMES: [&str; {{multipliers}}] = [{{multiplier_names}}];
pub const OBSERVABLE_NAMES: [&str; {{observables}}] = [{{observable_names}}];
pub const EVENT_NAMES: [&str; {{events}}] = [{{event_names}}];
pub const DIRECTIONS: [i32; {{events}}] = [{{directions}}]; // of the events: 1 rising, -1 falling, 0 any
pub const PARAMETERS: [f64; {{fixed}}] = [{{parameters}}];
pub const START: [f64; {{n}}] = [{{start}}];
pub const FROM: f64 = {{from}}; // {{variable}} at the start
pub const TO: f64 = {{to}}; // and at the end of a run
pub const LEAST: f64 = {{least}}; // part of its scale below which a pivot may be zero

pub fn rate(p: &[f64], t: f64, y: &[f64], out: &mut [f64]) -> bool {
    let mut all = [0.0; {{all}}];
    rates(p, t, y, &mut all);
    let (values, pivots) = all.split_at(STATE);
    out[..STATE].copy_from_slice(values);
    (0..PIVOTS).all(|i| pivots[i].abs() > LEAST * pivots[PIVOTS + i].abs()) && values.iter().all(|x| x.is_finite())
}

pub fn energy(p: &[f64], t: f64, y: &[f64]) -> f64 {
    let mut out = [0.0];
    energies(p, t, y, &mut out);
    out[0]
}

{{pivoting}}
// Solves linear equations by elimination with complete pivoting and two steps of refinement. k: n, the rank, factors
// of rows and columns, coefficients row by row, right-hand sides. Returns the solutions, the determinant, its scale.
fn pivoting(k: &[f64], out: &mut [f64]) {
    let (n, rank) = (k[0] as usize, k[1] as usize);
    let sides = (k.len() - 2) / n - n - 2;
    let entry = |r: usize, c: usize| k[2 + 2 * n + r * n + c];
    let side = 2 + 2 * n + n * n;
    let mut a = vec![vec![0.0_f64; n]; n];
    for i in 0..n {
        for j in 0..n {
            a[i][j] = entry(i, j) * k[2 + i] * k[2 + n + j];
        }
    }
    let mut size: Vec<Vec<f64>> = a.iter().map(|line| line.iter().map(|x| x.abs()).collect()).collect();
    let mut row: Vec<usize> = (0..n).collect();
    let mut column = row.clone();
    let (mut least_left, mut product, mut sign) = (1.0_f64, 1.0_f64, 1.0_f64);
    for i in 0..rank {
        let (mut largest, mut r, mut c) = (-1.0_f64, i, i);
        for j in i..n {
            for l in i..n {
                if a[j][l].abs() > largest {
                    largest = a[j][l].abs();
                    r = j;
                    c = l;
                }
            }
        }
        a.swap(i, r);
        size.swap(i, r);
        for j in 0..n {
            a[j].swap(i, c);
            size[j].swap(i, c);
        }
        row.swap(i, r);
        column.swap(i, c);
        if (a[i][i] < 0.0) == ((r != i) == (c != i)) {
            sign = -sign;
        }
        if !(largest > 0.0) {
            for x in out.iter_mut() {
                *x = f64::NAN;
            }
            if largest == 0.0 {
                out[sides * n] = 0.0;
            }
            out[sides * n + 1] = 1.0;
            return;
        }
        let left = largest / size[i][i];
        product *= largest;
        least_left = if left < least_left { left } else { least_left };
        for j in i + 1..n {
            if a[j][i] == 0.0 {
                continue;
            }
            a[j][i] /= a[i][i];
            for l in i + 1..n {
                let part = a[j][i] * a[i][l];
                a[j][l] -= part;
                size[j][l] += part.abs();
            }
        }
    }
    for x in out.iter_mut() {
        *x = 0.0;
    }
    let mut x = vec![0.0_f64; n];
    for s in 0..3 * sides {
        let first = s / 3 * n;
        for i in 0..rank {
            let r = row[i];
            x[i] = k[side + first + r];
            for j in 0..n {
                x[i] -= entry(r, j) * out[first + j];
            }
            x[i] *= k[2 + r];
            for j in 0..i {
                x[i] -= a[i][j] * x[j];
            }
        }
        for i in (0..rank).rev() {
            for j in i + 1..rank {
                x[i] -= a[i][j] * x[j];
            }
            x[i] /= a[i][i];
        }
        for i in 0..rank {
            let c = column[i];
            out[first + c] += x[i] * k[2 + n + c];
        }
    }
    out[sides * n] = if rank == n { sign * product } else { product };
    out[sides * n + 1] = product / least_left;
}

{{end}}
{{functions}}