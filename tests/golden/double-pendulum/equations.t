The planar double pendulum; each line checked by hand, see README.md.

$ dalembert derive "$MODELS"/double-pendulum.mech
Planar double pendulum
Lagrange's equations in theta1, theta2

Equations of motion
    (m1 + m2)*l1^2*theta1'' + m2*l1*l2*cos(theta1 - theta2)*theta2'' = -m2*l1*l2*theta2'^2*sin(theta1 - theta2) - (m1 + m2)*g*l1*sin(theta1)
    m2*l1*l2*cos(theta1 - theta2)*theta1'' + m2*l2^2*theta2'' = m2*l1*l2*theta1'^2*sin(theta1 - theta2) - m2*g*l2*sin(theta2)

Solved
    Delta = m1 + m2*sin(theta1 - theta2)^2
    theta1'' = (m2*g*sin(theta2)*cos(theta1 - theta2) - m2*(l1*theta1'^2*cos(theta1 - theta2) + l2*theta2'^2)*sin(theta1 - theta2) - (m1 + m2)*g*sin(theta1))/(l1*Delta)
    theta2'' = ((m1 + m2)*(l1*theta1'^2*sin(theta1 - theta2) + g*(sin(theta1)*cos(theta1 - theta2) - sin(theta2))) + m2*l2*theta2'^2*sin(theta1 - theta2)*cos(theta1 - theta2))/(l2*Delta)

Energy
    h = 1/2*(m1 + m2)*l1^2*theta1'^2 + m2*l1*l2*theta1'*theta2'*cos(theta1 - theta2) + 1/2*m2*l2^2*theta2'^2 - (m1 + m2)*g*l1*cos(theta1) - m2*g*l2*cos(theta2)
