dalembert export: models as FMUs.

$ printf 'parameter k = 2\ncoordinate x\nkinetic = 1/2*x%s^2\npotential = k*x^2\n' "'" >good.mech
$ list() { /usr/bin/python3 -c "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep='\n')" "$1"; }

# the ending is enough; the newer version is asked for
$ dalembert export good.mech -o good.fmu --source-only && list good.fmu
modelDescription.xml
sources/good.c
documentation/index.html
resources/good.mech
$ dalembert export good.mech --target fmu3 --input k -o three.fmu --source-only && list three.fmu
modelDescription.xml
sources/good.c
sources/buildDescription.xml
documentation/index.html
resources/good.mech

# the same model gives the same bytes, also through a pipe
$ dalembert export good.mech --target fmu2 --source-only | cmp - good.fmu && echo same
same

# a parameter without a value that nothing depends on: a start value is a number
$ printf 'parameter k = 2, unused\ncoordinate x\nkinetic = 1/2*x%s^2\npotential = k*x^2\n' "'" >unused.mech
$ dalembert export unused.mech --source-only -o unused.fmu
$ /usr/bin/python3 -c "import zipfile; print(zipfile.ZipFile('unused.fmu').read('modelDescription.xml').decode())" | grep -o 'name="unused".*'
name="unused" valueReference="2" causality="parameter" variability="tunable" initial="exact"><Real start="0"/></ScalarVariable>
$ rm unused.fmu

# what is wrong
$ dalembert export good.mech --target fmu3 --input nothing -o bad.fmu
error: .*nothing.* (re)
[2]
$ DALEMBERT_CC=/no/such/compiler dalembert export good.mech -o bad.fmu
error: the FMU has no compiled code: no C compiler found (tried /no/such/compiler) [N0825]
help: --source-only leaves the compiled code out
[2]
$ dalembert export kepler-plane --method whittaker --target fmu2 -o bad.fmu
error: an FMU advances by time, which the method whittaker does not [N0827]
[2]
$ printf 'coordinate x\npoint P mass 1 at [x, 0]\nforce x = -sign(x%s)\nconstraint wall: x <= 1\ninitial x%s = 1\n' "'" "'" >dry.mech
$ dalembert export dry.mech -o bad.fmu
error: the model cannot be exported as an FMU: forces switch along it, beside constraints that come and go [N0828]
[2]
$ printf 'coordinate x, y\npoint P mass 1 at [x, y]\nconstraint bend: y = max(x, 0)\ninitial x = -1, x%s = 1\n' "'" >bend.mech
$ dalembert export bend.mech -o bad.fmu
bend.mech:3:18: error: velocities jump with the constraint bend where x = 0, and exported equations cannot follow that [N0899]
    3 | constraint bend: y = max(x, 0)
      |                  ^^^^^^^^^^^^^
[2]
$ ls *.fmu
good.fmu
three.fmu
