# A report lists the first and the last events, with what they changed.
$ dalembert report $MODELS/bouncing-ball.mech -o ball.html
$ grep -c '<td>impact floor</td>' ball.html
19
$ grep -o '<td>1</td><td>impact floor</td>.*' ball.html | sed 's/<math.*<.math>/y/'
<td>1</td><td>impact floor</td><td>y: −10 → 5</td><td>15</td><td>37.5</td></tr>
$ grep -o '… and [0-9]* more: <code>dalembert simulate --events FILE MODEL' ball.html
… and 3 more: <code>dalembert simulate --events FILE MODEL
$ grep -o '<td>3</td><td>contact floor</td>' ball.html
<td>3</td><td>contact floor</td>
$ grep -c 'Energy lost at events' ball.html
1

# Animations know when something was struck, and what.
$ grep -o '"events":.{"t":1,"text":"impact floor","points":.[0-9]*.}' ball.html
"events":[{"t":1,"text":"impact floor","points":[0]}
$ grep -o '23 events are marked' ball.html
23 events are marked

# Events of one time are one mark; a `when` has its label.
$ dalembert report $MODELS/ball-in-box.mech | grep -o '"t":1.5,"text":"[^"]*"'
"t":1.5,"text":"impact right, impact top"
$ dalembert report --limit time=100 $MODELS/trebuchet.mech | grep -o '<td>let go</td>'
<td>let go</td>

# As LaTeX; without events there is no table.
$ dalembert report --limit time=100 --format latex $MODELS/rocking-block.mech | grep -c 'to the right & '
3
$ dalembert report $MODELS/double-pendulum.mech | grep -c 'What happened'
0
[1]
