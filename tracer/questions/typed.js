((TABLE) => {
  // Typed answers, read with the words and patterns of the reader in Python. A text that is not of
  // its grammar is null, never guessed at.
  const MOST_WORDS = 40;
  const PATTERNS = {};
  for (const [name, source] of Object.entries(TABLE.patterns)) {
    PATTERNS[name] = new RegExp(source, "gisu");
  }
  const LETTER = "[\\p{L}\\p{N}_]";
  // Two groups of equal content: a number is read as far as it goes, or not at all.
  const NUMBER = new RegExp(`(?<!${LETTER}|[.,])(?=(${TABLE.patterns.number}))\\1`
    + `(?!${LETTER}|/|\\.\\d|\\.\\.|…|\\(\\d)`, "giu");
  const WORD = /[,=:→()[\]{}]|[^\s,=:→()[\]{}]+/gu;
  const neutral = (...lists) => new Set(lists.flatMap((list) => TABLE.words[list]));
  const AROUND_NUMBERS = neutral("any", "value", "worth", "window");
  const AROUND_MOVES = neutral("any", "move", "choosing");
  const ITS_VALUE = ["v", "value", "α", "alpha", "β", "beta"];
  const MOVE_WORDS = neutral("move");
  const JOINTS = ["and", "&", "then", "und"];
  const has = (pattern, text) => text.search(PATTERNS[pattern]) >= 0;
  const fold = (text) => text.toLowerCase();
  const wordsOf = (text) => fold(text).replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) =>
    sign === "-" ? "\\x2d" : `\\${sign}`);
  const trimmed = (text, signs) => {
    let [start, end] = [0, text.length];
    while (start < end && signs.includes(text[start])) start += 1;
    while (end > start && signs.includes(text[end - 1])) end -= 1;
    return text.slice(start, end);
  };

  // A text with one spelling of each sign.
  function plain(text) {
    let one = text.replace(PATTERNS.crossedOut, " ").replace(PATTERNS.tag, "")
      .replace(PATTERNS.wide, (sign) => sign.normalize("NFKC"))
      .replace(PATTERNS.subscript, "_$1")
      .replace(PATTERNS.latex, (_, command) => TABLE.latex[command]);
    one = [...one].map((sign) => TABLE.signs[sign] ?? sign).join("")
      .replace(PATTERNS.about, "= ").replace(PATTERNS.arrow, " → ")
      .replace(PATTERNS.signed, (_, minus) => (minus ? "-" : ""))
      .replace(PATTERNS.minus, "$1-");
    return one.split(/\s+/).filter(Boolean).join(" ");
  }

  const withoutQuotes = (text) => plain(text).replaceAll('"', "")
    .replace(/(?<![\p{L}\p{N}_])'([^']*)'(?![\p{L}\p{N}_])/gu, "$1");

  // An answer without quotes and its reason; empty if it breaks off.
  function claimIn(text) {
    const one = withoutQuotes(text);
    return has("breaksOff", one) ? "" : trimmed(one.replace(PATTERNS.reason, ""), " .,;!*");
  }

  // The decimals of a number that was not written with any, such as 267/100.
  function countDecimals(value) {
    if (Number.isInteger(value)) return 0;
    const [digits, power] = String(value).split("e");
    return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power ?? 0));
  }

  function parseNumber(text) {
    const one = fold(text).replace(/[−–]/g, "-").replace(/[¼-¾⅐-⅞]/gu,
      (part) => ` ${part.normalize("NFKC").replace("⁄", "/")}`).replace(/\s*\/\s*/, "/").trim();
    const mixed = /^([-+]?)\s*(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(one);
    const endless = /^([-+]?)(?:inf.*|∞|oo)$/.exec(one);
    if (endless) return { value: endless[1] === "-" ? -Infinity : Infinity, error: 0 };
    let value = Number(one);
    if (mixed) {
      const [, sign, whole, over, below] = mixed;
      const part = Number(over) / Number(below);
      if (whole && part >= 1) return null;
      value = (sign === "-" ? -1 : 1) * (Number(whole ?? 0) + part);
    }
    if (!Number.isFinite(value)) return null;
    const decimals = /\.(\d+)$/.exec(one)?.[1].length ?? countDecimals(value);
    const isRounded = decimals && (decimals >= TABLE.decimals || !Number.isInteger(value));
    const rounding = isRounded ? 0.5 * 10 ** -Math.max(decimals, TABLE.decimals) : 0;
    return { value, error: rounding + TABLE.exact * Math.max(1, Math.abs(value)) };
  }

  function withoutWorking(text) {
    let [worked, before] = [text, ""];
    while (worked !== before) {
      [before, worked] = [worked, worked.replace(PATTERNS.function, "$1…")];
    }
    return worked.replace(PATTERNS.workedOut, "= ").replace(PATTERNS.workedBehind, "$1");
  }

  // The one number of a text, and by how much the right one may differ. `labels` may precede
  // it; the name of any other node makes it the number of that node.
  function number(typed, labels, names) {
    let text = withoutWorking(`v = ${claimIn(typed)}`).replace(/^v = /, "");
    for (const label of labels) {
      text = text.replace(new RegExp(
        `(?<!${LETTER})${escaped(label)}(?=\\s*[=:(]|\\s+is(?!${LETTER}))`, "giu"), " ");
    }
    if (!text || has("inexact", text)) return null;
    const own = new Set([...AROUND_NUMBERS, ...labels.map(fold)]);
    const others = new Set(names.map(fold));
    others.add("root");
    for (const label of [...ITS_VALUE, ...labels]) others.delete(fold(label));
    const bare = text.replace(PATTERNS.remark, "") || trimmed(text, "()[] ");
    const decimal = has("listed", text) ? bare : bare.replace(PATTERNS.decimalComma, ".");
    for (const spelling of [bare, decimal]) {
      let found = [...spelling.matchAll(NUMBER)];
      const behind = found.length === 2 ? spelling.slice(found[0].index + found[0][0].length) : "";
      if (/^\s*(?:[=:]|is\b)/.test(behind)) found = found.slice(1);
      if (found.length !== 1) continue;
      const [{ 0: digits, index }] = found;
      const rest = `${spelling.slice(0, index)} ${spelling.slice(index + digits.length)}`;
      const words = (rest.match(WORD) ?? []).map(fold);
      const isOfOther = words.some((word, place) =>
        others.has(word) && /^(?:[=:]|is)$/.test(words[place + 1] ?? ""));
      if (isOfOther || !words.every((word) => own.has(word))) continue;
      return parseNumber(digits);
    }
    return null;
  }

  // The node that a text names. `moves` is of the node at which it is chosen: its name as `at`,
  // the children by their exact spellings, and by looser ones; `other` does not choose there.
  function name(typed, nodes, { at, exact, folded, parted, other }) {
    const everyNode = new Map();
    for (const node of nodes) {
      for (const key of new Set([fold(node), fold(plain(node))])) {
        everyNode.set(key, everyNode.has(key) ? "" : node);
      }
    }
    const known = new Set(nodes);
    // The path to a node of a game is its name, whatever signs are in it.
    const isGame = nodes.some((node) => node.includes(" "));
    const paths = new Map(isGame ? nodes.map((node) => [wordsOf(node), node]) : []);
    const steps = new Set(["root", ...[...paths.keys()].flatMap((path) => path.split(" "))]);
    const spell = (text) => fold(plain(text)).replace(/\s+/g, "").replaceAll(",", ".");
    // Whether the signs of each move on a path are there too: 2,1 is not (2,1).
    const hasSigns = (node) => {
      let rest = spell(typed);
      return node.split(" ").map(spell).every((move) => {
        const place = rest.indexOf(move);
        rest = rest.slice(place + move.length);
        return place >= 0;
      });
    };
    const path = paths.get(/[;&]/.test(typed) ? "" : wordsOf(plain(typed)).replace(/^root /, ""));
    const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);
    const look = (text) => {
      const spaceless = text.replace(/\s+/g, "");
      const bare = trimmed(text, "\"'`“”‘’*").trim();
      const spellings = [text, bare, bare.replace(/[.:]+$/, ""), bare.replaceAll("_", ""),
        trimmed(bare, "()[]{} "), `(${trimmed(spaceless, "()[]{}")})`];
      const ways = [(each) => own(exact, each) ?? (known.has(each) ? each : undefined),
        (each) => own(folded, fold(each)) ?? everyNode.get(fold(each)),
        (each) => own(parted, wordsOf(each))];
      for (const way of ways) {
        const found = spellings.filter(Boolean).map(way).find(Boolean);
        if (found) return found;
      }
      return undefined;
    };
    const text = claimIn(typed);
    const whole = look(typed.trim()) ?? look(plain(typed)) ?? look(text);
    if (whole || (path && hasSigns(path))) return whole ?? path;
    if (!text || has("inexact", text)) return null;
    // Beside words a cell needs its own brackets: 2,1 and x(2,1) are not (2,1) there.
    const isApart = (node, part, before) => !node.startsWith("(")
      || (part.startsWith("(") && !/[\p{L}\p{N}_]$/u.test(before));
    const isStep = (word) => steps.has(word) || JOINTS.includes(word);
    if (isGame && wordsOf(text).split(" ").every(isStep)) return null; // a path to no node
    const children = new Set(Object.values(exact));
    const without = (pattern) => text.replace(PATTERNS[pattern], (end) => (look(end) ? end : ""));
    for (const shorter of [text, without("withValue"), without("remark")]) {
      const seen = new Set();
      const words = [...shorter.matchAll(WORD)].filter(([word]) => { // one may be there twice
        const node = AROUND_MOVES.has(fold(word)) ? undefined : look(word);
        const isNew = !node || !seen.has(node);
        seen.add(node);
        return isNew;
      });
      if (words.length > MOST_WORDS || words.some((word) => fold(word[0]) === other)) continue;
      const isNeutral = words.map(([word]) => AROUND_MOVES.has(fold(word)) || look(word) === at);
      const named = new Map();
      for (let from = 0; from < words.length; from += 1) {
        if (from && !isNeutral[from - 1]) break;
        for (let to = words.length; to > from; to -= 1) {
          const [last] = words.slice(to - 1);
          const part = shorter.slice(words[from].index, last.index + last[0].length);
          const isWord = to === from + 1 && isNeutral[from] && !known.has(part);
          const node = isWord ? undefined : look(part);
          if (node && node !== at && isApart(node, part, shorter.slice(0, words[from].index))) {
            named.set(node, part);
          }
          if (!isNeutral[to - 1]) break;
        }
      }
      let found = [...named.keys()];
      // A move may be one of the words, as x or to.
      if (found.length > 1) found = found.filter((node) => !MOVE_WORDS.has(fold(named.get(node))));
      const isBeside = words.some(([word]) => known.has(word) && word !== at && !named.has(word));
      if (found.length === 1 && (children.has(found[0]) || !isBeside)) return found[0];
    }
    return null;
  }

  return {
    name, number, neutral, fold, escaped, trimmed, plain, withoutQuotes, parseNumber,
    withoutWorking, LETTER, JOINTS, patterns: TABLE.patterns,
  };
})(TYPED_TABLE)
