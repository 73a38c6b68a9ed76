Growth vectors, linearizations and steady motions of random models, by judges of their own: local.py.

$ python3 $TESTDIR/local.py 6 1
