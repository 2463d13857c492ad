/** The words before the cursor, and how the word at the cursor is written. */
export interface ShellLine {
  readonly words: readonly string[];
  readonly current: string;
  /** The quotation mark that is open at the cursor. */
  readonly quote: "" | '"' | "'";
  /** How many characters of the current word the shell keeps, because it completes only what follows a `:` or `=`. */
  readonly kept: string;
}

/**
 * Splits the beginning of a command of bash into words, without the name of the program. bash's own words are not used:
 * they are cut at each of `breaks` (COMP_WORDBREAKS), and still have their quotation marks.
 */
export function readShellLine(line: string, breaks: string): ShellLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: ShellLine["quote"] = "";
  let kept = "";
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      [word, kept] = [undefined, ""];
    } else if (quote === "" && /[|;&]/.test(character)) {
      words.length = 0;
      [word, kept] = [undefined, ""];
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
      kept = word;
    } else {
      const isEscape = character === "\\" && quote !== "'";
      word = `${word ?? ""}${isEscape ? (line[++at] ?? "") : character}`;
      if (!isEscape && quote === "" && breaks.includes(character)) kept = word;
    }
  }
  return { words: words.slice(1), current: word ?? "", quote, kept };
}

/** A word as bash inserts it; undefined if it cannot be written within the open quotation mark. */
export function bashWord(value: string, { quote, kept }: Pick<ShellLine, "quote" | "kept">): string | undefined {
  if (!value.startsWith(kept)) return undefined;
  const rest = value.slice(kept.length);
  if (quote === '"') return rest.replace(/["\\$`]/g, "\\$&");
  if (quote === "'") return rest.includes("'") ? undefined : rest;
  return rest.replace(/[\s!"#$&'()*;<>?[\\\]^`{|}~]/g, "\\$&");
}
