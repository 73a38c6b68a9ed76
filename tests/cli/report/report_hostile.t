Nothing that stands in a model becomes markup of the page or a command of the document.

$ judge=$TESTDIR/judge_page.py
$ cat >hostile.mech <<'END'
> # <script>alert(1)</script> --> ]]> </pre></code> & &amp; <!-- \end{document} \input{x} %
> system "</title></h1><script>alert('title')</script><img src=x onerror=alert(1)> & \input{x} $ % # _ ^ ~ {"
> parameter m_left = 1, theta1 = 2, k_script = 3, ё = 1, é = 2, ø_1 = 1, λ = 3, đ = 1
> coordinate x, onload, ψ2   # ' " < > ` ${x} \write18{x} → ∀ 漢
> kinetic = 1/2*m_left*x'^2 + 1/2*theta1*onload'^2 + 1/2*(ё + é + ø_1 + λ + đ)*ψ2'^2
> potential = k_script*x^2/2
> constraint no_slip: x' = onload'*cos(ψ2)
> observe width = x   # </script>
> initial x = 1
> simulate to 1
> claim "</td></table><script>alert('label')</script>" conserved energy
> claim "\end{longtable} & 100 % of $x_1^2$ # ~ \\" conserved energy
> deny "javascript:alert(1)' onclick='alert(2)" conserved x
> END
$ dalembert report hostile.mech -o hostile.html; python3 $judge hostile.html
1 of 1 pages are good

# the texts are there, as texts
$ cat >texts.py <<'END'
> import html.parser, re, sys
> class Reader(html.parser.HTMLParser):
>     text, tags = "", []
>     def handle_starttag(self, tag, attributes): self.tags.append(tag)
>     def handle_data(self, data): self.text += data
> page = open("hostile.html", encoding="utf-8").read()
> r = Reader(); r.feed(re.sub("<figure.*?</figure>", "", page, flags=re.S))   # figures repeat the title
> print(r.tags.count("script"), r.tags.count("img"), r.tags.count("title"))
> for line in open("hostile.mech", encoding="utf-8").read().split("\n"):
>     if line not in r.text: print("missing:", line)
> for text in ("</title></h1><script>alert('title')</script><img src=x onerror=alert(1)>",
>              "</td></table><script>alert('label')</script>"):
>     print(r.text.count(text))
> END
$ python3 texts.py
1 0 1
3
2

# lines that end as on other systems, and a text without an end of line
$ sed 's/$/\r/' hostile.mech >crlf.mech; dalembert report crlf.mech -o crlf.html; python3 $judge crlf.html
1 of 1 pages are good
$ printf %s "$(cat hostile.mech)" >cut.mech; dalembert report cut.mech -o cut.html; python3 $judge cut.html
1 of 1 pages are good

# letters that LaTeX does not have are named; commands are only those that the program writes
$ dalembert report --format latex hostile.mech -o hostile.tex
$ LC_ALL=C grep -c '\\input\|\\write' hostile.tex
0
[1]
$ grep -c 'textbackslash{}input' hostile.tex
3
$ grep -c '\\end{document}' hostile.tex
1
$ tail -n 1 hostile.tex
\end{document}
$ grep -o '\\text{\[U+[0-9A-F]*\]}' hostile.tex | sort | uniq
\text{[U+0111]}
\text{[U+0451]}
\text{[U+2200]}
\text{[U+6F22]}
$ python3 -c 'import sys; s = open("hostile.tex", encoding="utf-8").read(); print(sorted({c for c in s if ord(c) > 127}))'
['é', 'ø']
