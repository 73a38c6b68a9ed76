A search that would start on a pole starts beside it: 1/x' + y' = 1, z' + x' = 2, y' + z' = 0 have
x' = (3 - sqrt(5))/2 or (3 + sqrt(5))/2.

$ dalembert eval - --format json <<'END' | grep "\"x'\""
> coordinate x, y, z
> kinetic = x'^2 + y'^2 + z'^2
> constraint a: 1/x' + y' = 1
> constraint b: z' + x' = 2
> constraint c: y' + z' = 0
> END
    "x'": 0\.3819660112501[0-9]*, (re)
