Texts of a model are texts, in files, in scripts and in terminals.

$ cat >evil.mech <<'END'
> system "'; system('touch owned') # </text><script>alert(1)</script> `touch owned` $(touch owned) {/=99 big} \U+003C & &lt; @x ^_~"
> parameter m_left = 1
> coordinate theta1, x_y_z
> point P_1 mass m_left at [theta1, x_y_z]
> initial theta1' = 1, x_y_z' = 2
> simulate to 1
> END
$ dalembert plot evil.mech --show orbits --show "theta1', x_y_z" -o evil.svg
$ dalembert plot evil.mech --show orbits --script kept && (cd kept && gnuplot figure.gp)
$ for f in evil.svg kept/figure.svg; do /usr/bin/python3 - $f <<'END'
> import sys, xml.etree.ElementTree as tree
> texts = ["".join(e.itertext()) for e in tree.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text")]
> print(texts.count(open("evil.mech").readline()[8:-2]))
> END
> done
1
1
$ grep -c '<script' evil.svg
0
[1]
$ dalembert plot evil.mech -o evil.png && dalembert plot evil.mech -o evil.pdf && ls
evil.mech
evil.pdf
evil.png
evil.svg
kept

# control characters of a name on the command line reach no terminal
$ dalembert plot evil.mech --set "m_left=1" --set "m_left = 2" --show theta1 --terminal | grep -c "$(printf '\033')"
0
[1]
