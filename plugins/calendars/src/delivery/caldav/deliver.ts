import type { MaybePromise, PluginContext, Transacting } from "@postern/core";
import { type AccountRecord, type EventRecord, events } from "../../collections.ts";
import type { group } from "../../group.ts";
import { AGENT } from "../../ical/people.ts";
import { type DeliveryContext, occurrenceIn, occurrencesAnswered, responseOf } from "../context.ts";
import type { Outcome } from "../fault.ts";
import { Fault } from "../fault.ts";
import { calendarUrlOf } from "./binding.ts";
import { getObject, putObject, type StoredObject } from "./dav.ts";
import { type Server, urlOnServer } from "./exchange.ts";
import { eventChange } from "./push.ts";
import { applyResponse, PARTSTATS } from "./response.ts";
import { schedulingOf } from "./scheduling.ts";

/** Number of tries in one attempt if others keep changing the object. */
const MAX_ROUNDS = 4;

interface Changed {
  readonly text: string;
  readonly isChanged: boolean;
}
type Change = (held: StoredObject | undefined) => MaybePromise<Changed>;

/** Applies an outbox entry to the event's object on the server. */
export async function deliverToServer(
  host: PluginContext<typeof group>,
  server: Server,
  account: AccountRecord,
  story: DeliveryContext,
): Promise<Outcome> {
  const folder = await calendarUrlOf(host, server, account, story.calendar);
  const { root, entry } = story;
  const noted = root.providerEventId && urlOnServer(server, root.providerEventId);
  const url = noted ?? new URL(`${encodeURIComponent(root.uid)}.ics`, folder).href;
  const change =
    entry.operation === "respond"
      ? responseChange(story)
      : await eventChange(host.store, story, host.now(), await organizerOf(host, server, account, { folder, story }));
  if (change === undefined) return { status: "acked", providerResult: { told: false } };
  const done = await changeObject(server, url, change);
  const providerResult = { url, changed: done.isChanged, ...(done.etag !== undefined && { etag: done.etag }) };
  return { status: "acked", providerResult, onDelivered: (ctx) => recordObject(ctx, root, url, done) };
}

/** The address that invites the attendees, if there are any. */
async function organizerOf(
  host: PluginContext<typeof group>,
  server: Server,
  account: AccountRecord,
  { folder, story: { root, parts } }: { folder: string; story: DeliveryContext },
): Promise<string | undefined> {
  if (![root, ...parts].some(({ attendees }) => attendees.length > 0)) return undefined;
  return (await schedulingOf(host, server, account, folder)).email;
}

/** A server does not know an attendee without an address, so there is nothing to deliver. */
function responseChange(story: DeliveryContext): Change | undefined {
  const { attendee, status } = responseOf(story);
  const { normalizedEmail, agentId } = attendee;
  const address = normalizedEmail ?? (agentId && `${AGENT}${agentId}`.toLowerCase());
  if (!address) return undefined;
  const [occurrence, answered] = [occurrenceIn(story), occurrencesAnswered(story, attendee)];
  const answer = { address, partstat: PARTSTATS[status], occurrence, answered };
  const place = { zone: story.root.startTimezone ?? story.calendar.timezone };
  return (held) => {
    if (!held) throw new Fault("not_found", "The event does not exist on the server (404)");
    return applyResponse(held.text, answer, place);
  };
}

interface ChangeResult {
  readonly isChanged: boolean;
  /** Etags of the object before and after the change. */
  readonly before: string | undefined;
  readonly etag: string | undefined;
}

/**
 * Reads an object, changes it and writes it back, starting over if it was changed in the meantime. Because it reads
 * first, it recognizes a previous attempt whose response was lost.
 */
async function changeObject(server: Server, url: string, change: Change): Promise<ChangeResult> {
  for (let round = 1; ; round++) {
    const held = await getObject(server, url);
    const { text, isChanged } = await change(held);
    if (!isChanged) return { isChanged, before: held?.etag, etag: held?.etag };
    try {
      const etag = await putObject(server, url, text, held && (held.etag ?? "*"));
      return { isChanged, before: held?.etag, etag };
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "etag_conflict" || round === MAX_ROUNDS) throw error;
    }
  }
}

/**
 * Stores the URL of the object. Its etag is stored only if the previous version is known here; otherwise the next
 * synchronization would miss changes by others.
 */
async function recordObject(
  { store }: Transacting,
  { id }: EventRecord,
  url: string,
  { before, etag }: ChangeResult,
): Promise<void> {
  const event = await store.get(events, id);
  if (!event) return;
  const { etag: known, ...rest } = event;
  const isKnown = etag !== undefined && (before === undefined || before === known);
  await store.put(events, { ...rest, providerEventId: url, ...(isKnown && { etag }) });
}
