// page/page.js: buttons that copy the LaTeX of a formula; boxes that scroll can be reached by keyboard.
"use strict";

(function () {
  const status = document.getElementById("status");

  // Copies by the clipboard of the browser or, if the page may not use it, by a selection in a hidden field.
  async function copy(text) {
    if (navigator.clipboard && window.isSecureContext) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch (refused) {
        // continue with the field
      }
    }
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    field.setAttribute("aria-hidden", "true");
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }

  for (const button of document.querySelectorAll("button[data-latex]")) button.hidden = false;

  document.addEventListener("click", async function (event) {
    const button = event.target.closest("button[data-latex]");
    if (!button) return;
    const done = await copy(button.dataset.latex);
    status.textContent = "";
    status.textContent = done ? "LaTeX copied" : "The browser does not allow copying";
    button.focus();
    button.textContent = done ? "copied" : "refused";
    button.classList.toggle("done", done);
    setTimeout(function () {
      button.textContent = "LaTeX";
      button.classList.remove("done");
    }, 1500);
  });

  function reach(box) {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }

  const boxes = document.querySelectorAll(".scroll");
  const watch = new ResizeObserver(function (entries) {
    for (const entry of entries) reach(entry.target);
  });
  for (const box of boxes) watch.observe(box);
})();
