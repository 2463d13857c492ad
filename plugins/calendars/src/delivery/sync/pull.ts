import { setImmediate as turn } from "node:timers/promises";
import type { Host } from "@postern/core";
import { type AccountRecord, accounts, type CalendarRecord, calendars, events, marks } from "../../collections.ts";
import { accountSynced } from "../../events.ts";
import type { group } from "../../group.ts";
import { withSecret } from "../account.ts";
import { changesIn, describe, getObject, getObjects, type Held, type Named, namesIn } from "../caldav/dav.ts";
import { located, type Server } from "../caldav/exchange.ts";
import { davServerOf } from "../caldav/server.ts";
import { Fault } from "../fault.ts";
import { adoptCalendars } from "./adopt.ts";
import { type ReadObject, readObject, removeObject, type Taken, takeObject } from "./take.ts";

type CalendarHost = Host<typeof group>;

/** What a pull came to. */
export interface Counts {
  calendars: number;
  created: number;
  updated: number;
  deleted: number;
  /** Objects that could not be taken over; `diagnostics` says why, of the first. */
  skipped: number;
  diagnostics: { url: string; message: string }[];
}

/** Objects that are asked for and committed at a time: what is done stays done, whatever comes after. */
const PORTION = 40;
const MOST_DIAGNOSTICS = 20;

/** Takes over what has changed at an account's provider since the last time. */
export function pullAccount(host: CalendarHost, account: AccountRecord, signal: AbortSignal): Promise<Counts> {
  return withSecret(host, account, `sync ${account.id}`, async (secret) => {
    const server = davServerOf(account, secret, signal);
    const counts: Counts = { calendars: 0, created: 0, updated: 0, deleted: 0, skipped: 0, diagnostics: [] };
    for (const calendar of await adoptCalendars(host, account, server)) {
      await pullCalendar(host, server, calendar, counts);
      counts.calendars++;
    }
    const { created, updated, deleted } = counts;
    await host.transact(async ({ store, now, emit }) => {
      const before = await store.get(accounts, account.id);
      if (before) await store.put(accounts, { ...before, lastSyncedAt: now });
      emit(accountSynced, { accountId: account.id, created, updated, deleted });
    });
    return counts;
  });
}

/** What a calendar's server says has changed: by its record of changes, else by comparing everything. */
interface Changes {
  readonly names: readonly Named[];
  /** Whether these are all that there are: then what is here and not among them is gone. */
  readonly isAll: boolean;
  readonly isCut: boolean;
  readonly mark: { readonly token?: string; readonly tag?: string };
}

async function pullCalendar(
  host: CalendarHost,
  server: Server,
  calendar: CalendarRecord,
  counts: Counts,
): Promise<void> {
  const url = located(server, calendar.providerCalendarId as string);
  for (let isCut = true; isCut; ) {
    const changes = await changesOf(host, server, calendar.id, url).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== "not_found") throw error;
      skip(counts, url, "The server has no such calendar any more");
    });
    if (!changes) return;
    await takeChanges(host, server, calendar, changes, counts);
    await host.transact(async ({ store, now }) => {
      await store.put(marks, { calendarId: calendar.id, ...changes.mark });
      const before = await store.get(calendars, calendar.id);
      if (before) await store.put(calendars, { ...before, lastSyncedAt: now });
    });
    isCut = changes.isCut;
  }
}

async function changesOf(host: CalendarHost, server: Server, id: string, url: string): Promise<Changes | undefined> {
  const mark = await host.store.get(marks, id);
  const since = mark?.token && (await changesIn(server, url, mark.token));
  if (since) return { ...since, isAll: false, mark: { token: since.token } };
  const all = await changesIn(server, url, undefined);
  if (all) return { ...all, isAll: !all.isCut, mark: { token: all.token } };
  const { tag } = await describe(server, url);
  if (tag !== undefined && tag === mark?.tag) return { names: [], isAll: false, isCut: false, mark: { tag } };
  return { names: await namesIn(server, url), isAll: true, isCut: false, mark: tag === undefined ? {} : { tag } };
}

