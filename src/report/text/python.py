# {{title}}: the equations of motion by the method {{method}}, written by dalembert {{version}}.
#
#   import {{prefix}} as m
#   m.rate(m.parameters, m.start_time, m.start)                  # the rates at the start
#   from scipy.integrate import solve_ivp
#   solve_ivp(lambda t, y: m.rate(m.parameters, t, y), (m.start_time, m.end_time), m.start, rtol=1e-10, atol=1e-12)
#   import sympy; m.rate(sympy.symbols("p:{{fixed}}"), sympy.Symbol("t"), sympy.symbols("y:{{n}}"), sympy)
#
# y is the state, with the names state_names; t is the independent variable, {{variable}}; p are the parameters. The
# last argument of every function is the library for sin, sqrt and so on: numpy, with which y may also be an array with
# a column for each of many states, or sympy, casadi, jax.numpy, torch. Functions return lists; for matrices, of rows.
#
#   rate               the rates of the state; nan if they are undefined
#   energy             the energy
{{function_list}}

import numpy as _np

title = {{title_string}}
state_names = [{{state_names}}]
parameter_names = [{{parameter_names}}]
residual_names = [{{residual_names}}]
multiplier_names = [{{multiplier_names}}]
observable_names = [{{observable_names}}]
event_names = [{{event_names}}]
directions = [{{directions}}]  # of the events: 1 rising, -1 falling, 0 any
parameters = [{{parameters}}]
start = [{{start}}]
start_time, end_time = {{from}}, {{to}}  # {{variable}} at the start, and at the end of a run
least = {{least}}  # part of its scale below which a pivot may be zero


def _of(xp, *names):
    """Returns a function of a library, by whichever of the names it has there."""
    return next(getattr(xp, name) for name in names if hasattr(xp, name))


def _inputs(xp, p, t, y):
    """Converts numbers to tensors for torch, whose functions take nothing else."""
    if not hasattr(xp, "as_tensor"):
        return p, t, y
    tensor = lambda x: xp.as_tensor(x, dtype=xp.float64) if isinstance(x, (int, float)) else x
    return [tensor(x) for x in p], tensor(t), [tensor(x) for x in y]


def _pick(xp, a, b):
    """Returns b on side 1 of a jump, 0 on side -1, otherwise (1 + a)/2 of b."""
    if isinstance(a, (int, float)):
        return b if a == 1 else 0.0 if a == -1 else (1 + a) / 2 * b
    if hasattr(xp, "if_else"):  # casadi
        return xp.if_else(a == 1, b, xp.if_else(a == -1, 0.0, (1 + a) / 2 * b))
    if hasattr(xp, "where"):
        return xp.where(a == 1, b, xp.where(a == -1, 0.0, (1 + a) / 2 * b))
    return xp.Piecewise((b, xp.Eq(a, 1)), (0, xp.Eq(a, -1)), ((1 + a) / 2 * b, True))


def _checked(values, watched, xp):
    """Returns the values, or nan if a pivot has no digits left; symbols are left as they are."""
    n = len(values) - 2 * watched
    for pivot, measure in zip(values[n:n + watched], values[n + watched:]):
        if isinstance(pivot, float) and isinstance(measure, float):
            if not abs(pivot) > least * abs(measure):
                return [float("nan")] * n
        elif hasattr(pivot, "shape") and hasattr(xp, "where"):  # arrays and tensors
            values = [xp.where(abs(pivot) > least * abs(measure), x, float("nan")) for x in values]
    return values[:n]


{{pivoting}}
def _pivoting(k):
    """Solves linear equations by elimination with complete pivoting and two steps of refinement, for numbers.

    k: n, the rank, factors of rows and columns, coefficients row by row, right-hand sides. Returns the solutions, the
    determinant and its scale.
    """
    if not all(isinstance(x, (int, float)) for x in k):
        raise TypeError("this model looks for pivots at each state: one state at a time, in numbers")
    n, rank = int(k[0]), int(k[1])
    sides = (len(k) - 2) // n - n - 2
    row_factor, column_factor = k[2:2 + n], k[2 + n:2 + 2 * n]
    entry = [k[2 + 2 * n + i * n:2 + 3 * n + i * n] for i in range(n)]
    side = 2 + 2 * n + n * n
    a = [[entry[i][j] * row_factor[i] * column_factor[j] for j in range(n)] for i in range(n)]
    size = [[abs(x) for x in line] for line in a]
    row, column = list(range(n)), list(range(n))
    least_left, product, sign = 1.0, 1.0, 1.0
    for i in range(rank):
        largest, r, c = -1.0, i, i
        for j in range(i, n):
            for l in range(i, n):
                if abs(a[j][l]) > largest:
                    largest, r, c = abs(a[j][l]), j, l
        for rows in (a, size):
            rows[i], rows[r] = rows[r], rows[i]
            if c != i:
                for line in rows:
                    line[i], line[c] = line[c], line[i]
        row[i], row[r] = row[r], row[i]
        column[i], column[c] = column[c], column[i]
        sign *= -1.0 if (a[i][i] < 0) == ((r != i) == (c != i)) else 1.0
        if not largest > 0:
            return [float("nan")] * (sides * n) + [0.0 if largest == 0 else float("nan"), 1.0]
        left = largest / size[i][i]
        product *= largest
        least_left = left if left < least_left else least_left
        for j in range(i + 1, n):
            if a[j][i] == 0:
                continue
            a[j][i] /= a[i][i]
            for l in range(i + 1, n):
                part = a[j][i] * a[i][l]
                a[j][l] -= part
                size[j][l] += abs(part)
    out, x = [0.0] * (sides * n), [0.0] * n
    for s in range(3 * sides):
        first = s // 3 * n
        for i in range(rank):
            r = row[i]
            x[i] = k[side + first + r]
            for j in range(n):
                x[i] -= entry[r][j] * out[first + j]
            x[i] *= row_factor[r]
            for j in range(i):
                x[i] -= a[i][j] * x[j]
        for i in reversed(range(rank)):
            for j in range(i + 1, rank):
                x[i] -= a[i][j] * x[j]
            x[i] /= a[i][i]
        for i in range(rank):
            out[first + column[i]] += x[i] * column_factor[column[i]]
    return out + [sign * product if rank == n else product, product / least_left]


{{end}}
{{functions}}def rate(p, t, y, xp=_np):
    return _checked(rates(p, t, y, xp), {{watched}}, xp)


def energy(p, t, y, xp=_np):
    return energies(p, t, y, xp)[0]
