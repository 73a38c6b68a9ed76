docs/theory/flag.md: the dimension of what is allowed is n - r, and n + 1 - r if the time is among the variables; the singular
states of B11 are those that flag-singular.mech proves, and not the list (1.1).

$ skate() { printf 'system "Skate"\ncoordinate x, y, a\nkinetic = 1/2*(x'"'"'^2 + y'"'"'^2 + a'"'"'^2)\nconstraint edge: y'"'"'*cos(a + w) = x'"'"'*sin(a + w)\n' | sed "s/w/$1/g" | dalembert analyze - --only constraints; }
$ skate 2
Skate

Constraints
    edge  linear; not integrable
    1 independent of 1, 3 coordinates: 2 degrees of freedom
    growth vector (2, 3)
    no combination is integrable
$ skate 2*t
Skate

Constraints
    edge  linear, with the time; not integrable
    1 independent of 1, 3 coordinates: 2 degrees of freedom
    growth vector (3, 4), with the time
    no combination is integrable
$ dalembert analyze $MODELS/nonholonomic-double-pendulum.mech --only singular
Nonholonomic double pendulum

Singular states
    the constraints lose their independence where
      x1' = 0 and y1' = 0 and x2' = 0 and y2' = 0
      x2 = 0 and y2' = 0 and x1*x1' + y1'*(y1 - y2) = 0
      x1 = 0 and y1' = 0 and x2*x2' = y2'*(y1 - y2)
      x1 = 0 and x2 = 0 and y2 = y1

# one of two forms that are integrable together is not integrable alone
$ printf 'coordinate x, z, u\nkinetic = 1/2*(x'"'"'^2 + z'"'"'^2 + u'"'"'^2)\nconstraint one: z'"'"' = u*x'"'"'\ndeny integrable one\n' | dalembert check - | tail -1
1 claim: 0 proved, 1 refuted as denied
