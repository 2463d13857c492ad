import { type Caller, eventPlaceOf, type GatewayEvent, type Journal, type Reads } from "@postern/core";
import { type EventVisibility, visibleEvents } from "@postern/kit/cloudevents";
import { links } from "../collections.ts";
import { rootOf } from "./root.ts";

/** How many commits of a chain are shown. */
export const MAX_COMMITS = 200;
/** Ids of messages end with the number of their commit, and the place of the message in it. */
const MESSAGE = /^msg_[0-9a-f]{24}([0-9a-f]{14})/;

interface Setting {
  readonly store: Reads;
  readonly journal: Journal;
  readonly sight: EventVisibility;
  readonly caller: Caller;
}

/** All events of a commit that the caller may see, in order. */
async function eventsIn({ store, journal, sight, caller }: Setting, number: number): Promise<GatewayEvent[]> {
  const found: GatewayEvent[] = [];
  let after = `${number - 1}.${999_999_999}`;
  for (;;) {
    const page = await journal.read({ after, limit: 100, unknown: "gap" });
    const own = page.events.filter(({ id }) => eventPlaceOf(id)?.number === number);
    found.push(...own);
    if (own.length < page.events.length || !page.more || page.events.length === 0) break;
    after = page.cursor;
  }
  const admitted = found.filter((event) => sight.admits(caller, event));
  return visibleEvents(sight, { caller, store }, admitted);
}

/** The roots of the chains that an event, a message or a run belongs to. */
async function rootsOf(setting: Setting, of: string): Promise<string[]> {
  const message = MESSAGE.exec(of)?.[1];
  const number = eventPlaceOf(of)?.number ?? (message === undefined ? undefined : Number.parseInt(message, 16));
  if (number === undefined) return [of];
  const events = await eventsIn(setting, number);
  const wanted = events.filter(({ id, subject }) => (message === undefined ? id === of : subject === of));
  const correlated = wanted.map(({ id, correlationId }) => rootOf(correlationId ?? id));
  return [...new Set(correlated)];
}

/** The events of the chain that an event, a message or a run belongs to, in order. */
export async function traceOf(setting: Setting, of: string): Promise<{ events: GatewayEvent[]; isCut: boolean }> {
  const commits = new Map<number, Set<string>>();
  let isCut = false;
  for (const root of await rootsOf(setting, of)) {
    const first = /^[0-9a-f]{14}$/.test(root) ? Number.parseInt(root, 16) : undefined;
    if (first !== undefined) commits.set(first, new Set([root]));
    const page = await setting.store.find(links, { prefix: [root], limit: 1_000 });
    isCut ||= page.next !== undefined;
    for (const { number } of page.items) commits.set(number, (commits.get(number) ?? new Set()).add(root));
  }
  const numbers = [...commits.keys()].sort((left, right) => left - right);
  isCut ||= numbers.length > MAX_COMMITS;
  const events: GatewayEvent[] = [];
  for (const number of numbers.slice(0, MAX_COMMITS))
    for (const event of await eventsIn(setting, number))
      if (commits.get(number)?.has(rootOf(event.correlationId ?? event.id))) events.push(event);
  return { events, isCut };
}
