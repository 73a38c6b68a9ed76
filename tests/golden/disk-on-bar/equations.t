L8 Ex4 with M for m in the term s s' theta'; each line compared with the source, see README.md.

$ dalembert derive "$MODELS"/disk-on-bar.mech
Disk on an oscillating bar
Lagrange's equations in s, theta

Equations of motion
    3/2*M*s'' + 3/2*M*R*theta'' = M*s*theta'^2 + M*g*sin(theta)
    3/2*M*R*s'' + (M*s^2 + 3/2*M*R^2 + 2/3*m*l^2)*theta'' = M*g*s*cos(theta) - 2*M*s*s'*theta' - k*theta + M*g*R*sin(theta)

Solved
    Delta = 3*M*s^2 + 2*m*l^2
    Theta = s*theta'^2 + g*sin(theta)
    s'' = (3*M*s*(3*R*theta'*(R*theta' + 2*s') + 2*s*Theta - 3*g*R*cos(theta)) + 4*m*l^2*Theta + 9*k*R*theta)/(3*Delta)
    theta'' = 3*(M*s*(g*cos(theta) - theta'*(R*theta' + 2*s')) - k*theta)/Delta

Energy
    h = 1/2*M*s^2*theta'^2 + 3/4*M*(R*theta' + s')^2 + 1/3*m*l^2*theta'^2 + 1/2*k*theta^2 - M*g*s*sin(theta) + M*g*R*cos(theta)
