((TABLE) => {
  // Typed answers, read with the words and patterns of the reader in Python. A text that is not of
  // its grammar is null, never guessed at.
  const MOST_WORDS = 40;
  const FIRST_MARK = 0xE000; // of the signs that stand for names with signs
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
  const isAll = (pattern, text) => new RegExp(`^(?:${TABLE.patterns[pattern]})$`, "isu").test(text);
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

  // An answer without quotes and its reason; empty if it breaks off.
  function claimIn(text) {
    const one = plain(text).replaceAll('"', "")
      .replace(/(?<![\p{L}\p{N}_])'([^']*)'(?![\p{L}\p{N}_])/gu, "$1");
    return has("breaksOff", one) ? "" : trimmed(one.replace(PATTERNS.reason, ""), " .,;!*");
  }

  // Whether a text says that there is nothing.
  function isNone(text) {
    const bare = trimmed(plain(text), " .!*_\"'");
    return /^[-–—]+$/.test(bare) || isAll("none", bare) || isAll("none", trimmed(bare, "()[] "));
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
    const decimals = /\.(\d+)$/.exec(one)?.[1].length ?? 0;
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
    const path = /[;&]/.test(typed) ? "" : wordsOf(plain(typed)).replace(/^root /, "");
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
    const whole = look(typed.trim()) ?? look(plain(typed)) ?? look(text) ?? paths.get(path);
    if (whole) return whole;
    if (!text || has("inexact", text)) return null;
    const isStep = (word) => steps.has(word) || JOINTS.includes(word);
    if (isGame && wordsOf(text).split(" ").every(isStep)) return null; // a path to no node
    const children = new Set(Object.values(exact));
    const without = (pattern) => text.replace(PATTERNS[pattern], (end) => (look(end) ? end : ""));
    for (const shorter of [text, without("withValue"), without("remark")]) {
      const words = [...shorter.matchAll(WORD)];
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
          if (node && node !== at) named.set(node, part);
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

  // The page to fill in ----------------------------------------------------------------------
  // Nobody's answer is judged there: a reader returns what a sheet would not read.

  const BETWEEN = /\s*(?:→|>|[,;|])\s*|\s+[-–—]\s+|\s+/u;
  const IN_CUTOFFS = neutral("any", "cutoff");
  const TEST = /\((?:v\s?)?[^(),\p{L}]*[=<>≤≥][^(),]*\)/gu; // of a cutoff: (2 <= 3), (v = 2)
  const FEWEST_JOINED = 3; // B1-B3 may be a range
  const unlessRead = (isRead, text) => (isRead ? [] : [text]);
  const atStart = (pattern, text) => new RegExp(`^(?:${TABLE.patterns[pattern]})`, "isu").exec(text);

  // A line of a sheet, and without the reason in it.
  const lineOf = (text) => plain(text).replaceAll('"', "")
    .replace(/(?<![\p{L}\p{N}_])'([^']*)'(?![\p{L}\p{N}_])/gu, "$1");
  const withoutReason = (line) => line.replace(PATTERNS.reason, "").replace(/[ ,;]+$/, "");

  // Returns a function that tells whether a word is a name, and one that makes each name a word.
  function namesOf(names) {
    const spellings = new Set(["root", ...names.flatMap((name) => [fold(name), fold(plain(name))])]);
    const signed = names.filter((name) => !/^[\p{L}\p{N}_.-]+$/u.test(name));
    const marks = new Map(signed.map((name, place) =>
      [name, String.fromCodePoint(FIRST_MARK + place)]));
    for (const sign of marks.values()) spellings.add(sign);
    const isName = (word) => {
      const bare = trimmed(fold(word), "\"'`“”‘’*");
      return [word, bare, bare.replace(/[.:]+$/, ""), bare.replaceAll("_", "")]
        .some((each) => spellings.has(fold(each)));
    };
    const longestFirst = [...marks].sort(([one], [other]) => other.length - one.length);
    const mark = (text) => longestFirst.reduce((all, [name, sign]) => all.replace(
      new RegExp(`(?<!${LETTER})${escaped(name)}(?!${LETTER})`, "giu"), sign), text);
    return { isName, mark };
  }

  // The words of a list of nodes that are not names.
  function strangeInOrder(text, isName) {
    const line = withoutReason(lineOf(text));
    if (has("breaksOff", line)) return line.match(PATTERNS.breaksOff);
    if (isNone(line)) return [];
    for (const sign of "/·∙•") {
      const parts = trimmed(line, " .").split(sign).map((part) => part.trim());
      if (parts.length >= FEWEST_JOINED && parts.every(isName)) return [];
    }
    const numbered = line.match(PATTERNS.itemNumber) ?? [];
    const isNamed = numbered.some((item) => isName(trimmed(item, "(.")));
    const listed = (isNamed ? line : line.replace(PATTERNS.itemNumber, ""))
      .replace(PATTERNS.beside, "").replace(PATTERNS.withNoVisit, " ")
      .replace(/\(([^()]*)\)/g, (_, inside) => {
        const words = inside.split(BETWEEN).filter((word) => trimmed(word, "-–—"));
        if (words.length && words.every(isName)) return ` ${words.join(" ")} `;
        return has("doubt", inside) ? ` ?${inside}? ` : " ";
      })
      .replace(/[[\](){}<]/g, " ");
    const isJoined = (word) => {
      const parts = word.split(/[-–—]/);
      return parts.length >= FEWEST_JOINED && parts.every(isName);
    };
    const isRead = (word) => {
      if (!isName(word)) return isJoined(word) || JOINTS.includes(fold(word));
      return !word.endsWith("*") || word.startsWith("*"); // it may mark one that is not visited
    };
    return trimmed(listed, " .>").split(BETWEEN).filter((word) => word && !isRead(word));
  }

  function strangeInLeaves(text, isName) {
    const strange = strangeInOrder(text, isName);
    const line = trimmed(lineOf(text).replace(PATTERNS.itemNumber, ""), "()[]{}. ");
    const words = line.split(/\s*(?:→|[,;|])\s*|\s+/u).filter(Boolean);
    return words.every((word) => isAll("number", word) && parseNumber(word)) ? [] : strange;
  }

  // The number of nodes in a text of cutoffs; 0 if it is not of their grammar.
  function countInCutoffs(text, isName, isSkipped = false) {
    const line = withoutReason(lineOf(text)).replace(TEST, "");
    let [rest, nodes, numbers, hasVerb, isDash] = [line.replace(/[ .!]+$/, ""), 0, 0, isSkipped, false];
    if (has("breaksOff", line)) return 0;
    while (rest) {
      const token = atStart("cutoff", rest);
      if (!token) return 0;
      const { word, verb, dash, value, after } = token.groups;
      const bare = fold(trimmed(word ?? "", ".!*"));
      const isArticle = ["a", "i", "x"].includes(word) && nodes;
      if (word && isName(word) && !isArticle) {
        if (isDash && nodes) return 0; // a range
        nodes += 1;
      } else if (isAll("number", bare) && !hasVerb) numbers += 1;
      else if (value || (bare && !IN_CUTOFFS.has(bare))) return 0;
      if (after && isName(after)) nodes += 1;
      hasVerb ||= Boolean(verb);
      isDash = Boolean(dash);
      rest = rest.slice(token[0].length);
    }
    return numbers === 1 ? 0 : nodes;
  }

  const strangeInSkipped = (text, isName) =>
    unlessRead(isNone(text) || countInCutoffs(text, isName, true), text);

  function strangeInPruned(text, isName) {
    const line = [TEST, PATTERNS.itemNumber, PATTERNS.beside]
      .reduce((all, pattern) => all.replace(pattern, ""), lineOf(text));
    return unlessRead(isNone(line) || countInCutoffs(line, isName), text);
  }

  // Whether one value is behind the sign of a node's entry.
  function isValue(line) {
    const worked = withoutWorking(`v = ${line}`).replace(/^v = /, "");
    const [value] = atStart("value", worked) ?? [];
    if (!value || !areNumbers(value)) return false;
    const rest = worked.slice(value.length);
    const [remark, inside] = /^\s*\(([^()]*)\)/.exec(rest) ?? ["", ""];
    const isRemark = !has("doubt", inside) && !inside.includes("/")
      && (!/\d/.test(inside) || atStart("working", inside));
    return isRemark && trimmed(rest.slice(remark.length), " ,;.!|") === "";
  }

  const areNumbers = (text) => (text.match(PATTERNS.number) ?? []).every(parseNumber);

  function strangeInValue(text) {
    const line = withoutReason(lineOf(`= ${text}`).replace(/^= /, ""))
      .replace(PATTERNS.bound, (...found) => `≤ ${found.at(-1).number ?? ""}`);
    const isBlank = isAll("blankCell", line) && !(isNone(line) && /\p{L}/u.test(line));
    const isRead = isBlank || [line, line.replace(PATTERNS.decimalComma, ".")].some(isValue);
    return unlessRead(isRead, text);
  }

  function strangeInCount(text) {
    const line = trimmed(lineOf(`= ${text}`).replace(/^= ?~?/, "")
      .replace(/\s*\([^()\d?]*\)$/, "").replace(/[ .,;]+$/, ""), "()");
    const { name: named, count, what } = new RegExp(`^(?:${TABLE.patterns.count})$`, "isu")
      .exec(line)?.groups ?? {};
    return unlessRead(count && !named && /^(?:nodes|leaves)?$/iu.test(what ?? ""), text);
  }

  // α or β, which is read beside the other.
  function strangeInBound(text) {
    const line = lineOf(`(${text}, 7)`);
    const decimal = line.replace(PATTERNS.decimalComma, ".");
    const isWindow = [line, decimal].some((one) => isAll("window", one) && areNumbers(one));
    return unlessRead(isWindow || !trimmed(text, "-–—? "), text);
  }

  function strangeInNode(text, isName) {
    return unlessRead(countInCutoffs(text, isName) === 1 || isNone(text), text);
  }

  function strangeInVector(text) {
    const rest = lineOf(text).replace(PATTERNS.number, "").replace(/[\s,;()[\]{}<>⟨⟩≤≥=]/gu, "");
    return unlessRead(rest === "" || isAll("blankCell", rest), text);
  }

  // What each field asks for, by the label of its question, or the heading of its column.
  const READERS = {
    visits: strangeInOrder,
    line: strangeInOrder,
    leaves: strangeInLeaves,
    pruned: strangeInPruned,
    move: (_, isName, names, typed) => unlessRead(readMove(typed, names), typed),
    utility: (_, isName, names, typed) =>
      unlessRead(number(typed, ["root", names[0]], names), typed),
    "column value": strangeInValue,
    "column α": strangeInBound,
    "column β": strangeInBound,
    "column node": strangeInNode,
    "column pruned": strangeInSkipped,
    "column number": strangeInCount,
    "vector utility": strangeInVector,
    "vector column value": strangeInVector,
  };

  function readMove(text, names) {
    const exact = Object.fromEntries(names.map((each) => [each, each]));
    return name(text, names, { at: names[0], exact, folded: {}, parted: {}, other: "" });
  }

  // What a sheet would not read of a field; the first of the names is that of the root.
  function unread(asked, text, names) {
    const reader = READERS[asked] ?? READERS[asked.replace("vector ", "")];
    const { isName, mark } = namesOf(names);
    const marked = trimmed(mark(text.trim()), "*"); // a star may be the end of a name
    if (!reader || !marked) return [];
    const typed = isName(text.trim()) ? text.trim() : trimmed(text.trim(), "*");
    return reader(marked, isName, names, typed);
  }

  return { name, number, unread };
})(TYPED_TABLE)
