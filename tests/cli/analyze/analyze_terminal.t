What `analyze` prints fits a terminal; elsewhere it has the width of a page. Progress, which slow machines
show on standard error, goes to a file.

$ at_terminal() { script -qec "stty cols $1; $2 2>errors" /dev/null | tr -d '\r'; }
$ for columns in 40 60 80; do at_terminal $columns "dalembert analyze $MODELS/two-bars.mech" >text; awk -v most=$columns 'length > most' text; done
$ dalembert analyze $MODELS/two-bars.mech >page; for f in page text; do tr -s ' \n' '\n\n' <$f >$f.words; done; cmp page.words text.words && echo the same words
the same words
$ dalembert analyze $MODELS/two-bars.mech | awk 'length > 80' | wc -l | tr -d ' '
[1-9][0-9]* (re)
