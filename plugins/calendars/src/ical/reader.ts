/** The program that reads long iCalendar texts. */
import { serveParser } from "@postern/kit/parsing";
import { Unreadable } from "./jcal.ts";
import type { Draft } from "./read.ts";
import { type ParsedText, readText } from "./text.ts";

/** What the gateway sends, in this order: the text in pieces, the request to read it, requests for events. */
export type ReaderMessage = { readonly piece: string } | { readonly zone: string } | { readonly next: true };

/** Everything but the events, or why the text cannot be read. */
export type ReaderAnswer = Omit<ParsedText, "drafts"> | { readonly refused: string };

/** Events in one answer, or fewer long ones. */
const MAX_EVENTS = 200;
const MAX_LENGTH = 500_000;

serveParser<ReaderMessage>(() => {
  const pieces: string[] = [];
  let drafts: readonly Draft[] = [];
  let at = 0;

  async function read(zone: string): Promise<ReaderAnswer> {
    try {
      const { drafts: found, ...rest } = await readText(pieces.join(""), zone);
      drafts = found;
      return rest;
    } catch (error) {
      if (error instanceof Unreadable) return { refused: error.message };
      throw error;
    }
  }

  function nextDrafts(): Draft[] {
    const portion: Draft[] = [];
    for (let length = 0; at < drafts.length && portion.length < MAX_EVENTS && length < MAX_LENGTH; at++) {
      const draft = drafts[at] as Draft;
      portion.push(draft);
      length += JSON.stringify(draft).length;
    }
    return portion;
  }

  return (message) => {
    if ("piece" in message) return void pieces.push(message.piece);
    return "zone" in message ? read(message.zone) : nextDrafts();
  };
});
