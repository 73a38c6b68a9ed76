Numbers are printed so that they read back exactly, and no longer than needed.

$ cat >numbers.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> END
$ x() { dalembert eval numbers.mech --format json --at "x=$1" | sed -n 's/^    "x": //p'; }

$ for n in 0.1 1/3 2/3 1e23 123456789012345678 1e-7 1e21 1e22 1.7976931348623157e308 2^53+1 -0.5 0.1+0.2 100 1e5 4.35 pi; do x $n; done
0.1
0.3333333333333333
0.6666666666666666
1e+23
1.2345678901234568e+17
1e-07
1e+21
1e+22
1.7976931348623157e+308
9007199254740992
-0.5
0.3
100
100000
4.35
3.141592653589793

# numbers are exact until they become doubles: 0.1 + 0.2 is 0.3, and a third times three is one
$ x 0.1+0.2-0.3; x 1/3*3; x 1e400/1e399
0
1
10

# what is read is what is printed
$ for n in 0.1 0.3333333333333333 1e+23 2.2250738585072014e-308; do printf 'x\n%s\n' $n >n.csv; dalembert eval numbers.mech --at @n.csv --format json | sed -n 's/^      "x": //p'; done
0.1
0.3333333333333333
1e+23
2.2250738585072014e-308

# what is not finite is null in JSON; the state is printed all the same
$ dalembert eval - --format json <<'END' | sed -n '/obs/,$p'
> coordinate x
> kinetic = 1/2*x'^2
> observe a = 1/x, b = log(x), c = sqrt(x - 1), d1 = x
> END
  "observables": {
    "a": null,
    "b": null,
    "c": null,
    "d1": 0
  }
}
$ dalembert eval - <<'END' | sed -n '/obs/,$p'
> coordinate x
> kinetic = 1/2*x'^2
> observe a = 1/x, b = log(x), c = sqrt(x - 1), d1 = x
> END
observables
  a      = inf
  b      = -inf
  c      = -?nan (re)
  d1     = 0
