"""tests/fault/hostile.py: models that are large, or look small and grow somewhere on their way.

Each generator is a function of one size; MODELS lists them with a size for a quick look and one that is
meant to hurt.
"""

MODELS = []


def model(*sizes):
    """Registers a generator with its sizes, the smallest first."""
    def register(make):
        MODELS.append((make.__name__.replace("_", "-"), make, sizes))
        return make
    return register


def lines(*parts):
    return "\n".join(parts) + "\n"


SPRING = "kinetic = x'^2/2"


# --- much text -------------------------------------------------------------------------------------

@model(1000, 100000)
def parameters(n):
    return lines(*(f"parameter p{i} = {i + 1}" for i in range(n)), "coordinate x", SPRING,
                 "potential = p0*x^2/2 + p%d*x" % (n - 1), "initial x = 1", "simulate to 1 every 1/2")


@model(1000, 20000)
def parameters_used(n):
    return lines(*(f"parameter p{i} = {i + 1}" for i in range(n)), "coordinate x", SPRING,
                 "potential = (%s)*x^2/2" % " + ".join(f"p{i}" for i in range(n)), "initial x = 1",
                 "simulate to 1 every 1/2")


@model(100, 3000)
def coordinates(n):
    return lines(*(f"coordinate x{i}" for i in range(n)),
                 "kinetic = " + " + ".join(f"x{i}'^2/2" for i in range(n)),
                 "potential = " + " + ".join(f"x{i}^2/2" for i in range(n)),
                 "initial x0 = 1", "simulate to 1 every 1/2")


@model(100, 3000)
def springs(n):
    return lines(f"count n = {n}", "coordinate x[1..n]", "kinetic = sum(x[i]'^2/2 for i = 1..n)",
                 "potential = x[1]^2/2 + sum((x[i+1] - x[i])^2/2 for i = 1..n-1)", "initial x[1] = 1",
                 "simulate to 1 every 1/2")


@model(1000, 1000000)
def empty_lines(n):
    return "\n" * n + lines("coordinate x", SPRING, "potential = x^2/2", "initial x = 1",
                            "simulate to 1 every 1/2")


@model(1000, 1000000)
def comments(n):
    return "# a\n" * n + lines("coordinate x", SPRING, "potential = x^2/2")


@model(1000, 1000000)
def mistakes(n):
    return "zz\n" * n


@model(1000, 300000)
def lets(n):
    return lines("coordinate x", *(f"let a{i} = {i}*x" for i in range(n)), SPRING, f"potential = a{n - 1}*x")


@model(500, 20000)
def nested_lets(n):
    return lines("coordinate x", "let a0 = x", *(f"let a{i} = sin(a{i - 1})" for i in range(1, n)), SPRING,
                 f"potential = a{n - 1}", "initial x = 1", "simulate to 1 every 1/2")


@model(50, 2000)
def nested_sums(n):
    return lines("coordinate x, y", "let a0 = x", "let b0 = y",
                 *(f"let a{i} = sin(a{i - 1} + b{i - 1})\nlet b{i} = a{i - 1}*b{i - 1} + {i}" for i in range(1, n)),
                 "kinetic = x'^2/2 + y'^2/2", f"potential = a{n - 1}", "initial x = 1")


@model(50, 2000)
def claims(n):
    return lines("coordinate x", SPRING, "potential = x^2/2",
                 *(f"claim \"{i}\" {i}*x'' = -{i}*x" for i in range(n)))


@model(50, 2000)
def observables(n):
    return lines("coordinate x", SPRING, "potential = x^2/2",
                 *(f"observe o{i} = sin({i}*x)" for i in range(n)), "initial x = 1", "simulate to 10 every 1/100")


@model(50, 20000)
def forces(n):
    return lines("coordinate x", SPRING, *(f"force x += {i}*sin({i}*x)" for i in range(n)), "initial x = 1",
                 "simulate to 1 every 1/2")


