The benchmark bicycle at 5 m/s: -0.322866429004087, -0.775341882195845 +- 4.46486771378823i,
-14.0783896927982 (table 2 of the paper).

$ dalembert analyze "$TESTDIR/model.mech" --steady "x'=5"
Whipple bicycle

Steady motion
    x = 0, y = 0, psi = 0, phi = 0, theta = 0, delta = 0, alpha = 0, beta = 0, x' = 5, y' = 0,
       psi' = 0, phi' = 0, theta' = 0, delta' = 0, alpha' = 16.66667, beta' = 14.28571
    constant are phi, delta, psi', phi', alpha'; nothing depends on x, y, psi, alpha, beta
    stable to first order, except for neutral directions
       lambda = -0.3228664, decays with time constant 3.097
       lambda = -0.7753419 +- 4.464868i, decays with time constant 1.29, period 1.40725
       lambda = -14.07839, decays with time constant 0.07103
       lambda = 0, 1 time
