# Judges draws that test_draw.c writes to it: by numpy.random.Philox and scipy.stats.

import sys
import numpy as np
from scipy import stats
from scipy.stats import qmc

TINY = 2**-1000
wrong = []
lines = {}
for line in sys.stdin:
    words = line.split()
    lines.setdefault(words[0], []).append(words[1:])

for words in lines.get('philox', []):
    n = [int(w) for w in words]
    counter = sum(n[k] << 64*k for k in range(4)) - 1   # it counts up before it draws
    raw = np.random.Philox(key=n[4] + (n[5] << 64), counter=counter % 2**256).random_raw(4)
    if [int(w) for w in raw] != n[6:]: wrong.append('philox %s: %s' % (words, raw))

sobol = lines.get('sobol', [])
if sobol:
    d, n = max(int(w[0]) for w in sobol) + 1, max(int(w[1]) for w in sobol) + 1
    points = qmc.Sobol(d, scramble=False).random(n)
    for w in sobol:
        if points[int(w[1]), int(w[0])] != float(w[2]): wrong.append('sobol %s' % w)


# In doubles: a few units in the last place of p, times the slope of the inverse function.
def near(name, of, tolerance, least=1e-3):
    for w in lines.get(name, []):
        p, x = float(w[0]), float(w[1])
        y = of.ppf(p)
        slack = tolerance*max(abs(y), least) + 4*np.finfo(float).eps*p/max(of.pdf(y), TINY)
        if not abs(x - y) <= slack: wrong.append('%s %s: %r' % (name, w, y))


near('normal', stats.norm, 2e-15)
near('triangular', stats.triang(1.5/4, -1, 4), 1e-14)
near('truncated', stats.truncnorm(-0.5, 2, 1, 2), 1e-14, 1)
near('tail', stats.truncnorm(3, 6, 0, 1), 1e-14, 1)

for w in wrong[:10]: print(w, file=sys.stderr)
if sum(map(len, lines.values())) == 0: wrong.append('nothing')
sys.exit(len(wrong) > 0)
