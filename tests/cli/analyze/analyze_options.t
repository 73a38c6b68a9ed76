Requests to `analyze`.

$ printf 'coordinate x\nkinetic = 1/2*x'"'"'^2\n' >model.mech
$ dalembert analyze model.mech --only energies
error: unknown part energies of an analysis: use constraints, integrals, equilibria, linearization or singular [N0901]
[2]
