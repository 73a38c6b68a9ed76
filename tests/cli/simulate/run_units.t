Columns in the units that a model declares: mm = m/1000, 1 deg = pi/180, 1 km/h = 1/3.6 m/s.

$ cat <<END >spring.mech
> parameter m = 2 kg, k = 8 N/m, l = 1 m
> coordinate x [mm], theta [deg], y [m]
> kinetic = 1/2*m*x'^2 + 1/2*m*l^2*theta'^2 + 1/2*m*y'^2
> potential = 1/2*k*x^2
> observe v [km/h] = x'
> observe twice = 2*x
> initial x = 5 mm, x' = 1, theta = 90 deg
> END
$ dalembert simulate spring.mech --to 0 -q
t,x,theta,y,x',theta',y',v,twice,energy,constraint_error
0,0.005,1.5707963267948966,0,1,0,0,1,0.01,1.0001,0
$ dalembert simulate spring.mech --to 0 -q --units declared
t,x [mm],theta [deg],y,x' [mm/s],theta' [deg/s],y',v [km/h],twice,energy,constraint_error
0,5,90,0,1000,0,0,3.6,0.01,1.0001,0
$ dalembert simulate spring.mech --to 0 -q --units SI | sed -n '1p'
t,x,theta,y,x',theta',y',v,twice,energy,constraint_error
# files of every kind, which are read back with their units
$ dalembert simulate spring.mech --to 1 -q --units declared -o run.json && grep -o '"x [^:]*": "[^"]*"' run.json
"x [mm]": "mm"
$ dalembert plot spring.mech --run run.json --show x --terminal | sed -n 2p | tr -d ' '
x[mm]
$ dalembert simulate spring.mech --to 1 --units cgs
error: the units must be `SI` or `declared`, not cgs [N0824]
[2]