@model(50, 1000)
def points(n):
    return lines("coordinate x, y", *(f"point P{i} mass 1 at [x + {i}, y - {i}*sin(x)]" for i in range(n)),
                 "gravity = [0, -9.81]", "initial x = 1", "simulate to 1 every 1/100")


@model(20, 600)
def same_constraint(n):
    return lines("coordinate x, y", "point P mass 1 at [x, y]", "gravity = [0, -9.81]",
                 *(f"constraint c{i}: {i + 1}*(x^2 + y^2) = {i + 1}" for i in range(n)), "initial x = 1",
                 "simulate to 1 every 1/2")


# --- numbers ---------------------------------------------------------------------------------------

@model(10, 60)
def squared_numbers(n):
    return lines("coordinate x, y", "kinetic = x'^2/2 + y'^2/2", "let a0 = 3",
                 *(f"let a{i} = a{i - 1}*a{i - 1}" for i in range(1, n + 1)), f"potential = a{n}*x")


@model(10, 60)
def squared_functions(n):
    return lines("coordinate x, y", "kinetic = x'^2/2 + y'^2/2", "let a0 = x + y",
                 *(f"let a{i} = a{i - 1}*a{i - 1} + {i}" for i in range(1, n + 1)), f"potential = a{n}",
                 "initial x = 1/10", "simulate to 1 every 1/2")


@model(100, 1000000)
def digits(n):
    return lines("parameter p = " + "7" * n, "coordinate x", SPRING, "potential = p*x^2/2", "initial x = 1",
                 "simulate to 1 every 1/2")


@model(100, 19000)
def many_digits(n):
    return lines("parameter p = " + "7" * n, "parameter q = " + "3" * n + "/" + "7" * (n - 1), "coordinate x, y",
                 "kinetic = x'^2/2 + p*y'^2/2", "potential = p*x^2/2 + q*x*y + sin(p*x)", "initial x = 1",
                 "simulate to 1 every 1/2", "claim conserved energy")


@model(10, 10**9)
def exponent(n):
    return lines("coordinate x", SPRING, f"potential = x^{n} + (x + 1)^{n} + sin(x)^{n}", "initial x = 1/2",
                 "simulate to 1 every 1/2", "claim conserved energy")


@model(10, 2000)
def power_of_sum(n):
    return lines("coordinate x, y, z", "kinetic = (x'^2 + y'^2 + z'^2)/2",
                 f"potential = (x + y + z + 1)^{n}", "initial x = 1/2", "simulate to 1 every 1/2",
                 "claim conserved energy")


@model(10, 10**9)
def multiple_angle(n):
    return lines("coordinate x", SPRING, f"potential = cos({n}*x)*sin({n + 1}*x)", "initial x = 1/2",
                 "simulate to 1/1000 every 1/2000")


@model(10, 300)
def small_decimals(n):
    return lines("parameter p = 1e-%d, q = 1e%d" % (n, n), "coordinate x, y", "kinetic = p*x'^2/2 + q*y'^2/2",
                 "potential = q*x^2/2 + p*y^2/2 + x*y", "initial x = 1", "simulate to 1 every 1/2")


# --- families and functions ------------------------------------------------------------------------

@model(10, 10**9)
def family(n):
    return lines(f"count n = {n}", "coordinate q[1..n]", "kinetic = sum(q[i]'^2/2 for i = 1..n)",
                 "potential = sum(q[i]^2/2 for i = 1..n)", "initial q[1] = 1", "simulate to 1 every 1/2")


@model(10, 10**9)
def sum_without_family(n):
    return lines("coordinate x", SPRING, f"potential = sum(sin(i*x) for i = 1..{n})", "initial x = 1",
                 "simulate to 1 every 1/2")


@model(10, 10**9)
def sum_of_ones(n):
    return lines("coordinate x", SPRING, f"potential = x^2*sum(1 for i = 1..{n})")


@model(3, 300)
def sum_of_sums(n):
    return lines("coordinate x", SPRING,
                 f"potential = sum(sum(sum(sum(i*j*k*l*x for i = 1..{n}) for j = 1..{n}) for k = 1..{n}) for l = 1..{n})")


