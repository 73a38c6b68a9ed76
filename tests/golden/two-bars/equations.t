L8 Ex5; each line compared with the source or checked by hand, see README.md.

$ dalembert derive "$MODELS"/two-bars.mech
Two bars
Lagrange's equations in theta, phi

Equations of motion
    16/3*m*l^2*theta'' + 2*m*l^2*cos(theta - phi)*phi'' = -2*m*l^2*phi'^2*sin(theta - phi) - 3*m*g*l*sin(theta)
    2*m*l^2*cos(theta - phi)*theta'' + 4/3*m*l^2*phi'' = 2*m*l^2*theta'^2*sin(theta - phi) - m*g*l*sin(phi)

Solved
    Delta = 16*l - 9*l*cos(theta - phi)^2
    theta'' = -3*(2*l*(2*phi'^2 + 3*theta'^2*cos(theta - phi))*sin(theta - phi) + 3*g*(2*sin(theta) - sin(phi)*cos(theta - phi)))/(2*Delta)
    phi'' = 3*(2*l*(3*phi'^2*cos(theta - phi) + 8*theta'^2)*sin(theta - phi) + g*(9*sin(theta)*cos(theta - phi) - 8*sin(phi)))/(2*Delta)

Energy
    h = 2/3*m*l^2*phi'^2 + 2*m*l^2*phi'*theta'*cos(theta - phi) + 8/3*m*l^2*theta'^2 - m*g*l*cos(phi) - 3*m*g*l*cos(theta)
