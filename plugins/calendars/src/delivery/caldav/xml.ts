import { Fault } from "../fault.ts";

/** What an XML text holds, in its order; names without their prefix, in the way `{namespace}name`. */
export interface Sink {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** What is kept of markup that has not come whole yet; a tag or comment, or quoted text, that is longer is nonsense. */
const LONGEST_TAG = 65_536;
const LONGEST_QUOTE = 4 * 2 ** 20;
const DEEPEST = 64;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const XML = "http://www.w3.org/XML/1998/namespace";

type Names = ReadonlyMap<string, string>;

/**
 * Reads XML in pieces as they come, so that an answer of any size is read in bounded memory and never at once. It
 * knows no document types, and so no entities but the five: there is nothing to expand.
 */
export function createXmlReader(sink: Sink): { write(piece: string): void; end(): void } {
  let rest = "";
  /** Where the end of the markup at its beginning is looked for: what comes before was gone through already. */
  let looked = 0;
  let quote = "";
  let held: string[] = [];
  let heldLength = 0;
  const stack: { readonly tag: string; readonly name: string; readonly names: Names }[] = [];

  function openTag(source: string): void {
    const isEmpty = source.endsWith("/");
    const body = isEmpty ? source.slice(0, -1) : source;
    const tag = /^[^\s/>"'=<]+/.exec(body)?.[0];
    if (tag === undefined || stack.length >= DEEPEST) throw nonsense();
    const names = new Map<string, string>();
    for (const [, prefix = "", double, single] of body.matchAll(
      /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    ))
      names.set(prefix, decoded(double ?? single ?? ""));
    const [prefix, local] = tag.includes(":") ? (tag.split(":", 2) as [string, string]) : ["", tag];
    const name = `{${names.get(prefix) ?? namespaceOf(prefix)}}${local}`;
    sink.open(name);
    if (isEmpty) sink.close(name);
    else stack.push({ tag, name, names });
  }

  /** What a prefix stands for outside: the elements know only their own, so that none copies those of all others. */
  const namespaceOf = (prefix: string): string =>
    stack.findLast(({ names }) => names.has(prefix))?.names.get(prefix) ?? (prefix === "xml" ? XML : "");

  function closeTag(tag: string): void {
    const top = stack.pop();
    if (top?.tag !== tag.trim()) throw nonsense();
    sink.close(top.name);
  }

  /** The first `>` that stands in no quotes. */
  function endOfTag(): number {
    for (let at = Math.max(1, looked); at < rest.length; at++) {
      const char = rest[at] as string;
      if (quote !== "") quote = char === quote ? "" : quote;
      else if (char === '"' || char === "'") quote = char;
      else if (char === ">") return at;
    }
    return -1;
  }

  /** Takes one piece of markup off the front; false where it has not come whole yet. */
  function takeMarkup(): boolean {
    const kind = rest.startsWith("<!--")
      ? "-->"
      : rest.startsWith("<![CDATA[")
        ? "]]>"
        : rest.startsWith("<?")
          ? "?>"
          : ">";
    // What may still become the beginning of one of these is waited for.
    if (rest.length < 9 && ["<!--", "<![CDATA["].some((start) => start.startsWith(rest))) return false;
    const end = kind === ">" ? endOfTag() : rest.indexOf(kind, looked);
    if (end < 0) {
      looked = kind === ">" ? rest.length : Math.max(0, rest.length - kind.length + 1);
      if (rest.length > (kind === "]]>" ? LONGEST_QUOTE : LONGEST_TAG)) throw nonsense();
      return false;
    }
    const whole = rest.slice(0, end);
    rest = rest.slice(end + kind.length);
    looked = 0;
    if (kind === "]]>") sink.text(whole.slice("<![CDATA[".length));
    else if (kind === ">") {
      if (whole.startsWith("<!")) throw nonsense();
      if (whole.startsWith("</")) closeTag(whole.slice(2));
      else openTag(whole.slice(1));
    }
    return true;
  }

  /** Takes text off the front, but for the beginning of an entity at its end. */
  function takeText(): void {
    const next = rest.indexOf("<");
    const whole = next < 0 ? rest : rest.slice(0, next);
    const amp = next < 0 ? whole.lastIndexOf("&") : -1;
    const isCut = amp >= 0 && whole.indexOf(";", amp) < 0;
    if (isCut && whole.length - amp > 12) throw nonsense();
    const taken = isCut ? whole.slice(0, amp) : whole;
    if (stack.length > 0) sink.text(decoded(taken));
    else if (taken.trim().replace(/^\uFEFF/, "") !== "") throw nonsense();
    rest = rest.slice(taken.length);
  }

  function takeHeld(): void {
    rest += held.join("");
    held = [];
    heldLength = 0;
    while (rest !== "") {
      const before = rest.length;
      if (!rest.startsWith("<")) takeText();
      else if (!takeMarkup()) return;
      if (rest.length === before) return;
    }
  }

  return {
    write(piece) {
      held.push(piece);
      heldLength += piece.length;
      // Text that is put together anew for each piece would be copied once for each.
      if (looked === 0 || heldLength >= rest.length) takeHeld();
    },
    end() {
      takeHeld();
      if (rest.trim() !== "" || stack.length > 0) throw nonsense();
    },
  };
}

const decoded = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
      })
    : text;

const nonsense = (): Fault => new Fault("bad_answer", "The server's answer is no XML that can be read");
