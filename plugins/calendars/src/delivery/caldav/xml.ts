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

type Names = Readonly<Record<string, string>>;

/**
 * Reads XML in pieces as they come, so that an answer of any size is read in bounded memory and never at once. It
 * knows no document types, and so no entities but the five: there is nothing to expand.
 */
export function createXmlReader(sink: Sink): { write(piece: string): void; end(): void } {
  let rest = "";
  const stack: { readonly tag: string; readonly name: string; readonly names: Names }[] = [];

  function openTag(source: string): void {
    const isEmpty = source.endsWith("/");
    const body = isEmpty ? source.slice(0, -1) : source;
    const tag = /^[^\s/>"'=<]+/.exec(body)?.[0];
    if (tag === undefined || stack.length >= DEEPEST) throw nonsense();
    let names = stack.at(-1)?.names ?? { xml: "http://www.w3.org/XML/1998/namespace" };
    for (const [, prefix = "", double, single] of body.matchAll(
      /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    ))
      names = { ...names, [prefix]: decoded(double ?? single ?? "") };
    const [prefix, local] = tag.includes(":") ? (tag.split(":", 2) as [string, string]) : ["", tag];
    const name = `{${names[prefix] ?? ""}}${local}`;
    sink.open(name);
    if (isEmpty) sink.close(name);
    else stack.push({ tag, name, names });
  }

  function closeTag(tag: string): void {
    const top = stack.pop();
    if (top?.tag !== tag.trim()) throw nonsense();
    sink.close(top.name);
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
    const end = kind === ">" ? endOfTag(rest) : rest.indexOf(kind);
    if (end < 0) {
      if (rest.length > (kind === "]]>" ? LONGEST_QUOTE : LONGEST_TAG)) throw nonsense();
      return false;
    }
    const whole = rest.slice(0, end);
    rest = rest.slice(end + kind.length);
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

  return {
    write(piece) {
      rest += piece;
      while (rest !== "") {
        const before = rest.length;
        if (!rest.startsWith("<")) takeText();
        else if (!takeMarkup()) return;
        if (rest.length === before) return;
      }
    },
    end() {
      if (rest.trim() !== "" || stack.length > 0) throw nonsense();
    },
  };
}

/** The first `>` that stands in no quotes. */
function endOfTag(text: string): number {
  let quote = "";
  for (let at = 1; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ">") return at;
  }
  return -1;
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
