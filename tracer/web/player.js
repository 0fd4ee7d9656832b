(() => {
  "use strict";
  // All texts are in the section's data; this script only displays them.

  const READER = TYPED_READER;
  const LETTERS = { "α": ["alpha"], "β": ["beta"] };
  const LEAST = 0.7; // of a drawing's own size
  const PIXELS = 4 / 3; // of a point
  const LINK = /^$|^#step\d*=\d+(&step\d*=\d+)*$/; // any other address is the host page's
  const NATIVE = () => {}; // leave the key to the browser

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  const numberOf = (key) => (key === "inf" ? Infinity : key === "-inf" ? -Infinity : key);

  function same(key, given, nearly) {
    if (key === null) return true; // matches every other answer
    if (Array.isArray(key)) return key.every((one, place) => same(one, given[place], nearly));
    if (typeof given === "string") return key === given;
    const right = numberOf(key);
    if (given.value === right) return true;
    return nearly && Number.isFinite(right) && Math.abs(given.value - right) <= given.error;
  }

  // What is typed in a field; null if it cannot be read, which is not counted.
  function readField({ names, moves }, { at, labels }, kind, label, typed) {
    if (kind === "name") return READER.name(typed, names, { at, ...moves[at] });
    return READER.number(typed, [...labels, label, ...LETTERS[label] ?? []], names);
  }

  function verdictOn(ask, given) {
    return ask.answers.find(([key, [right]]) => same(key, given, right === 1))[1];
  }

  // The trees: one drawing for each pass; its nodes get the states of a step.
  class Trees {
    constructor(figure, scenes, title) {
      this.figure = figure;
      this.scenes = scenes.map((scene, number) => {
        const holder = figure.children[number];
        const marks = new Map();
        for (const mark of holder.querySelectorAll("path[data-plytrace-node]")) {
          marks.set(Number(mark.dataset.plytraceNode), mark);
        }
        const steps = [];
        let now = new Uint16Array(scene.states.length);
        for (const changes of scene.changes) {
          now = now.slice();
          for (let i = 0; i < changes.length; i += 2) now[changes[i]] = changes[i + 1];
          steps.push(now);
        }
        return {
          ...scene,
          holder,
          marks,
          steps,
          nodes: [...holder.querySelectorAll("g.plytrace-node")],
          edges: [...holder.querySelectorAll("polyline.plytrace-edge")],
          shown: new Array(scene.states.length).fill(-1),
        };
      });
      this.drawings = [...figure.querySelectorAll("svg")];
      for (const drawing of this.drawings) drawing.querySelector("title").textContent = title;
      this.whole = false;
      this.fit();
    }

    // Set the size of the drawings. A narrow screen shrinks a drawing while it stays readable;
    // then it scrolls. "Whole tree" always fits it into view.
    fit() {
      const { clientWidth } = this.figure;
      const high = parseFloat(getComputedStyle(this.figure).maxHeight);
      for (const drawing of this.drawings) {
        const [width, height] = ["width", "height"].map((name) =>
          parseFloat(drawing.getAttribute(name)) * PIXELS);
        const scale = Math.min(1, (clientWidth - 1) / width, (high - 4) / height || 1);
        drawing.style.width = this.whole ? `${Math.floor(width * scale)}px` : "";
        drawing.style.minWidth = this.whole ? "0" : `${LEAST * width}px`;
      }
    }

    // Whether a part of the tree is out of view.
    get overflows() {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.figure;
      return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    }

    show(step, sentence) {
      const scene = this.scenes.findLast((one) => one.first <= step);
      for (const one of this.scenes) one.holder.hidden = one !== scene;
      scene.steps[step - scene.first].forEach((state, place) => {
        if (scene.shown[place] === state) return;
        scene.shown[place] = state;
        const [look, edge, cut, texts] = scene.states[place][state];
        scene.nodes[place].setAttribute("class", look);
        scene.nodes[place].lastElementChild.innerHTML = texts;
        if (place > 0) scene.edges[place - 1].setAttribute("class", edge);
        scene.marks.get(place)?.setAttribute("class", `plytrace-cut${cut ? "" : " plytrace-off"}`);
      });
      scene.holder.querySelector("desc").textContent = sentence; // instead of the final result
      this.follow();
    }

    follow() {
      const node = this.figure.querySelector(".plytrace-scene:not([hidden]) g.plytrace-current");
      if (!node) return;
      const box = node.getBoundingClientRect();
      const frame = this.figure.getBoundingClientRect();
      const scale = frame.width / this.figure.offsetWidth || 1; // slide decks enlarge their slides
      const edge = 24 * scale;
      if (box.left < frame.left + edge || box.right > frame.right - edge) {
        this.figure.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2 / scale;
      }
      if (box.top < frame.top + edge || box.bottom > frame.bottom - edge) {
        this.figure.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2 / scale;
      }
    }
  }

  class Player {
    constructor(section, key) {
      this.section = section;
      this.key = key;
      this.data = JSON.parse(section.querySelector("script[type='application/json']").textContent);
      this.last = this.data.steps.length - 1;
      this.at = 0;
      this.timer = 0;
      this.predicting = false;
      this.answered = new Map();
      const figure = section.querySelector(".plytrace-figure");
      this.build(figure);
      this.trees = new Trees(figure, this.data.scenes, section.getAttribute("aria-label"));
      this.listen();
      this.at = this.linked() ?? Number(section.dataset.plytraceStep ?? 0);
      this.show();
      if ("plytracePredict" in section.dataset) this.setPredicting();
      new ResizeObserver(() => this.resized()).observe(figure);
      if (section.dataset.plytracePage === "frame") fitFrame(section);
    }

    build(figure) {
      const stage = this.section.querySelector(".plytrace-stage");
      this.section.querySelector(".plytrace-tables").open = false;
      const button = (sign, label, act) => {
        const made = make("button", { type: "button", "aria-label": label, title: label }, sign);
        made.addEventListener("click", act);
        return made;
      };
      this.play = button("▶", "Play (space)", () => this.toggle());
      this.ahead = button("→", "Next step (right arrow)", () => this.go(this.at + 1));
      this.predict = button("Predict", "Predict the next step (i)", () => this.setPredicting());
      this.predict.setAttribute("aria-pressed", "false");
      this.bar = make("input", { type: "range", min: 0, max: this.last, step: 1, value: 0 });
      this.bar.setAttribute("aria-label", "Step");
      this.place = make("span", { class: "plytrace-place" });
      this.whole = button("Whole tree", "Fit the whole tree into view (0)", () => this.setWhole());
      this.whole.setAttribute("aria-pressed", "false");
      // Only buttons with a target are shown.
      const cuts = this.data.steps.some((step) => step.kind === "cut");
      const several = this.data.passes.length > 1;
      const pass = this.data.pass;
      const [back, on] = [
        [
          [several, `⇠ ${pass}`, `Previous ${pass} ([)`, () => this.toPass(-1)],
          [cuts, "⇠ return", "Previous early return (p)", () => this.toCut(-1)],
        ],
        [
          [cuts, "return ⇢", "Next early return (n)", () => this.toCut(1)],
          [several, `${pass} ⇢`, `Next ${pass} (])`, () => this.toPass(1)],
        ],
      ].map((side) => side.filter(([there]) => there).map(([, ...what]) => button(...what)));
      const controls = make(
        "div",
        { class: "plytrace-controls", role: "group", "aria-label": "Steps" },
        button("⇤", "First step (Home)", () => this.go(0)),
        ...back,
        button("←", "Previous step (left arrow)", () => this.go(this.at - 1)),
        this.ahead,
        ...on,
        button("⇥", "Last step (End)", () => this.go(this.last)),
        this.play,
        this.predict,
        this.whole,
        this.bar,
        this.place,
      );
      const keys = [
        "→ ← step", "Home End", ...(cuts ? ["n p early returns"] : []),
        ...(several ? [`] [ ${pass}s`] : []), "space play", "i predict",
      ];
      this.wholeKey = make("span", {}, " · 0 whole tree");
      this.sentence = make("p", { class: "plytrace-sentence", "aria-live": "polite" });
      this.note = make("p", { class: "plytrace-note", hidden: "" });
      this.verdict = make("p", { class: "plytrace-verdict", role: "status", hidden: "" });
      this.form = make("form", { class: "plytrace-ask", "aria-label": "Question", hidden: "" });
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.answer();
      });
      this.score = make("p", { class: "plytrace-score", hidden: "" });
      const lines = this.data.lines.map((line) => make("li", {}, make("code", {}, line || " ")));
      const look = { class: "plytrace-code", tabindex: 0, "aria-label": "Pseudocode" };
      this.code = make("ol", look, ...lines);
      const head = this.data.frame.map((name) => make("th", { scope: "col" }, name));
      this.frames = make("tbody");
      const stack = make(
        "table",
        { class: "plytrace-stack" },
        (this.caption = make("caption")),
        make("thead", {}, make("tr", {}, ...head)),
        this.frames,
      );
      stage.append(
        figure,
        controls,
        make("div", { class: "plytrace-messages" }, this.verdict, this.form, this.sentence, this.note, this.score),
        make("div", { class: "plytrace-panes" }, this.code,
          make("div", { class: "plytrace-wide", role: "group", "aria-label": "Stack", tabindex: 0 }, stack)),
        make("p", { class: "plytrace-keys" }, `Keys: ${keys.join(" · ")}`, this.wholeKey),
      );
      stage.hidden = false;
    }

    listen() {
      this.bar.addEventListener("input", () => this.go(Number(this.bar.value)));
      // Alone on its page a player gets all keys; among others only when it has the focus.
      const target = "plytracePage" in this.section.dataset ? document : this.section;
      target.addEventListener("keydown", (event) => this.press(event));
      for (const kind of ["keypress", "keyup"]) {
        target.addEventListener(kind, (event) => this.use(event) && event.stopPropagation());
      }
      window.addEventListener("hashchange", () => {
        const step = this.linked();
        if (step !== null && step !== this.at) this.go(step);
      });
    }

    // A key that is used here is not passed on to the host page.
    press(event) {
      if (event.defaultPrevented) return;
      const act = this.use(event);
      if (!act) return;
      event.stopPropagation();
      if (act === NATIVE) return;
      event.preventDefault();
      act();
    }

    // The action of a key; undefined for a key of the host page.
    use({ altKey, ctrlKey, metaKey, shiftKey, key, target }) {
      if (altKey || ctrlKey || metaKey) return undefined;
      const where = target instanceof Element ? target : document.body;
      if (where.matches("input:not([type=range]), textarea, select")) {
        if (key === "Escape") return () => this.section.focus({ preventScroll: true });
        return /^(Tab|F\d+)$/.test(key) ? undefined : NATIVE;
      }
      if (where === this.bar && /^(Arrow|Home|End|Page)/.test(key)) return NATIVE;
      if (/^( |Enter)$/.test(key) && where.closest("button, summary, a")) return NATIVE;
      if (shiftKey && (key === " " || key.length > 1)) return undefined;
      if (/^(ArrowUp|ArrowDown|PageUp|PageDown)$/.test(key)) {
        const scrolls = where.matches("[tabindex='0']") && where.scrollHeight > where.clientHeight;
        return scrolls ? NATIVE : undefined;
      }
      const acts = {
        ArrowRight: () => this.go(this.at + 1),
        ArrowLeft: () => this.go(this.at - 1),
        Home: () => this.go(0),
        End: () => this.go(this.last),
        n: () => this.toCut(1),
        p: () => this.toCut(-1),
        "]": () => this.toPass(1),
        "[": () => this.toPass(-1),
        i: () => this.setPredicting(),
        0: () => this.setWhole(),
        " ": () => this.toggle(),
      };
      return Object.hasOwn(acts, key) ? acts[key] : undefined;
    }

    // Navigation

    linked() {
      if (!LINK.test(location.hash)) return null;
      const text = new URLSearchParams(location.hash.slice(1)).get(this.key);
      return text === null ? null : Math.min(Number(text), this.last);
    }

    go(step) {
      const to = Math.max(0, Math.min(step, this.last));
      if (this.asked && to === this.at + 1) {
        this.stop();
        this.form.querySelector("input, button").focus();
        this.bar.value = this.at;
        return;
      }
      this.verdict.hidden = true;
      this.move(to);
    }

    move(step) {
      this.at = step;
      this.show();
      // Only a page with one player updates the address.
      if (this.section.dataset.plytracePage !== "page" || !LINK.test(location.hash)) return;
      try {
        history.replaceState(history.state, "", `#${this.key}=${step}`);
      } catch {
        // A frame without its own address has no links.
      }
    }

    toCut(by) {
      let step = this.at + by;
      while (step > 0 && step < this.last && this.data.steps[step].kind !== "cut") step += by;
      if (this.data.steps[step]?.kind === "cut") this.go(step);
    }

    toPass(by) {
      const { passes } = this.data;
      const step = by > 0 ? passes.find((first) => first > this.at)
        : passes.findLast((first) => first < this.at);
      if (step !== undefined) this.go(step);
    }

    toggle() {
      if (this.timer) {
        this.stop();
        return;
      }
      if (this.at === this.last) this.go(0);
      this.timer = setInterval(() => {
        this.go(this.at + 1);
        if (this.at === this.last) this.stop();
      }, 1200);
      this.play.textContent = "❚❚";
      this.play.setAttribute("aria-label", "Pause (space)");
    }

    stop() {
      clearInterval(this.timer);
      this.timer = 0;
      this.play.textContent = "▶";
      this.play.setAttribute("aria-label", "Play (space)");
    }

    // Showing

    setWhole() {
      if (this.whole.hidden) return;
      this.trees.whole = !this.trees.whole;
      this.whole.setAttribute("aria-pressed", String(this.trees.whole));
      this.resized();
      this.trees.follow();
    }

    resized() {
      this.trees.fit();
      this.whole.hidden = this.wholeKey.hidden = !this.trees.whole && !this.trees.overflows;
    }

    show() {
      const step = this.data.steps[this.at];
      this.trees.show(this.at, step.sentence);
      this.bar.value = this.at;
      const { passes } = this.data;
      const now = passes.findLastIndex((first) => first <= this.at);
      const where = `step ${this.at} of ${this.last}` + (passes.length > 1
        ? `, ${this.data.pass} ${now + 1} of ${passes.length}` : "");
      this.bar.setAttribute("aria-valuetext", where);
      this.place.textContent = where;
      this.resized();
      this.sentence.textContent = step.sentence;
      this.note.textContent = step.note ?? "";
      this.note.hidden = !step.note;
      [...this.code.children].forEach((line, number) => {
        line.classList.toggle("plytrace-run", step.run.includes(number));
        if (number === step.line) {
          line.setAttribute("aria-current", "step");
          const around = 2 * line.offsetHeight; // show two lines before and after it
          const low = line.offsetTop + line.offsetHeight + around - this.code.clientHeight;
          const high = Math.max(0, line.offsetTop - around);
          this.code.scrollTop = Math.min(high, Math.max(this.code.scrollTop, low));
        } else line.removeAttribute("aria-current");
      });
      this.section.querySelector(".plytrace-result").hidden = this.predicting || this.at < this.last;
      this.caption.textContent = step.stack.length ? "Stack, the root first" : "Stack: empty";
      this.frames.replaceChildren(...step.stack.map((frame) => this.row(frame)));
      this.ask();
    }

    row([node, ...cells]) {
      const cut = cells.pop();
      if (cut) cells.push(`${cells.pop()}, cut`);
      return make(
        "tr",
        cut ? { class: "plytrace-returns" } : {},
        make("th", { scope: "row" }, node),
        ...cells.map((text) => make("td", {}, text)),
      );
    }

    // Predicting

    setPredicting() {
      this.predicting = !this.predicting;
      this.predict.setAttribute("aria-pressed", String(this.predicting));
      // They contain the answers; the result is also hidden until it is found.
      this.section.querySelector(".plytrace-tables").hidden = this.predicting;
      this.section.querySelector(".plytrace-result").hidden = this.predicting || this.at < this.last;
      this.score.hidden = !this.predicting;
      this.verdict.hidden = true;
      this.stop();
      this.ask();
    }

    ask() {
      const ask = this.predicting ? this.data.steps[this.at].ask : undefined;
      this.tally();
      this.asked = ask;
      this.form.hidden = !ask;
      if (!ask) return;
      const field = (label, name) => {
        const input = make("input", {
          name, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
          size: name === "name" ? 14 : 6, "data-plytrace-label": label,
        });
        return make("label", {}, `${label} `, input);
      };
      const worth = () => (ask.players || ["Value"]).map((player) => field(player, "number"));
      const fields = {
        name: () => [field("Node", "name")],
        number: () => worth(),
        window: () => [field("α", "number"), field("β", "number")],
        result: () => [...worth(), field("Move", "name")],
        choice: () => ask.choices.map(([key, label]) => {
          const choice = make("button", { type: "button", "data-plytrace-answer": key }, label);
          choice.addEventListener("click", () => this.judge(key));
          return choice;
        }),
      }[ask.field]();
      if (ask.field !== "choice") fields.push(make("button", { type: "submit" }, "Answer"));
      const pass = make("button", { type: "button", class: "plytrace-pass" }, "Pass");
      pass.addEventListener("click", () => this.judge(undefined));
      this.wrong = make("span", { class: "plytrace-unread", role: "alert" });
      this.form.replaceChildren(
        make("p", {}, ask.text),
        make("div", { class: "plytrace-fields" }, ...fields, pass, this.wrong),
      );
    }

    answer() {
      const given = [...this.form.querySelectorAll("input")].map((input) =>
        readField(this.data, this.asked, input.name, input.dataset.plytraceLabel, input.value));
      if (given.includes(null)) {
        this.wrong.textContent = `Expected ${this.asked.hint}.`;
        return;
      }
      this.judge(this.asked.field === "name" ? given[0] : given);
    }

    judge(given) {
      const ask = this.asked;
      const passed = given === undefined;
      const [right, text, kind] = passed ? [0, `The answer: ${ask.right}.`, ""]
        : verdictOn(ask, given);
      this.answered.set(this.at + 1, right);
      const word = passed ? "Passed." : right ? "Right." : kind ? `Wrong (${kind}).` : "Wrong.";
      this.verdict.replaceChildren(make("strong", {}, word), ` ${text}`);
      this.verdict.className = `plytrace-verdict plytrace-${right ? "right" : "wrong"}`;
      this.verdict.hidden = false;
      this.move(this.at + 1);
      if (this.asked) this.form.querySelector("input, button").focus({ preventScroll: true });
      else this.ahead.focus({ preventScroll: true });
    }

    tally() {
      const right = [...this.answered.values()].filter(Boolean).length;
      const score = `Score: ${right} of ${this.answered.size} right.`;
      const next = this.at === this.last ? "The search is over."
        : this.data.steps[this.at].ask ? "" : "The next step has no question: continue.";
      this.score.textContent = `${this.answered.size ? score : ""} ${next}`.trim();
    }
  }

  // Make the frame as high as its page, if the frame is accessible. It does not shrink between
  // steps, so the content below it does not move.
  function fitFrame(section) {
    const frame = window.frameElement;
    if (!frame) return;
    let [least, width] = [0, 0];
    const fit = () => {
      const page = document.documentElement;
      if (!page.clientWidth) return; // it is hidden now
      if (page.clientWidth !== width) [least, width] = [0, page.clientWidth];
      least = Math.max(least, Math.ceil(page.getBoundingClientRect().height));
      frame.style.height = `${least}px`;
    };
    section.querySelector(".plytrace-tables").addEventListener("toggle", () => {
      least = 0;
      fit();
    });
    new ResizeObserver(fit).observe(document.body);
  }

  const every = [...document.querySelectorAll(".plytrace-player")];
  for (const section of every) {
    if ("plytraceLive" in section.dataset) continue;
    section.dataset.plytraceLive = "";
    const number = every.indexOf(section) + 1;
    new Player(section, number === 1 ? "step" : `step${number}`);
  }
})();
