import { InvalidInput } from "../define/errors.ts";
import type { GatewayEvent } from "../define/event.ts";
import type { Journal } from "../define/journal.ts";
import {
  type CompleteDriver,
  currentEpoch,
  decodeRecord,
  defineRecord,
  readsOf,
  type Entry as Stored,
  Transaction,
} from "../storage/index.ts";
import { BEGINNING, idOf, order, type Place, placeOf } from "./cursor.ts";
import { type Entry, eventOf, journalRange, type Kept, keptIn, keyAt } from "./entry.ts";

/** The id of the last event that was trimmed. */
export const trimmed = defineRecord<string>("gateway.journal-trimmed");

const MAX_RECORDS = 256;
/** How many characters of records are held in memory at a time. A single record may be longer. */
const MAX_TEXT = 2 ** 22;

export function createJournal(driver: CompleteDriver, onDamaged: (key: string) => void): Journal {
  async function trimPosition(): Promise<Place | undefined> {
    const mark = await readsOf(new Transaction(driver)).read(trimmed);
    return mark === undefined ? undefined : placeOf(mark);
  }

  /** The newest readable event. Damaged records after it are reported and skipped. */
  async function last(): Promise<Kept | undefined> {
    driver.refresh?.();
    let { end } = journalRange;
    for (let limit = 1; ; limit = Math.min(MAX_RECORDS, limit * 4)) {
      const found = await driver.range({ start: journalRange.start, end, limit, reverse: true });
      for (const stored of found) {
        const kept = eventsOf(stored).at(-1);
        if (kept) return kept;
      }
      if (found.length < limit) return undefined;
      end = (found.at(-1) as Stored).key;
    }
  }

  const newest = (): Promise<GatewayEvent | undefined> => last().then((kept) => kept && eventOf(kept));

  async function end(): Promise<string> {
    const kept = await last();
    if (kept) return idOf(kept);
    const gone = await trimPosition();
    return gone ? idOf(gone) : BEGINNING;
  }

  /** Damaged records are reported and skipped, so that others can still be read. */
  function eventsOf({ key, value }: Stored): Kept[] {
    try {
      return keptIn(key, decodeRecord(key, value).data as Entry);
    } catch {
      onDamaged(key);
      return [];
    }
  }

  /** The position to read from, and whether requested events before it were trimmed. */
  async function begin(after: string | undefined, isLenient: boolean): Promise<{ from: Place; isGap: boolean }> {
    const from = placeOf(after ?? BEGINNING);
    if (!from) return continueAfter(after, undefined, isLenient);
    const gone = await trimPosition();
    const isAhead = gone === undefined || order(from, gone) > 0;
    if (isAhead && after !== undefined && after !== BEGINNING && !(await exists(from)))
      return continueAfter(after, from, isLenient);
    return gone && order(from, gone) < 0 ? { from: gone, isGap: after !== undefined } : { from, isGap: false };
  }

  /**
   * The position to continue from after an id that is not in the journal, if the reader accepts a gap. After a restore
   * an id may belong to a lost event: then every reader continues, with a gap reported.
   */
  async function continueAfter(after: string | undefined, from: Place | undefined, isLenient: boolean) {
    const isLost = from !== undefined && (await readsOf(new Transaction(driver)).read(currentEpoch)) !== undefined;
    if ((!isLenient && !isLost) || after === undefined) throw notFound();
    const newest = placeOf(await end()) as Place;
    return { from: from && order(from, newest) < 0 ? from : newest, isGap: true };
  }

  /** A place in a damaged record counts as known: it may have been read before the damage. */
  async function exists(place: Place): Promise<boolean> {
    const key = keyAt(place.number, place.place);
    const value = await driver.getItem(key);
    if (value === null) return false;
    const kept = eventsOf({ key, value });
    return kept.length === 0 || kept.some((one) => order(one, place) === 0);
  }

  async function read(options: Parameters<Journal["read"]>[0] = {}) {
    const { after, limit = 500, accept = () => true, unknown = "refuse" } = options;
    driver.refresh?.();
    const { from, isGap } = await begin(after, unknown === "gap");
    const events: GatewayEvent[] = [];
    let cursor = from;
    let first: string | undefined;
    let looked = 0;
    let start = from.number === 0 ? journalRange.start : keyAt(from.number, from.place);
    let portion = 8;
    for (;;) {
      const found = await driver.range({ start, end: journalRange.end, limit: portion });
      let text = 0;
      for (const stored of found) {
        text += stored.value.length;
        for (const kept of eventsOf(stored)) {
          if (order(kept, cursor) <= 0) continue;
          if (looked === limit) return { events, cursor: idOf(cursor), more: true, ...gapOf(first) };
          looked++;
          first ??= idOf(kept);
          cursor = kept;
          if (accept(kept)) events.push(eventOf(kept));
        }
      }
      const last = found.at(-1);
      if (!last || found.length < portion) return { events, cursor: idOf(cursor), more: false, ...gapOf(first) };
      start = `${last.key}\0`;
      if (looked === limit) return { events, cursor: idOf(cursor), more: true, ...gapOf(first) };
      portion = Math.max(1, Math.min(MAX_RECORDS, portion * 4, Math.floor((MAX_TEXT * portion) / Math.max(1, text))));
    }

    function gapOf(next = idOf(cursor)) {
      return isGap && after !== undefined ? { gap: { after, first: next } } : {};
    }
  }

  return { end, newest, read };
}

function notFound() {
  const message = "must be the id of an event of this journal, like 123.1, or 0.0 for its start";
  return InvalidInput({ issues: [{ path: "/after", code: "cursor", message }] });
}
