// Search in the pages, without a server: the texts are in search-data.js, which sets PAGES.

function words(text) {
  return text.toLowerCase().split(/[^\p{L}\p{N}_'-]+/u).filter(Boolean);
}

// How well a section fits: all words must occur, those in its headings count more.
function score(section, query) {
  let sum = 0;
  for (const word of query) {
    const inHeading = section.h.toLowerCase().includes(word), inTitle = section.t.toLowerCase().includes(word);
    let count = 0;
    for (let at = section.low.indexOf(word); at >= 0 && count < 20; at = section.low.indexOf(word, at + 1)) count++;
    if (count === 0 && !inHeading && !inTitle) return 0;
    sum += 12 * inHeading + 6 * inTitle + Math.log2(1 + count);
  }
  return sum;
}

function search(text) {
  const query = words(text);
  if (query.length === 0) return [];
  for (const section of PAGES) section.low ??= section.x.toLowerCase();
  return PAGES.map((section) => ({ section, score: score(section, query) }))
    .filter((hit) => hit.score > 0).sort((a, b) => b.score - a.score).slice(0, 40);
}

// Some text around the first word that was found, with all of them marked.
function excerpt(section, query) {
  const at = Math.max(0, Math.min(...query.map((word) => section.low.indexOf(word)).filter((i) => i >= 0), section.x.length) - 60);
  const p = document.createElement("p");
  const piece = (at > 0 ? "… " : "") + section.x.slice(at, at + 260) + " …";
  const pattern = new RegExp("(" + query.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") + ")", "gi");
  piece.split(pattern).forEach((part, i) => {
    const node = document.createElement(i % 2 ? "mark" : "span");
    node.textContent = part;
    p.append(node);
  });
  return p;
}

function show(text, root) {
  const page = document.getElementById("page"), found = document.getElementById("found");
  const hits = search(text);
  found.hidden = text.trim() === "";
  page.hidden = !found.hidden;
  found.replaceChildren();
  const title = document.createElement("h1");
  title.textContent = hits.length === 0 ? "Nothing found" : `${hits.length === 40 ? "The first 40" : hits.length} found`;
  found.append(title);
  for (const { section } of hits) {
    const article = document.createElement("article"), link = document.createElement("a");
    link.href = root + section.u;
    link.textContent = section.h === section.t ? section.t : section.t + " › " + section.h;
    link.onclick = () => { document.getElementById("search").value = ""; show("", root); };
    article.append(link, excerpt(section, words(text)));
    found.append(article);
  }
}

function startSearch(root) {
  const field = document.getElementById("search");
  field.oninput = () => show(field.value, root);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
    if (event.key === "Escape" && document.activeElement === field) { field.value = ""; show("", root); }
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) { field.value = asked; show(asked, root); }
}
