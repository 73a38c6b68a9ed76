dalembert export: what is wrong, and what does no harm.

$ printf 'parameter k\ncoordinate x\nkinetic = 1/2*x%s^2\npotential = k*x^2\n' "'" >open.mech
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\n' "'" >good.mech

# other languages
$ dalembert export good.mech --target cobol
error: equations are exported as `c`, `js`, `python`, `matlab`, `fortran`, `rust`, `fmu2`, `fmu3`, not as cobol [N0821]
[2]
$ dalembert export good.mech --target C
error: equations are exported as `c`, `js`, `python`, `matlab`, `fortran`, `rust`, `fmu2`, `fmu3`, not as C [N0821]
[2]
$ dalembert export good.mech --target c | head -n 1
/[*] A model: the equations of motion by the method lagrange, written by dalembert .* (re)

# a parameter without a value; a file that is there stays as it is
$ echo precious >old.c; dalembert export open.mech -o old.c
open.mech:1:11: error: the parameter k has no value [N0704]
    1 | parameter k
      |           ^
help: give it one: --set k=1
[2]
$ cat old.c; ls
precious
good.mech
old.c
open.mech
$ dalembert export open.mech --set k=1 -o old.c; grep -c precious old.c
0
[1]
$ dalembert export good.mech -o no/such/folder.c
dalembert: cannot write no/such/folder.c: No such file or directory
[2]
$ dalembert export good.mech >/dev/full
dalembert: cannot write standard output: No space left on device
[3]

# other mistakes
$ dalembert export no-such.mech
error: no-such.mech: No such file or directory [N0601]
[2]
$ dalembert export good.mech --method magic 2>&1 | head -n 1
error: unknown method magic [N0701]
$ dalembert export
dalembert: export needs a model file; see dalembert export --help
[2]

# titles stay in their comments, whatever they are
$ hostile() { printf 'system "%b"\n' "$1" | cat - good.mech >hostile.mech; }
$ check() { for cc in gcc clang; do $cc -std=c99 -trigraphs -Wall -Wextra -Wpedantic -Werror hostile.c -lm -o hostile && ./hostile | tail -n 1; done; }
$ hostile '*/ int bad(void) { return system(\0047rm\0047); } /*'; dalembert export hostile.mech -o hostile.c; check; head -n 1 hostile.c | cut -c1-60
10,0,0,0
10,0,0,0
/* * / int bad(void) { return system('rm'); } / *: the equat
$ hostile 'a ??/ b *\\r/ int bad; \\\\'; dalembert export hostile.mech -o hostile.c; check
10,0,0,0
10,0,0,0
$ hostile '%%s%%n \\'; dalembert export hostile.mech -o hostile.c; check
10,0,0,0
10,0,0,0

# also when the program compiles for itself
$ hostile '*/ int rate = 1; /*'; dalembert simulate hostile.mech --to 1 --every 1 --code native 2>&1 | grep -v second | sed 's/, [^,]* s$//'
t,x,x',energy,constraint_error
0,0,0,0,0
1,0,0,0,0
t = 0 to 1: the end was reached
.* right-hand sides, compiled (re)
energy 0, changed by at most 0; largest constraint error 0

# names that C, its headers and compilers reserve
$ cat >names.mech <<'END'
> parameter M_E = 2, out = 3, asm = 1, gamma = 1, signgam = 1, y1 = 1, NAN = 1, unix = 1, bool = 1, names_start = 1, v12 = 1
> coordinate x, d, J, int, p, y
> kinetic = 1/2*(x'^2 + d'^2 + J'^2 + int'^2 + p'^2 + y'^2)
> force x += M_E*out*asm*gamma*signgam*y1*NAN*unix*bool*names_start*v12
> END
$ dalembert export names.mech -o names.c
$ for cc in "gcc" "gcc -std=c99" "clang" "clang -std=c99"; do $cc -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror names.c -lm -o names && ./names 1 | tail -n 1 | awk -F, '{ printf "%.9g %.9g\n", $2, $8 }'; done
3 6
3 6
3 6
3 6
$ dalembert simulate names.mech --to 1 --every 1 --code native -q | tail -n 1 | awk -F, '{ printf "%.9g %.9g\n", $2, $8 }'
3 6
$ for title in '\\' "'; bad" '*/ bad' '{{names}}'; do hostile "$title"; dalembert export hostile.mech --target js >hostile.js && node -e 'require("./hostile.js")' && dalembert export hostile.mech --target python >hostile.py && /usr/bin/python3 -B hostile.py && echo good; done
good
good
good
good
