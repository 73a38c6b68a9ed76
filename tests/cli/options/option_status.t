Exit statuses: 0 done, 2 the input is wrong. (1 is for claims and runs, 3 for limits and failures.)

$ printf 'coordinate x\nkinetic = 1/2*x%s^2\n' "'" >good.mech
$ dalembert derive good.mech >/dev/null; echo $?
0
$ dalembert eval good.mech >/dev/null; echo $?
0
$ dalembert examples >/dev/null; echo $?
0
$ dalembert --help >/dev/null; echo $?
0
$ printf 'gravity = [0, 0]\n' | cat good.mech - >warn.mech
$ dalembert derive warn.mech >/dev/null 2>&1; echo $?
0
$ for c in "derive no-such" "derive" "derive good.mech --method no" "derive good.mech --format no" "eval good.mech --at no=1" \
>   "eval good.mech --at @no" "eval good.mech --set no=1" "examples no" "no" "derive good.mech -o no/no" "eval good.mech --tolerance no"; do
>   dalembert $c >/dev/null 2>&1; echo $? $c
> done
2 derive no-such
2 derive
2 derive good.mech --method no
2 derive good.mech --format no
2 eval good.mech --at no=1
2 eval good.mech --at @no
2 eval good.mech --set no=1
2 examples no
2 no
2 derive good.mech -o no/no
2 eval good.mech --tolerance no

# a result that does not exist: the model is asked for something wrong
$ printf 'coordinate x, y\nkinetic = 1/2*x%s^2\n' "'" | dalembert eval - >/dev/null 2>&1; echo $?
2

# messages are on standard error, results on standard output
$ dalembert derive no-such >out 2>err; wc -c <out | tr -d ' '; grep -c . err
0
1
$ dalembert derive warn.mech 2>/dev/null | grep "''"
    x'' = 0
