L8 Ex1; each line compared with the source, see README.md.

$ dalembert derive "$MODELS"/pulleys.mech
Pulleys
Lagrange's equations in q

Equations of motion
    1/2*(4*M + 3*m + 8*mu)*q'' = (m - 2*mu)*g

Solved
    q'' = 2*(m - 2*mu)*g/(4*M + 3*m + 8*mu)

Energy
    h = 1/4*(4*M + 3*m + 8*mu)*q'^2 - m*g*q + g*mu*(2*q + pi*R + pi*r - L_rope)