@model(5, 60)
def function_doubling(n):
    return lines("coordinate x", "let f0(u) = sin(u)",
                 *(f"let f{i}(u) = f{i - 1}(f{i - 1}(u))" for i in range(1, n)), SPRING,
                 f"potential = f{n - 1}(x)")


@model(5, 60)
def function_sums(n):
    return lines("coordinate x", "let f0(u) = sin(u)",
                 *(f"let f{i}(u) = f{i - 1}(u + {i}) + f{i - 1}(u - {i})" for i in range(1, n)), SPRING,
                 f"potential = f{n - 1}(x)")


@model(2, 100000)
def declared_range(n):
    return lines("coordinate x", SPRING, f"parameter p[1..{n}] = 1", f"potential = p[{n}]*x^2/2",
                 f"observe o[i] = p[i]*x for i = 1..{n}", "initial x = 1", "simulate to 1 every 1/2")


# --- deep text -------------------------------------------------------------------------------------

@model(50, 100000)
def powers(n):
    return lines("coordinate x", SPRING, "potential = " + "2^" * n + "x")


@model(50, 100000)
def minus(n):
    return lines("coordinate x", SPRING, "potential = " + "-" * n + "x")


@model(50, 100000)
def primes(n):
    return lines("coordinate x", SPRING, "potential = x" + "'" * n)


@model(50, 100000)
def derivatives(n):
    return lines("coordinate x", SPRING, "potential = " + "diff(" * n + "x" + ", x)" * n)


@model(8, 40)
def derivative_growth(n):
    e = "exp(sin(x)*cos(x*exp(x)))"
    for _ in range(n):
        e = f"diff({e}, x)"
    return lines("coordinate x", SPRING, "potential = " + e, "initial x = 1", "simulate to 1 every 1/2")


@model(50, 20000)
def frames(n):
    return lines("coordinate a", "frame B0 = rotate(z, a)",
                 *(f"frame B{i} in B{i - 1} = rotate({'xyz'[i % 3]}, a/{i + 1})" for i in range(1, n)),
                 f"body D mass 1 at [0, 0] frame B{n - 1} inertia (1, 2, 3)", "initial a = 1",
                 "simulate to 1 every 1/2")


@model(50, 5000)
def rotations(n):
    return lines("coordinate a, b", "frame B = " + " ".join("rotate(x, a) rotate(y, b)" for _ in range(n)),
                 "body D mass 1 at [0, 0] frame B inertia (1, 2, 3)", "initial a = 1", "simulate to 1 every 1/2")


# --- large systems ---------------------------------------------------------------------------------

@model(5, 18, 30, 60)
def chain(n):
    return lines(f"count n = {n}", "parameter l = 1/2, m = 1, g = 9.81", "coordinate q[1..n]", "let r[0] = [0, 0]",
                 "let r[i] = r[i-1] + l*[sin(q[i]), -cos(q[i])] for i = 1..n",
                 "point P[i] mass m at r[i] for i = 1..n", "gravity = [0, -g]",
                 "initial q[i] = i/10 for i = 1..n", "simulate to 5 every 1/50")


@model(4, 18)
def chain_of_symbols(n):
    return lines(f"count n = {n}", "parameter g = 9.81", "parameter l[1..n] = 1/2, m[1..n] = 1", "coordinate q[1..n]",
                 "let r[0] = [0, 0]", "let r[i] = r[i-1] + l[i]*[sin(q[i]), -cos(q[i])] for i = 1..n",
                 "point P[i] mass m[i] at r[i] for i = 1..n", "gravity = [0, -g]",
                 "initial q[i] = i/10 for i = 1..n", "simulate to 5 every 1/50", "claim conserved energy")


