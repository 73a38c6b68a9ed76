Claims under conditions that have a piece which no factor shows; hidden.py makes them at random.

$ python3 "$TESTDIR"/hidden.py 12 7
0 wrong
