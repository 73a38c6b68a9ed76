The model gallery inside the program is the folder models/.

# one line each, sorted, with the title
$ dalembert examples >list
$ cut -d ' ' -f 1 list >names; ls "$MODELS" | sed -n 's/\.mech$//p' | LC_ALL=C sort | cmp - names
$ grep '^double-pendulum ' list
double-pendulum                         Planar double pendulum
$ grep -v '^[a-z0-9-]*  *[A-Z]' list
[1]

# the models are the same byte for byte
$ for n in $(cat names); do dalembert examples $n | cmp - "$MODELS/$n.mech"; done

# each is sound: derived and, at its initial state, evaluated without an error
$ for n in $(cat names); do
>   dalembert derive - --quiet <"$MODELS/$n.mech" >/dev/null || echo derive $n
>   dalembert eval - --quiet <"$MODELS/$n.mech" >/dev/null || echo eval $n
> done

# no such model; the ending is not part of the name
$ dalembert examples pendulums
dalembert: there is no example pendulums; dalembert examples lists them
[2]
$ dalembert examples double-pendulum.mech
dalembert: there is no example double-pendulum.mech; did you mean double-pendulum?
[2]
$ dalembert examples a b
dalembert: one [NAME] is enough: a and b
[2]