@model(5, 30, 200)
def chain_of_rods(n):
    return lines(f"count n = {n}", "parameter l = 1/2, m = 1, g = 9.81", "coordinate x[1..n], y[1..n]",
                 "let r[0] = [0, 0]", "let r[i] = [x[i], y[i]] for i = 1..n",
                 "point P[i] mass m at r[i] for i = 1..n", "gravity = [0, -g]",
                 "constraint c[i]: dot(r[i] - r[i-1], r[i] - r[i-1]) = l^2 for i = 1..n",
                 "initial x[i] = i*l for i = 1..n", "initial y[i] = 0 for i = 1..n", "simulate to 1 every 1/50")


@model(2, 4, 8, 16)
def trailers(n):
    return lines(f"count n = {n}", "parameter l = 1, m = 1", "coordinate x, y, a[0..n]", "let r[0] = [x, y]",
                 "let r[i] = r[i-1] - l*[cos(a[i]), sin(a[i])] for i = 1..n",
                 "point P[i] mass m at r[i] for i = 0..n",
                 "kinetic += sum(a[i]'^2/2 for i = 0..n)",
                 "constraint c[i]: dot(vel(P[i]), [-sin(a[i]), cos(a[i])]) = 0 for i = 0..n",
                 "initial x = 0, y = 0", "initial a[i] = i/10 for i = 0..n", "initial x' = 1, a[0]' = 1/2",
                 "simulate to 5 every 1/50")


@model(3, 5, 10)
def net(n):
    return lines(f"count n = {n}", "parameter l = 1, m = 1, g = 9.81, k = 100", "coordinate x[1..n, 1..n], y[1..n, 1..n]",
                 "point P[i, j] mass m at [x[i, j], y[i, j]] for i = 1..n, j = 1..n", "gravity = [0, -g]",
                 "potential += sum(k/2*(norm([x[i, j] - x[i+1, j], y[i, j] - y[i+1, j]]) - l)^2 for i = 1..n-1, j = 1..n)",
                 "potential += sum(k/2*(norm([x[i, j] - x[i, j+1], y[i, j] - y[i, j+1]]) - l)^2 for i = 1..n, j = 1..n-1)",
                 "initial x[i, j] = i for i = 1..n, j = 1..n", "initial y[i, j] = j for i = 1..n, j = 1..n",
                 "simulate to 1 every 1/50")


@model(2, 6, 12)
def bodies(n):
    return lines(*(f"coordinate a{i}, b{i}, c{i}" for i in range(n)), "parameter l = 1, g = 9.81", "let r0 = [0, 0, 0]",
                 *(f"frame B{i} = rotate(z, a{i}) rotate(x, b{i}) rotate(z, c{i})\n"
                   f"body D{i} mass 1 at r{i} + l/2*B{i}.z frame B{i} inertia (1, 2, 3)\n"
                   f"let r{i + 1} = r{i} + l*B{i}.z" for i in range(n)),
                 "gravity = [0, 0, -g]", *(f"initial a{i} = 1, b{i} = 1, c{i} = 1" for i in range(n)),
                 "simulate to 1 every 1/50")


# --- much to find ----------------------------------------------------------------------------------

@model(2, 8, 20)
def equilibria(n):
    return lines(*(f"coordinate x{i}" for i in range(n)),
                 "kinetic = " + " + ".join(f"x{i}'^2/2" for i in range(n)),
                 "potential = " + " + ".join(f"cos(3*x{i}) + x{i}*sin({i + 2}*x{(i + 1) % n})" for i in range(n)),
                 "initial x0 = 1/10", "simulate to 1 every 1/2")


@model(3, 8, 16)
def integrals(n):
    return lines(*(f"coordinate x{i}" for i in range(n)),
                 "kinetic = " + " + ".join(f"x{i}'^2/2" for i in range(n)),
                 "potential = -1/sqrt(" + " + ".join(f"x{i}^2" for i in range(n)) + ")",
                 "initial x0 = 1, x1' = 1", "simulate to 1 every 1/2")


@model(2, 5, 10)
def products(n):
    return lines("coordinate x, y, z", "point P mass 1 at [x, y, z]",
                 *("constraint c%d: %s = 0" % (i, "*".join(f"(x - {j}*y - {i})" for j in range(1, 5))) for i in range(n)),
                 "initial y = 1", "guess x = 1")


