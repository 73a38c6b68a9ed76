Completion for shells, made from the tables of commands and options.

$ for s in bash zsh fish; do dalembert completion $s >$s || echo $?; done
$ bash -n bash; zsh -n zsh; fish -n fish
$ dalembert completion csh
dalembert: completion is for bash, zsh or fish, not csh
[2]
$ dalembert completion
dalembert: completion needs SHELL; see dalembert completion --help
[2]

# bash, as its own completion calls it: the words so far, and what comes next
$ cat >drive <<'END'
> source ./bash
> try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dalembert; printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd ' '; }
> complete -p dalembert
> try dalembert de; try dalembert ex; try dalembert --ver; try dalembert nosuch -
> try dalembert derive --m; try dalembert derive --method ha; try dalembert derive --method = app; try dalembert derive --method =
> try dalembert derive rattleb; try dalembert derive kepler-
> try dalembert derive -o my; try dalembert derive my; try dalembert derive -- --; try dalembert derive --set m
> try dalembert simulate --integrator a; try dalembert report --format ''; try dalembert eval --format ''; try dalembert plot --script ''
> try dalembert help si; try dalembert completion ''; try dalembert examples two
> END
$ touch 'my model.mech' my.csv my.mech; mkdir folder; bash drive
complete -F _dalembert dalembert
derive
examples export
--version

--matrix --method
hamel hamilton
appell
appell hamel hamilton lagrange multipliers udwadia whittaker
rattleback
kepler-cartesian kepler-plane
my model.mech my.csv my.mech
my model.mech my.mech


adams
html latex
json latex text
folder
simulate
bash fish zsh
two-bars

# every option of every command is offered, and no other
$ cat >all <<'END'
> source ./bash
> for c in $(sed -n 's/^  \([a-z]*\) [FS[].*/\1/p' <(dalembert help)); do
>   COMP_WORDS=(dalembert $c -); COMP_CWORD=2; _dalembert
>   diff <(printf '%s\n' "${COMPREPLY[@]}" | grep -- -- | sort) <(dalembert help $c | grep -o '^ *\(-[a-zA-Z], \)\?--[a-z-]*' | grep -o -- '--.*' | sort) || echo $c
> done
> END
$ bash all

# fish completes by itself; the values of an option have its help beside them
$ cat >ask <<'END'
> source ./fish
> for line in "dalembert der" "dalembert derive --meth" "dalembert derive --method hami" "dalembert derive rattleb" "dalembert report --format h" "dalembert help comp"
>   complete -C "$line" | cut -f 1 | string join " "
> end
> END
$ fish ask; true
derive
--method
hamilton
rattleback
html
completion

# zsh, in a terminal of its own: each line, a tab, and what then stands there
$ cat >ask.zsh <<'END'
> zmodload zsh/zpty; zpty z 'ZDOTDIR=/nonexistent TERM=dumb COLUMNS=500 zsh -f -i'
> zpty -w z 'PS1=; fpath=(. $fpath); autoload -Uz compinit; compinit -D -u; source ./zsh; compdef _dalembert dalembert; echo rea''dy'
> zpty -r z out '*ready*'
> ask() { zpty -n -w z "dalembert $1"$'\t'; zpty -r z out "*$2*" && echo "$2|"; zpty -n -w z $'\C-u' }
> ask deri 'derive '; ask 'derive --wor' '--worksheet '; ask 'derive --method hamil' 'hamilton '; ask 'derive rattleb' 'rattleback '
> ask 'report --format=h' 'html '; ask 'derive -q my.' 'my.mech '; ask 'plot --sho' '--show='
> zpty -d z
> END
$ timeout 60 zsh ask.zsh </dev/null
derive |
--worksheet |
hamilton |
rattleback |
html |
my.mech |
--show=|
