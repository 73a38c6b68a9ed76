Text that does not belong to the language: bytes, characters, labels, brackets, lines.

# Latin-1 instead of UTF-8; the column counts characters
$ printf 'coordinate x\n# caf\351\nkinetic = x%s^2\n' "'" | dalembert derive - 2>&1 | LC_ALL=C tr '\200-\377' '?'
<stdin>:2:6: error: this is not UTF-8 text [N0101]
    2 | # caf?
      |      ^
help: save the text in the encoding UTF-8

# once a line, also inside a label
$ printf 'system "caf\351 \351"\ncoordinate x\nkinetic = x%s^2\n# \377\n' "'" | dalembert derive - 2>&1 | LC_ALL=C tr '\200-\377' '?'
<stdin>:1:12: error: this is not UTF-8 text [N0101]
    1 | system "caf? ?"
      |            ^
help: save the text in the encoding UTF-8
<stdin>:4:3: error: this is not UTF-8 text [N0101]
    4 | # ?
      |   ^
help: save the text in the encoding UTF-8

# a zero byte
$ printf 'coordinate x\nkinetic = x\000^2\n' | dalembert derive -
<stdin>:2:12: error: unexpected the character U+0000 [N0103]
    2 | kinetic = x?^2
      |            ^
[2]

# an escape character does not reach the terminal
$ printf 'coordinate x\nkinetic = \033[31mx^2\n' | dalembert derive -
<stdin>:2:11: error: unexpected the character U+001B [N0103]
    2 | kinetic = ?[31mx^2
      |           ^
[2]

# a byte order mark is accepted
$ printf '\357\273\277coordinate x\r\nkinetic = 1/2*x%s^2\r\n' "'" | dalembert derive - | grep "x''"
    x'' = 0

# CRLF: the places are the same, and no carriage return is shown
$ printf 'coordinate x\r\nkinetic = 1/2*m*x%s^2\r\n' "'" | dalembert derive - 2>&1 | tr '\r' '?'
<stdin>:2:15: error: m is not declared [N0201]
    2 | kinetic = 1/2*m*x'^2
      |               ^
help: declare it above: `parameter m` or `coordinate m`

# a tab is one column wide, in the line and in the place
$ printf 'coordinate x\nkinetic\t=\tm*x%s^2\n' "'" | dalembert derive -
<stdin>:2:11: error: m is not declared [N0201]
    2 | kinetic = m*x'^2
      |           ^
help: declare it above: `parameter m` or `coordinate m`
[2]

# characters that people copy from papers
$ dalembert derive - <<'EOF'
> coordinate x
> parameter m = 1, k = 2
> kinetic = 1/2·m·x'^2
> potential = k × x²/2
> force x = –x
> dissipation = x’^2
> EOF
<stdin>:3:14: error: unexpected · [N0103]
    3 | kinetic = 1/2·m·x'^2
      |              ^
help: multiplication is written *
<stdin>:4:15: error: unexpected × [N0103]
    4 | potential = k × x²/2
      |               ^
help: multiplication is written *
<stdin>:5:11: error: unexpected – [N0103]
    5 | force x = –x
      |           ^
help: minus is written -
<stdin>:6:16: error: unexpected ’ [N0103]
    6 | dissipation = x’^2
      |                ^
help: the time derivative of x is written x'
[2]

# more of them
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = {x'^2};
> potential = \theta
> force x = x ÷ 2
> claim “energy” conserved x'
> EOF
<stdin>:2:11: error: unexpected { [N0103]
    2 | kinetic = {x'^2};
      |           ^
help: brackets are ( ) and, for vectors, [ ]
<stdin>:3:13: error: unexpected \ [N0103]
    3 | potential = \theta
      |             ^
help: a Greek letter is written by its name: theta
<stdin>:4:13: error: unexpected ÷ [N0103]
    4 | force x = x ÷ 2
      |             ^
help: division is written /
<stdin>:5:7: error: unexpected “ [N0103]
    5 | claim “energy” conserved x'
      |       ^
help: a label is written "like this"
[2]

# signs of other languages
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = x'**2
> potential = x == 1
> force x = x $ 2
> dissipation = !x
> let a = x & 1
> EOF
<stdin>:2:14: error: a value is needed here, not * [N0301]
    2 | kinetic = x'**2
      |              ^
help: a power is written ^
<stdin>:3:15: error: the end of the line is needed here, not = [N0402]
    3 | potential = x == 1
      |               ^
<stdin>:4:13: error: unexpected $ [N0103]
    4 | force x = x $ 2
      |             ^
<stdin>:5:15: error: unexpected ! [N0103]
    5 | dissipation = !x
      |               ^
<stdin>:6:11: error: unexpected & [N0103]
    6 | let a = x & 1
      |           ^
[2]

# a label ends on its line
$ dalembert derive - <<'EOF'
> system "Pendulum
> coordinate x
> kinetic = x'^2
> EOF
<stdin>:1:8: error: the label has no closing quote in this line [N0104]
    1 | system "Pendulum
      |        ^^^^^^^^^
[2]

# brackets that are not closed: the lines that follow are read all the same
$ dalembert derive - <<'EOF'
> parameter m = 1
> coordinate x
> point P mass m at [x, (x + 1)
> kinetic += 1/2*(m*x'^2
> potential = sin(x
> force x = k
> EOF
<stdin>:3:19: error: [ is not closed [N0105]
    3 | point P mass m at [x, (x + 1)
      |                   ^
<stdin>:4:16: error: ( is not closed [N0105]
    4 | kinetic += 1/2*(m*x'^2
      |                ^
<stdin>:5:16: error: ( is not closed [N0105]
    5 | potential = sin(x
      |                ^
<stdin>:6:11: error: k is not declared [N0201]
    6 | force x = k
      |           ^
help: declare it above: `parameter k` or `coordinate k`
[2]

# at the end of the text
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*(x'^2
> EOF
<stdin>:2:15: error: ( is not closed [N0105]
    2 | kinetic = 1/2*(x'^2
      |               ^
[2]

# brackets that are closed but were not opened
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2)
> potential = x]
> EOF
<stdin>:2:19: error: the end of the line is needed here, not ) [N0402]
    2 | kinetic = 1/2*x'^2)
      |                   ^
<stdin>:3:14: error: the end of the line is needed here, not ] [N0402]
    3 | potential = x]
      |              ^
[2]

# brackets of two kinds
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*(x'^2]
> potential = cross([x, 0, 0), [1, 2, 3]).z
> EOF
<stdin>:2:20: error: ) is needed here, not ] [N0402]
    2 | kinetic = 1/2*(x'^2]
      |                    ^
<stdin>:3:27: error: ] is needed here, not ) [N0402]
    3 | potential = cross([x, 0, 0), [1, 2, 3]).z
      |                           ^
[2]

# a long name
$ name=$(printf '%0250d' 0 | tr 0 a); printf 'coordinate x\nkinetic = %s*x\n' "$name" | dalembert derive - 2>&1 | sed 's/aaaaa*/aa..a/; s/^^^^^*/^^..^/'
<stdin>:2:11: error: a name may have at most 200 bytes; this one is longer [N0106]
    2 | kinetic = aa..a …
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

# a file that is data, not text
$ head -c 17000000 /dev/zero | tr '\0' '\n' | dalembert derive -
<stdin>:1:1: error: the text is larger than 16 MiB [N0102]
    1 | 
      | ^
[2]

# a line continues after an operator, a comma or an open bracket, and not before
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = x^2
>           + x^4
> EOF
<stdin>:4:11: error: + does not start a statement [N0401]
    4 |           + x^4
      |           ^
help: a line continues if it ends with an operator, a comma or an open bracket
[2]

# a hundred brackets are enough
$ printf 'coordinate x\nkinetic = %s\n' "$(printf '%0600d' 0 | tr 0 '(')" | dalembert derive - 2>&1 | sed 's/((((*/((..(/; s/    *^/  ^/'
<stdin>:2:111: error: brackets, powers and calls are nested more than 100 deep [N0303]
    2 | … ((..( …
      |  ^

# a mistake in the last line, which has no end
$ printf 'coordinate x\nkinetic = y' | dalembert derive -
<stdin>:2:11: error: y is not declared [N0201]
    2 | kinetic = y
      |           ^
help: declare it above: `parameter y` or `coordinate y`
[2]

# of a long line, the part around the place
$ { printf 'coordinate x\nkinetic = %s' "x'^2/2"; printf ' + x%.0s' $(seq 100); printf ' + yy'; printf ' + x%.0s' $(seq 100); } | dalembert derive -
<stdin>:2:420: error: yy is not declared [N0201]
    2 | … x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + yy + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + …
      |                                                                                   ^^
help: declare it above: `parameter yy` or `coordinate yy`
[2]
