Reports: statements of families typeset, and the texts that a model includes.

$ cat > half.mech <<'END'
> let half(u) = 1/2*u
> END
$ cat > chain.mech <<'END'
> include "half.mech"
> include <joints>
> count n = 2
> parameter m[1..n] = 1, l = 0.5, g = 9.81, theta_0 = 1
> coordinate q[1..n]
> let r[0] = [0, 0]
> let r[i] = r[i-1] + l*[sin(q[i]), -cos(q[i])]  for i = 1..n   # links
> point P[i] mass m[i] at r[i]  for i = 1..n
> potential = sum(half((q[i] - q[i-1])^2) for i = 2..n) + 0.25*q[1]^2
> gravity = [0, -g]
> initial q[i] = 0.1*i, q[i]' = -theta_0^-1  for i = 1..n
> simulate to 1
> END
$ dalembert report chain.mech --format latex -q -o chain.tex
$ sed -n '/subsection\*{Families/,/subsection\*{Param/p' chain.tex | grep formula
\formula{\text{let}\;{r}_{i } = {r}_{i - 1 } + l \,\left[ \sin\left( {q}_{i } \right) ,\;- \cos\left( {q}_{i } \right) \right] \;\text{for}\;i = 1 \dots n }
\formula{\text{point}\;{P}_{i } \;\text{mass}\;{m}_{i } \;\text{at}\;{r}_{i } \;\text{for}\;i = 1 \dots n }
\formula{\text{potential}\;= \sum_{i = 2 \dots n } \left( \operatorname{half}\left( \left( {q}_{i } - {q}_{i - 1 } \right)^{2 }\right) \right) + \mathrm{0.25} \,{q}_{1 }^{2 }}
\formula{\text{initial}\;{q}_{i } = \mathrm{0.1} \,i ,\;{\dot{q}}_{i } = - \theta_0^{-1 }\;\text{for}\;i = 1 \dots n }
$ sed -n '/subsection\*{Inc/p' chain.tex
\subsection*{Included: half.mech}
\subsection*{Included: \textless{}joints\textgreater{}}
$ grep -c 'codeline{let.*half(u)' chain.tex
1
$ dalembert report chain.mech -q -o chain.html
$ grep -o '<summary>.*</summary>' chain.html
<summary>Keys</summary>
<summary>Included: half.mech</summary>
<summary>Included: &lt;joints&gt;</summary>
<summary>Matrices</summary>
$ grep -c '<h3>Families</h3>' chain.html
1
$ grep -A1 '<h3>Families' chain.html | grep -c '<mo>∑</mo>\|<mi>sin</mi>'
1

# members, since n is small
$ grep -c 'm_1' chain.tex
[1-9].* (re)

# without a family, no such section
$ dalembert report $MODELS/double-pendulum.mech -q --format latex -o other.tex
$ grep -c 'Families\|Included' other.tex
0
[1]
