Help, version, and what is wrong with a command line. Help is on standard output.

$ dalembert --version
dalembert [0-9]+\.[0-9]+\.[0-9]+ (re)
$ dalembert --version --verbose
dalembert [0-9]+\.[0-9]+\.[0-9]+ (re)
built by (GNU|Clang) [0-9.]+ for [a-z0-9_]+ (re)
FLINT    [23]\.[0-9.]+ (re)
Arb      [23]\.[0-9.]+ (re)
MPFR     [0-9.]+ (re)
GMP      [0-9.]+ (re)
LAPACK   3\.[0-9.]+( \(OpenBLAS [0-9.]+\))?, lib(lapack|openblas|flexiblas)\.so.* (re)
CVODE    [67]\.[0-9.]+, libsundials_cvode\.so.* (re)
ARKODE   [67]\.[0-9.]+, libsundials_arkode\.so.* (re)
KLU     ( [67][0-9.]+,)? libsundials_sunlinsolklu\.so.* (re)
SPQR     CHOLMOD [0-9.]+, libspqr\.so.* (re)
HDF5     [12]\.[0-9.]+, libhdf5(_serial)?\.so.* (re)
$ dalembert --version --loud
dalembert: unexpected --loud after --version
[2]
$ dalembert --version --verbose x
dalembert: unexpected x after --version
[2]

# a library that is missing, and why
$ DALEMBERT_HDF5=/no/such.so dalembert --version --verbose | tail -n 1
HDF5     missing: /no/such.so: cannot open shared object file: No such file or directory

# SPQR of another generation than CHOLMOD, which would misread what it is given
$ mkdir other; echo 'int cholmod_l_version(int *v) { return v[0] = 99; }' >other.c
$ for l in $(dalembert --version --verbose | sed -n 's/^SPQR.*, //p') libspqr.so; do ${CC:-cc} -shared -fPIC other.c -o other/$l; done
$ LD_LIBRARY_PATH=other dalembert --version --verbose | grep SPQR
SPQR     missing: libspqr.so.* uses another CHOLMOD (re)

$ dalembert --help >help
$ sed 's/^dalembert [0-9.]*:/dalembert VERSION:/; s/   *[^ ].*$//' help | head -n 8
dalembert VERSION: constrained mechanics

usage: dalembert COMMAND [options]
$ grep '^  derive FILE\|^  eval FILE\|^  examples' help
  derive FILE              the equations of motion; --worksheet shows every step
  eval FILE                numbers at a state
  examples [NAME]          the model gallery: the list, or one model
$ tail -n 2 help
exit status: 0 done, 1 a claim or check fails or a run stops early,
             2 the input is wrong, 3 an internal limit or failure

# in other words
$ dalembert -h | cmp - help; dalembert help | cmp - help

# of each command
$ dalembert derive --help >derive; head -n 1 derive; grep -o '^ *-[a-z], --[a-z-]*\|^  *--[a-z-]*' derive
usage: dalembert derive FILE [options]
      --set
      --branch
      --method
      --independent
      --energy
      --format
      --worksheet
      --closed
      --matrix
      --dimensionless
      --tape
  -o, --output
      --limit
  -q, --quiet
  -h, --help
$ dalembert eval -h >eval; head -n 1 eval; grep -o '^ *-[a-z], --[a-z-]*\|^  *--[a-z-]*' eval
usage: dalembert eval FILE [options]
      --set
      --branch
      --method
      --independent
      --energy
      --format
      --at
      --tolerance
      --project
      --as-is
  -o, --output
      --limit
  -q, --quiet
  -h, --help
$ dalembert examples --help >examples; head -n 1 examples; grep -o '^ *-[a-z], --[a-z-]*\|^  *--[a-z-]*' examples
usage: dalembert examples [NAME] [options]
  -o, --output
  -q, --quiet
  -h, --help

# no line is wider than a terminal, none has spaces at its end
$ cat help derive eval examples | awk 'length > 100 || / $/'

# the methods are listed where they can be chosen, and all of them are known
$ sed -n '/^methods/,$p' derive | sed -n 2p
  lagrange                 Lagrange's equations
