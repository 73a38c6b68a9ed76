-o: a file is complete or absent.

$ printf 'coordinate x\nkinetic = 1/2*x%s^2\n' "'" >good.mech
$ printf 'coordinate x\n' >bad.mech

# nothing on standard output
$ dalembert derive good.mech -o out.txt
$ dalembert derive good.mech | cmp - out.txt

# the same by its long name, in both forms
$ dalembert derive good.mech --output a.txt; dalembert derive good.mech --output=b.txt; cmp a.txt b.txt

# - is standard output
$ dalembert derive good.mech -o - | cmp - out.txt; ls -- -
ls: cannot access '-': No such file or directory
[2]

# an existing file is replaced
$ echo old >old.txt; dalembert derive good.mech -o old.txt; cmp old.txt out.txt

# and keeps the usual permissions
$ (umask 022; rm -f out.txt; dalembert derive good.mech -o out.txt; ls -l out.txt | cut -c1-10)
-rw-r--r--

# after a mistake it is untouched, or absent
$ echo precious >old.txt; dalembert derive bad.mech -o old.txt 2>/dev/null; cat old.txt
precious
$ dalembert derive bad.mech -o new.txt 2>/dev/null
[2]
$ ls
a.txt
b.txt
bad.mech
good.mech
old.txt
out.txt

# a method that is not there
$ dalembert derive good.mech --method magic -o old.txt 2>/dev/null; cat old.txt
precious

# a folder that is not there
$ dalembert derive good.mech -o no/such/folder.txt
dalembert: cannot write no/such/folder.txt: No such file or directory
[2]

# a folder instead of a file
$ mkdir folder; dalembert derive good.mech -o folder; ls folder
dalembert: cannot write folder: Is a directory
$ dalembert derive good.mech -o ''
dalembert: cannot write : No such file or directory
[2]

# nothing is left behind
$ ls
a.txt
b.txt
bad.mech
folder
good.mech
old.txt
out.txt

# standard output that is full
$ dalembert derive good.mech >/dev/full
dalembert: cannot write standard output: No space left on device
[3]
$ dalembert derive good.mech -o /dev/full
dalembert: cannot write /dev/full: No space left on device
[3]

# eval and examples write the same way
$ dalembert eval good.mech -o e.json --format json; head -n 2 e.json
{
  "t": 0,
$ dalembert examples double-pendulum -o d.mech; cmp d.mech "$MODELS"/double-pendulum.mech
$ dalembert examples no-such-model -o f.mech; ls f.mech
dalembert: there is no example no-such-model; dalembert examples lists them
ls: cannot access 'f.mech': No such file or directory
[2]