async function takeChanges(
  host: CalendarHost,
  server: Server,
  calendar: CalendarRecord,
  { names, isAll }: Changes,
  counts: Counts,
): Promise<void> {
  const known = await knownIn(host, calendar.id);
  const url = located(server, calendar.providerCalendarId as string);
  const changed = names.filter(
    (one) => !one.isGone && (one.etag === undefined || known.get(pathOf(one.url))?.etag !== one.etag),
  );
  const there = new Set(names.filter(({ isGone }) => !isGone).map((one) => pathOf(one.url)));
  const gone = isAll
    ? [...known.keys()].filter((path) => !there.has(path))
    : names.filter(({ isGone }) => isGone).map((one) => pathOf(one.url));
  for (let at = 0; at < changed.length; at += PORTION) {
    const urls = changed.slice(at, at + PORTION).map((one) => one.url);
    await takePortion(host, calendar, urls, await objectsAt(server, url, urls, counts), counts);
  }
  for (const path of gone) {
    const noted = known.get(path)?.url;
    if (noted === undefined) continue;
    await turn();
    if (await host.transact((ctx) => removeObject(ctx, calendar, noted))) counts.deleted++;
  }
}

/** Objects are told apart by their path: a server may be reached by another name than when they were noted. */
const pathOf = (url: string): string => new URL(url).pathname;

/** Some objects together; one by one where they are too large for that, so that only what is too large alone is left out. */
async function objectsAt(server: Server, calendar: string, urls: readonly string[], counts: Counts) {
  try {
    return await getObjects(server, calendar, urls);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "too_large") throw error;
  }
  const objects = new Map<string, Held>();
  for (const url of urls) {
    const held = await getObject(server, url).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== "too_large") throw error;
      skip(counts, url, error.message);
      return undefined;
    });
    if (held) objects.set(url, held);
  }
  return objects;
}

/** Reads some objects, one after the other, and takes them over in one commit. */
async function takePortion(
  host: CalendarHost,
  calendar: CalendarRecord,
  urls: readonly string[],
  objects: ReadonlyMap<string, Held>,
  counts: Counts,
): Promise<void> {
  const read: ReadObject[] = [];
  for (const url of urls) {
    const held = objects.get(url);
    // Gone since it was named: the next pull tells.
    if (!held) continue;
    await turn();
    try {
      read.push(await readObject(url, held, calendar));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      skip(counts, url, error.message);
    }
  }
  const taken = await host.transact(async (ctx) => {
    const all: Taken[] = [];
    for (const object of read) all.push(await takeObject(ctx, calendar, object));
    return all;
  });
  for (const { created, updated, deleted } of taken) {
    counts.created += created;
    counts.updated += updated;
    counts.deleted += deleted;
  }
}

function skip(counts: Counts, url: string, message: string): void {
  counts.skipped++;
  if (counts.diagnostics.length < MOST_DIAGNOSTICS) counts.diagnostics.push({ url, message });
}

interface Noted {
  readonly url: string;
  readonly etag: string | undefined;
}

/** What is here of a calendar, by its path at the server. */
async function knownIn({ store }: CalendarHost, calendarId: string): Promise<Map<string, Noted>> {
  const known = new Map<string, Noted>();
  let after: string | undefined;
  do {
    const place = {
      by: "byProvider",
      prefix: [calendarId],
      limit: 500,
      ...(after !== undefined && { after }),
    } as const;
    const page = await store.find(events, place);
    for (const { providerEventId: url, etag, seriesId, deletedAt } of page.items)
      if (url !== undefined && seriesId === undefined)
        if (deletedAt === undefined || etag !== undefined)
          // What is gone there has no etag any more.
          known.set(pathOf(url), { url, etag });
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
  return known;
}
