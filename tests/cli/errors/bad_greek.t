Greek and other letters: columns and carets count characters, names are shown as they are known.

# the caret stands under the name
$ dalembert derive - <<'EOF'
> parameter λ1 = 1, m = 2
> coordinate θ, φ
> kinetic = 1/2*m*(θ'^2 + φ'^2) + χ
> potential = -cos(θ)*μ*cos(φ)
> EOF
<stdin>:3:33: error: chi is not declared [N0201]
    3 | kinetic = 1/2*m*(θ'^2 + φ'^2) + χ
      |                                 ^
help: did you mean phi?
<stdin>:4:21: error: mu is not declared [N0201]
    4 | potential = -cos(θ)*μ*cos(φ)
      |                     ^
help: declare it above: `parameter mu` or `coordinate mu`
[2]

# Greek letters and their names are the same
$ dalembert derive - <<'EOF'
> coordinate θ
> coordinate theta
> kinetic = θ'^2
> EOF
<stdin>:2:12: error: theta is already declared, as a coordinate [N0202]
    2 | coordinate theta
      |            ^^^^^
help: the first one is in line 1
[2]

# did you mean
$ dalembert derive - <<'EOF'
> parameter Δlength = 2
> coordinate θ
> kinetic = Δlenght*θ'^2
> EOF
<stdin>:3:11: error: Deltalenght is not declared [N0201]
    3 | kinetic = Δlenght*θ'^2
      |           ^^^^^^^
help: did you mean Deltalength?
[2]

# a prime of the typesetter is a prime
$ dalembert derive - <<'EOF'
> coordinate φ
> kinetic = 1/2*φ′^2 + φ‴
> EOF
<stdin>:2:23: error: unexpected ‴ [N0103]
    2 | kinetic = 1/2*φ′^2 + φ‴
      |                       ^
[2]

# other alphabets
$ dalembert derive - <<'EOF'
> coordinate größe, длина
> kinetic = größe'^2 + длина'^2 + ширина
> EOF
<stdin>:2:33: error: ширина is not declared [N0201]
    2 | kinetic = größe'^2 + длина'^2 + ширина
      |                                 ^^^^^^
help: declare it above: `parameter ширина` or `coordinate ширина`
[2]

# characters outside the basic plane
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 𝐱'^2 + 😀
> EOF
<stdin>:2:11: error: 𝐱 is not declared [N0201]
    2 | kinetic = 𝐱'^2 + 😀
      |           ^
help: declare it above: `parameter 𝐱` or `coordinate 𝐱`
<stdin>:2:18: error: unexpected 😀 [N0103]
    2 | kinetic = 𝐱'^2 + 😀
      |                  ^
[2]

# combining marks are no letters
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = x̂'^2
> EOF
<stdin>:2:12: error: unexpected ̂ [N0103]
    2 | kinetic = x̂'^2
      |            ^
[2]

# a place far right of wide characters
$ dalembert derive - <<'EOF'
> system "Ünïcödé «θεωρία»"  # 漢字
> coordinate x
> kinetic = x'^2  + y  # 漢字
> EOF
<stdin>:3:19: error: y is not declared [N0201]
    3 | kinetic = x'^2  + y  # 漢字
      |                   ^
help: declare it above: `parameter y` or `coordinate y`
[2]
