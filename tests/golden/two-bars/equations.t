L8 Ex5; each line compared with the source or checked by hand, see README.md.

$ dalembert derive "$MODELS"/two-bars.mech
Two bars
Lagrange's equations in theta, phi

Equations of motion
    2*m*l^2*phi''*cos(theta - phi) + 16/3*m*l^2*theta'' = -m*l*(2*l*phi'^2*sin(theta - phi) + 3*g*sin(theta))
    4/3*m*l^2*phi'' + 2*m*l^2*theta''*cos(theta - phi) = m*l*(2*l*theta'^2*sin(theta - phi) - g*sin(phi))

Energy
    h = 1/3*m*l*(2*l*phi'^2 + 6*l*phi'*theta'*cos(theta - phi) + 8*l*theta'^2 - 3*g*cos(phi) - 9*g*cos(theta))