@model(2, 5, 10)
def polynomials(n):
    terms = " + ".join(f"{i + 1}*x^{i}*y^{n - i}*z^{i // 2}" for i in range(n + 1))
    return lines("parameter a = 1, b = 2", "coordinate x, y, z", "kinetic = (x'^2 + y'^2 + z'^2)/2",
                 f"constraint c: a*({terms}) = b*x*y'*z' + x'*y'", f"constraint d: ({terms})^3*x' = z'^2*y' + a",
                 "initial x = 1, y = 1, z = 1, x' = 1", "simulate to 1 every 1/10",
                 "claim conserved energy", "claim x'*y' = z'*x")


@model(3, 10, 20)
def dense_mass(n):
    return lines(*(f"coordinate x{i}" for i in range(n)), *(f"parameter m{i}" for i in range(n)),
                 "kinetic = (" + " + ".join(f"m{i}*sin(x{i}*{i + 1})*x{i}'" for i in range(n)) + ")^2/2 + "
                 + " + ".join(f"m{i}*x{i}'^2*exp(x{(i + 1) % n})" for i in range(n)),
                 "potential = " + " + ".join(f"x{i}*x{(i + 1) % n}" for i in range(n)))


@model(2, 6)
def algebra_claim(n):
    left = "*".join(f"(x + {i}*y + a*z)" for i in range(1, n + 1))
    return lines("parameter a, b, c", "coordinate x, y, z", "kinetic = (a*x'^2 + b*y'^2 + c*z'^2)/2",
                 "potential = " + left,
                 "constraint k: x^2*y' + y^2*z' + z^2*x' = 0",
                 f"claim \"long\" ({left})^{n}*x'' = ({left})^{n}*z''",
                 "claim conserved energy",
                 f"claim \"sums\" sqrt({left}) + sqrt(x^2 + {left}) = sqrt(y)")


# --- runs ------------------------------------------------------------------------------------------

@model(10, 10**12)
def long_run(n):
    return lines("coordinate x", SPRING, "potential = x^2/2", "initial x = 1", f"simulate to {n}")


@model(10, 10**12)
def many_rows(n):
    return lines("coordinate x", SPRING, "potential = x^2/2", "initial x = 1", f"simulate to 1 every 1/{n}")


@model(10, 1000000)
def million_rows(n):
    return lines("coordinate x, y", "point P mass 1 at [x, y]", "potential = x^2/2 + y^2", "initial x = 1, y = 1",
                 f"simulate to 100 every 100/{n}", "draw path P")


@model(10, 10**9)
def stiff(n):
    return lines("coordinate x, y", "kinetic = x'^2/2 + y'^2/2", f"potential = {n}*(x - y^2)^2 + y^2/2",
                 "initial x = 1", "simulate to 1000")


@model(1)
def stalled_run(_):
    return """parameter a = 2, b = 1/2, m = 3/2, g = 9.81
coordinate x, y, th
point P0 mass 2*m at [sin(sin(a)), 5, a]
point P1 mass m at [th, y]
point P2 mass 1 at [th, b, sin(x)]
frame F0 = rotate(z, th) rotate(x, sin(th)) rotate(z, sin(b))
body B0 mass m at [(th+1), (y*a)] frame F0 inertia (5, 4, 5, 1/4, 0, -1/2)
frame F1 = rotate(y, y) rotate(y, (y-b)) rotate(y, x)
body B1 mass m at [2, y] frame F1 inertia (3, 4, 4, 1/2, 1/4, -1/2)
gravity = [0, 0, -g]
constraint k0: dot(vel(P0), [1, 5, 0]) = 0
constraint k1: ((th-0.3))*x'' + ((2*1e-1))*y'' + (a)*th'' - (x)*y' = 0
initial x = 13/8, y = -1/4, th = -9/8
guess x' = 2, y' = -1/2, th' = -13/8
claim "E" conserved energy
"""
