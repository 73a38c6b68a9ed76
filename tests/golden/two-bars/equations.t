L8 Ex5; each line compared with the source or checked by hand, see README.md.

$ dalembert derive "$MODELS"/two-bars.mech
Two bars
Lagrange's equations in theta, phi

Equations of motion
    16/3*m*l^2*theta'' + 2*m*l^2*cos(theta - phi)*phi'' = -2*m*l^2*phi'^2*sin(theta - phi) - 3*m*g*l*sin(theta)
    2*m*l^2*cos(theta - phi)*theta'' + 4/3*m*l^2*phi'' = 2*m*l^2*theta'^2*sin(theta - phi) - m*g*l*sin(phi)

Energy
    h = 2/3*m*l^2*phi'^2 + 2*m*l^2*phi'*theta'*cos(theta - phi) + 8/3*m*l^2*theta'^2 - m*g*l*cos(phi) - 3*m*g*l*cos(theta)
