((READER, TABLE) => {
  // What a sheet would not read of a field of the page to fill in. Nobody's answer is judged there.
  const {
    name, number, neutral, fold, escaped, trimmed, plain, withoutQuotes, parseNumber,
    withoutWorking, LETTER, JOINTS,
  } = READER;
  const SOURCES = { ...READER.patterns, ...TABLE };
  const PATTERNS = {};
  for (const [name, source] of Object.entries(SOURCES)) PATTERNS[name] = new RegExp(source, "gisu");
  const FIRST_MARK = 0xE000; // of the signs that stand for names with signs
  const BETWEEN = /\s*(?:→|>|[,;|])\s*|\s+[-–—]\s+|\s+/u;
  const IN_CUTOFFS = neutral("any", "cutoff");
  const AROUND_ORDER = neutral("any", "order", "visiting");
  const VISITING = neutral("visiting").add("order");
  const TEST = /\((?:v\s?)?[^(),\p{L}]*[=<>≤≥][^(),]*\)/gu; // of a cutoff: (2 <= 3), (v = 2)
  const FEWEST_JOINED = 3; // B1-B3 may be a range
  const has = (pattern, text) => text.search(PATTERNS[pattern]) >= 0;
  const atStart = (pattern, text) => new RegExp(`^(?:${SOURCES[pattern]})`, "isu").exec(text);
  const matchAll = (pattern, text) => new RegExp(`^(?:${SOURCES[pattern]})$`, "isu").exec(text);
  const isAll = (pattern, text) => matchAll(pattern, text) !== null;
  const unlessRead = (isRead, text) => (isRead ? [] : [text]);

  // Whether a text says that there is nothing.
  function isNone(text) {
    const bare = trimmed(plain(text), " .!*_\"'");
    return /^[-–—]+$/.test(bare) || isAll("none", bare) || isAll("none", trimmed(bare, "()[] "));
  }

  // A line of a sheet without the reason in it.
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

  // An order without the words of a sentence around it, of which one is about visiting.
  function stripSentence(text, isName) {
    const words = text.split(/\s+/u).filter(Boolean);
    const bare = words.map((word) => trimmed(word, ".,:"));
    const isNode = bare.map((word) => !AROUND_ORDER.has(fold(word)) || isName(word));
    const start = isNode.indexOf(true);
    const isSentence = bare.slice(0, start).some((word) => VISITING.has(fold(word)));
    if (start < 1 || !isSentence || words[0].endsWith(":")) return text;
    return words.slice(start, isNode.lastIndexOf(true) + 1).join(" ");
  }

  // The words of a list of nodes that are not names.
  function strangeInOrder(text, isName) {
    const line = withoutReason(withoutQuotes(text));
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
    const words = trimmed(listed, " .>").split(BETWEEN).filter(Boolean);
    return words.length ? words.filter((word) => !isRead(word)) : [line]; // a remark alone
  }

  function strangeInLeaves(text, isName) {
    const strange = strangeInOrder(text, isName);
    const line = trimmed(withoutQuotes(text).replace(PATTERNS.itemNumber, ""), "()[]{}. ");
    const words = line.split(/\s*(?:→|[,;|])\s*|\s+/u).filter(Boolean);
    return words.every((word) => isAll("number", word) && parseNumber(word)) ? [] : strange;
  }

  // The number of nodes in a text of cutoffs; 0 if it is not of their grammar.
  function countInCutoffs(text, isName, isSkipped = false) {
    const line = withoutReason(withoutQuotes(text)).replace(TEST, "");
    let [rest, nodes, numbers, hasVerb, isJoined] = [line.replace(/[ .!]+$/, ""), 0, 0, isSkipped, false];
    if (has("breaksOff", line)) return 0;
    while (rest) {
      const token = atStart("cutoff", rest);
      if (!token) return 0;
      const { word, verb, dash, value, after, sign } = token.groups;
      const bare = fold(trimmed(word ?? "", ".!*"));
      const isArticle = ["a", "i", "x"].includes(word) && nodes;
      if (word && isName(word) && !isArticle) {
        if (isJoined && nodes) return 0; // a range, or a value
        nodes += 1;
      } else if (isAll("number", bare) && !hasVerb) numbers += 1;
      else if (value || (bare && !IN_CUTOFFS.has(bare))) return 0;
      if (after && isName(after)) nodes += 1;
      hasVerb ||= Boolean(verb);
      isJoined = Boolean(dash) || sign === "=";
      rest = rest.slice(token[0].length);
    }
    return numbers === 1 ? 0 : nodes;
  }

  const strangeInSkipped = (text, isName) =>
    unlessRead(isNone(text) || countInCutoffs(text, isName, true), text);

  function strangeInPruned(text, isName) {
    const listed = withoutQuotes(text).replace(TEST, "").replace(PATTERNS.itemNumber, "");
    const nodes = countInCutoffs(listed.replace(PATTERNS.beside, ""), isName);
    // One value in brackets among several nodes may be another answer.
    const beside = (listed.match(PATTERNS.beside) ?? []).filter((value) => value.includes("("));
    const isAlone = nodes === 1 || beside.length !== 1;
    return unlessRead(isNone(listed) || (nodes && isAlone), text);
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

  // The value in the row of a node, which may be named again: C = 2, c is 2, C ≤ 2.
  function strangeInValue(text, isName, names, typed, { own }) {
    const again = new RegExp(`^(?:v(?:alue)?\\s?\\(\\s?)?${escaped(own)}(?:\\s?\\))?`
      + "\\s?(?:[=:]\\s?|is\\s|(?=[≤≥<>]|at\\s))", "iu");
    const line = withoutReason(withoutQuotes(`= ${own ? text.replace(again, "") : text}`)
      .replace(/^= /, ""))
      .replace(PATTERNS.bound, (...found) => `≤ ${found.at(-1).number ?? ""}`);
    const isBlank = isAll("blankCell", line) && !(isNone(line) && /\p{L}/u.test(line));
    const isRead = isBlank || [line, line.replace(PATTERNS.decimalComma, ".")].some(isValue);
    return unlessRead(isRead, text);
  }

  function strangeInCount(text, isName, names, typed, { own }) {
    const line = trimmed(withoutQuotes(`= ${text}`).replace(/^= ?~?/, "")
      .replace(/\s*\([^()\d?]*\)$/, "").replace(/[ .,;]+$/, ""), "()");
    const { name: named, count, what } = matchAll("count", line)?.groups ?? {};
    const words = `count ${own}` in SOURCES ? `count ${own}` : "count visited";
    const isOwn = [named, what].every((one) => !one || isAll(words, one.trim()));
    return unlessRead(count && isOwn, text);
  }

  // α or β, which is read beside the other.
  function strangeInBound(text) {
    const line = withoutQuotes(`(${text}, 7)`);
    const decimal = line.replace(PATTERNS.decimalComma, ".");
    const isWindow = [line, decimal].some((one) => isAll("window", one) && areNumbers(one));
    return unlessRead(isWindow || !trimmed(text, "-–—? "), text);
  }

  function strangeInNode(text, isName) {
    const isOne = !has("reason", text) && countInCutoffs(text, isName) === 1;
    return unlessRead(isOne || isNone(text), text);
  }

  function strangeInVector(text) {
    const rest = withoutQuotes(text).replace(PATTERNS.number, "").replace(/[\s,;()[\]{}<>⟨⟩≤≥=]/gu, "");
    return unlessRead(rest === "" || isAll("blankCell", rest), text);
  }

  // What each field asks for, by the label of its question, or the heading of its column.
  const READERS = {
    visits: (text, isName) => strangeInOrder(stripSentence(text, isName), isName),
    line: strangeInOrder,
    leaves: strangeInLeaves,
    pruned: strangeInPruned,
    move: (_, isName, names, typed, { other }) => unlessRead(readMove(typed, names, other), typed),
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

  function readMove(text, names, other) {
    const exact = Object.fromEntries(names.map((each) => [each, each]));
    return name(text, names, { at: names[0], exact, folded: {}, parted: {}, other });
  }

  // What a sheet would not read of a field; the first of the names is that of the root, `own` heads
  // the row of the field, and `other` does not choose at the root.
  function unread(asked, text, names, { own = "", other = "" }) {
    const reader = READERS[asked] ?? READERS[asked.replace("vector ", "")];
    const { isName, mark } = namesOf(names);
    const unmarked = mark(text.trim()).replace(/\*\*(?=\S)([^*]+)\*\*/gu, "$1");
    const marked = trimmed(unmarked, "*"); // a star may be the end of a name
    if (!reader || !marked) return [];
    const typed = isName(text.trim()) ? text.trim() : trimmed(text.trim(), "*");
    return reader(marked, isName, names, typed, { own: mark(own), other });
  }

  return unread;
})(TYPED_READER, FIELD_TABLE)
