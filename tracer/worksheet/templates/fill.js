(() => {
  "use strict";
  // A question is a group with a label. Its answer is one field, or a table with fields in cells.

  const MOST_ROWS = 300;
  const LONGEST = 60; // text that a message repeats
  const main = document.querySelector("main");
  const { variant } = main.querySelector(".controls").dataset;
  const byId = (id) => document.getElementById(id);
  const message = byId("message");
  const questions = [...main.querySelectorAll("[data-label]")];
  const fields = () => [...main.querySelectorAll("input, textarea:not([readonly])")];
  const oneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");
  const tell = (text) => { message.textContent = text; };

  // Answers are kept for this very sheet: another variant or another tree has another name.
  const problems = [...main.querySelectorAll("[data-problem]")];
  const printed = problems.map((problem) => problem.textContent).join("");
  const kept = `plytrace-worksheet ${document.title} ${variant} ${hash(printed)}`;

  function hash(text) {
    let sum = 5381;
    for (const letter of text) sum = (Math.imul(sum, 33) ^ letter.codePointAt(0)) >>> 0;
    return sum.toString(36);
  }

  // Tables without named rows: the last row is always empty.
  const isOpen = (body) => body.querySelector("th") === null;

  function addRow(body) {
    const number = body.rows.length;
    const row = body.rows[0].cloneNode(true);
    for (const field of row.querySelectorAll("input")) {
      field.id = field.id.replace(/-\d+-(\d+)$/, `-${number}-$1`);
      field.setAttribute("aria-label",
        field.getAttribute("aria-label").replace(/^row \d+/, `row ${number + 1}`));
      field.value = "";
    }
    body.append(row);
  }

  // Browsers that fit no field to its text get more lines instead.
  function fit(field) {
    while (field.rows < MOST_ROWS && field.scrollHeight > field.clientHeight + 1) field.rows += 1;
  }

  const fitAll = () => {
    if (!CSS.supports("field-sizing", "content")) main.querySelectorAll("textarea").forEach(fit);
  };

  function grow(body) {
    const last = body.rows[body.rows.length - 1];
    if (body.rows.length < MOST_ROWS && cellsOf(last).some(Boolean)) addRow(body);
  }

  const openBodies = questions.map((question) => question.querySelector("table tbody"))
    .filter((body) => body && isOpen(body));

  function save() {
    const texts = {};
    for (const field of fields()) {
      if (field.value !== field.defaultValue) texts[field.id] = field.value;
    }
    try {
      localStorage.setItem(kept, JSON.stringify(texts));
    } catch {
      tell("This browser does not keep your answers. Download them before you close the page.");
    }
    count();
    fitAll();
  }

  function restore(text) {
    let texts = {};
    try {
      texts = JSON.parse(text ?? localStorage.getItem(kept)) ?? {};
    } catch { /* nothing readable is kept */ }
    for (const id of Object.keys(texts)) {
      const place = /^(.*)-(\d+)-\d+$/.exec(id);
      const body = place && byId(`${place[1]}-0-0`)?.closest("tbody");
      if (!body || !isOpen(body)) continue;
      while (body.rows.length <= Math.min(Number(place[2]), MOST_ROWS - 1)) addRow(body);
    }
    for (const field of fields()) {
      const now = texts[field.id];
      field.value = typeof now === "string" ? now : field.defaultValue;
    }
    openBodies.forEach(grow);
    questions.forEach(check);
    count();
    fitAll();
  }

  // The sheet: each question with its label, tables as in Markdown.
  const cellsOf = (row) => [...row.cells].map((cell) => {
    const field = cell.querySelector("input");
    return oneLine(field ? field.value : cell.textContent);
  });

  function tableOf(table) {
    const [head, ...rows] = [...table.rows].map(cellsOf);
    const filled = isOpen(table.tBodies[0]) ? rows.filter((row) => row.some(Boolean)) : rows;
    const all = [head, head.map(() => ""), ...filled]
      .map((row) => row.map((cell) => cell.replace(/[\\|]/g, "\\$&")));
    const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
    return all.map((row, number) =>
      `| ${row.map((cell, column) => number === 1 ? "-".repeat(widths[column])
        : cell.padEnd(widths[column])).join(" | ")} |`);
  }

  // On one line, so that no line of an answer is taken for a label or a heading.
  const joined = (text) => text.split("\n").map(oneLine).filter(Boolean)
    .reduce((all, line) => (all ? all + (/[,;>→-]$/.test(all) ? " " : "; ") + line : line), "");

  function answerOf(question) {
    const { label } = question.dataset;
    const table = question.querySelector(".room table");
    if (!table) {
      const { value } = question.querySelector(".room input, .room textarea");
      return [`${label}: ${joined(value)}`.trim()];
    }
    return isAnswered(question) ? [`${label}:`, ...tableOf(table)] : [`${label}:`];
  }

  // What is typed is checked at once: whether a sheet would read it. The page knows no answers.
  const listUnread = FIELD_READER;

  function unreadIn(question, { names, vectors, other }) {
    const kind = vectors === undefined ? "" : "vector ";
    const heads = [...question.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    return [...question.querySelectorAll("input, textarea")].flatMap((field) => {
      const column = field.closest("td")?.cellIndex;
      const asked = column === undefined ? question.dataset.label : `column ${heads[column]}`;
      const own = field.closest("tr")?.cells[0].textContent.trim();
      return listUnread(kind + asked, joined(field.value), JSON.parse(names), { own, other });
    });
  }

  function check(question) {
    const problem = question?.closest("[data-names]");
    if (!problem || question.dataset.named === undefined) return;
    const unread = new Set(unreadIn(question, problem.dataset));
    let note = question.querySelector(".unknown");
    if (!note && unread.size) {
      note = document.createElement("p");
      note.className = "hint unknown";
      note.setAttribute("role", "status");
      question.append(note);
    }
    const words = [...unread].slice(0, 5).map((text) => (
      text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)).join(", ");
    if (note) {
      note.textContent = unread.size
        ? `This cannot be read: ${words}. Use the names in the figure, and numbers.` : "";
    }
  }

  const isAnswered = (question) =>
    [...question.querySelectorAll("input, textarea")].some((field) => field.value.trim());

  function sheet() {
    const head = { student: byId("student").value, id: byId("id").value, variant };
    const lines = Object.entries(head).filter(([, text]) => oneLine(text))
      .map(([label, text]) => `${label}: ${oneLine(text)}`);
    for (const problem of problems) {
      lines.push("", `Problem ${problem.dataset.problem}`);
      for (const question of problem.querySelectorAll("[data-label]")) {
        lines.push("", ...answerOf(question));
      }
    }
    return `${lines.join("\n")}\n`;
  }

  function progress() {
    const done = questions.filter(isAnswered).length;
    return `${done} of ${questions.length} question${questions.length === 1 ? "" : "s"} answered`;
  }

  function count() {
    byId("progress").textContent = progress();
  }

  function fileName() {
    const words = [byId("student").value, variant].map(oneLine).filter(Boolean);
    const name = [...new Set(words)].join(" ").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
    return `${name.replace(/^-+|-+$/g, "").slice(0, 80) || "answers"}.txt`;
  }

  // A sheet without a name belongs to nobody.
  function isNamed() {
    if (oneLine(byId("student").value)) return true;
    tell("Enter your name first.");
    byId("student").focus();
    return false;
  }

  byId("download").addEventListener("click", () => {
    if (!isNamed()) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([sheet()], { type: "text/plain;charset=utf-8" }));
    link.download = fileName();
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    tell(`Downloaded ${link.download}: ${progress()}.`);
  });

  byId("copy").addEventListener("click", async () => {
    if (!isNamed()) return;
    try {
      await navigator.clipboard.writeText(sheet());
      tell(`Copied: ${progress()}.`);
    } catch {
      const shown = byId("sheet");
      shown.value = sheet();
      shown.hidden = false;
      shown.focus();
      shown.select();
      tell("This browser does not let the page copy. Your answers are selected: copy them.");
    }
  });

  byId("clear").addEventListener("click", () => {
    if (!confirm("Clear all answers on this page?")) return;
    for (const field of fields()) field.value = field.defaultValue;
    byId("sheet").hidden = true;
    main.querySelectorAll(".unknown").forEach((note) => note.remove());
    save();
    tell("All answers are cleared.");
  });

  // The keyboard can scroll a figure or table that is wider than the page.
  function reachWide() {
    for (const one of main.querySelectorAll("figure, .across")) {
      if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
  }

  main.addEventListener("input", (event) => {
    const body = event.target.closest("tbody");
    if (body && isOpen(body)) grow(body);
    // A word that is still being typed is not wrong yet, but a corrected one is right at once.
    if (event.target.closest("[data-label]")?.querySelector(".unknown")?.textContent) {
      check(event.target.closest("[data-label]"));
    }
    save();
  });
  main.addEventListener("change", (event) => check(event.target.closest("[data-label]")));
  addEventListener("storage", (event) => { if (event.key === kept) restore(event.newValue); });
  addEventListener("resize", reachWide);
  reachWide();
  restore();
})();