$ sed -n '/^methods/,$p' eval >methods; sed -n '/^methods/,$p' derive | cmp - methods
$ grep '^methods' examples
[1]
$ printf 'coordinate x\nkinetic = x%s^2\n' "'" >a.mech
$ for m in $(sed -n 's/^  \([a-z]*\) .*/\1/p' methods); do dalembert derive a.mech --method $m 2>&1 | grep 'no method'; done
[1]

# help neither needs nor reads a model
$ dalembert derive no-such.mech --help | cmp - derive

# every command in the list has help
$ for c in $(sed -n 's/^  \([a-z]*\) [F[].*/\1/p' help); do dalembert $c --help | head -n 1; done
usage: dalembert derive FILE [options]
usage: dalembert eval FILE [options]
usage: dalembert check FILE [options]
usage: dalembert analyze FILE [options]
usage: dalembert simulate FILE [options]
usage: dalembert sweep [FILE] [options]
usage: dalembert plot FILE [options]
usage: dalembert report FILE [options]
usage: dalembert export FILE [options]
usage: dalembert examples [NAME] [options]
usage: dalembert help [COMMAND] [options]

# no command
$ dalembert
dalembert: which command? see dalembert --help
[2]
$ dalembert integrate x.mech
dalembert: there is no command integrate; did you mean simulate?
[2]
$ dalembert ''
dalembert: there is no command ; see dalembert --help
[2]
$ dalembert --derive x.mech
dalembert: there is no command --derive; did you mean derive?
[2]
$ dalembert -v
dalembert: there is no command -v; see dalembert --help
[2]

# no model
$ dalembert derive
dalembert: derive needs a model file; see dalembert derive --help
[2]
$ dalembert eval --format json
dalembert: eval needs a model file; see dalembert eval --help
[2]

# two
$ dalembert derive a.mech b.mech
dalembert: one FILE is enough: a.mech and b.mech
[2]

# no such option
$ dalembert derive --fast a.mech
dalembert: derive has no option --fast; see dalembert derive --help
[2]
$ dalembert derive -x a.mech
dalembert: derive has no option -x; see dalembert derive --help
[2]
$ dalembert eval --worksheet a.mech
dalembert: eval has no option --worksheet, which derive takes
[2]
$ dalembert derive --at x=1 a.mech
dalembert: derive has no option --at, which eval, analyze, simulate and others take
[2]
$ dalembert examples --format json
dalembert: examples has no option --format, which derive, eval, check and others take
[2]

# an argument is missing
$ dalembert derive a.mech --format
dalembert: --format needs FORMAT after it
[2]
$ dalembert derive a.mech --method
dalembert: --method needs NAME after it
[2]
$ dalembert derive a.mech -o
dalembert: --output needs FILE after it
[2]
$ dalembert eval a.mech --at
dalembert: --at needs STATE after it
[2]
$ dalembert eval a.mech --set
dalembert: --set needs LIST after it
[2]

# or one too many
$ dalembert derive a.mech --worksheet=yes
dalembert: --worksheet takes no value
[2]
$ dalembert derive a.mech --quiet=
dalembert: --quiet takes no value
[2]

# the tolerance is a positive number
$ dalembert eval a.mech --tolerance tiny
dalembert: --tolerance needs a positive number, not tiny
[2]
$ dalembert eval a.mech --tolerance -1e-8
dalembert: --tolerance needs a positive number, not -1e-8
[2]
$ dalembert eval a.mech --tolerance 0
dalembert: --tolerance needs a positive number, not 0
[2]
$ dalembert eval a.mech --tolerance inf
dalembert: --tolerance needs a positive number, not inf
[2]
$ dalembert eval a.mech --tolerance ''
dalembert: --tolerance needs a positive number, not 
[2]

# two ways to treat a state
$ dalembert eval a.mech --project --as-is
dalembert: --project and --as-is exclude each other
[2]

# mistakes on the command line are reported before the model is read
$ dalembert derive no-such.mech --format pdf
dalembert: --format is text, latex or json, not pdf
[2]

# sixteen --set are enough
$ printf 'parameter a\ncoordinate x\nkinetic = x%s^2\n' "'" >a.mech
$ dalembert derive a.mech $(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo --set a=$i; done) | grep "''"
    2*x'' = 0
    x'' = 0
$ dalembert derive a.mech $(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do echo --set a=$i; done)
dalembert: --set is given more than 16 times
[2]
