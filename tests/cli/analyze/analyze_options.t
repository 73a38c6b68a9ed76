What `analyze` is asked for.

$ printf 'coordinate x\nkinetic = 1/2*x'"'"'^2\n' >model.mech
$ dalembert analyze model.mech --only energies
error: there is no part energies of an analysis: there are constraints, integrals, equilibria, linearization and singular [N0901]
[2]
