import { defineParser, type ParserCall, ParserFailed } from "@postern/kit/parsers";
import { Unreadable } from "./jcal.ts";
import type { Draft } from "./read.ts";
import type { ReaderAnswer, ReaderMessage } from "./reader.ts";
import { type ParsedText, readText } from "./text.ts";

const MEBIBYTE = 2 ** 20;
/** Characters of a text that is read in this process, which takes a moment; longer ones are read in another one. */
const MAX_HERE = 65_536;
/** Characters of the text in one message. */
const PIECE = 500_000;

const parser = defineParser({
  // The built file, also when running from the sources: Node 20 cannot run TypeScript.
  program: new URL(import.meta.url.endsWith(".ts") ? "../../dist/ical/reader.js" : "./ical/reader.js", import.meta.url),
  memory: 768,
  timeout: 60_000,
  answer: 16 * MEBIBYTE,
  output: 256 * MEBIBYTE,
});

/**
 * Reads an iCalendar text, in another process if it is long. `zone` is the time zone of floating times. Throws Unreadable
 * if the text has too many events, or needs too much memory or time.
 */
export async function parseText(text: string, zone: string, call: ParserCall): Promise<ParsedText> {
  if (text.length <= MAX_HERE) return readText(text, zone);
  const session = await parser.open(call);
  const ask = <Answer>(message: ReaderMessage) => session.ask<Answer>(message);
  try {
    for (let at = 0; at < text.length; at += PIECE) await ask({ piece: text.slice(at, at + PIECE) });
    const answer = await ask<ReaderAnswer>({ zone });
    if ("refused" in answer) throw new Unreadable(answer.refused);
    const drafts: Draft[] = [];
    for (;;) {
      const some = await ask<Draft[]>({ next: true });
      if (some.length === 0) return { ...answer, drafts };
      drafts.push(...some);
    }
  } catch (error) {
    if (error instanceof ParserFailed) throw new Unreadable(`${error.message}; split it`);
    throw error;
  } finally {
    session.end();
  }
}
