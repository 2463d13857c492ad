import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext } from "@postern/core";
import { type AccountRecord, accounts, type CalendarRecord, calendars, marks } from "../../collections.ts";
import { accountFailed, accountSynced } from "../../events.ts";
import type { group } from "../../group.ts";
import { assertContinues, stopAccount, withSecret } from "../account.ts";
import { getObject, getObjects, type StoredObject } from "../caldav/dav.ts";
import { type Server, urlOnServer } from "../caldav/exchange.ts";
import { schedulingOf } from "../caldav/scheduling.ts";
import { davServerOf } from "../caldav/server.ts";
import { Fault } from "../fault.ts";
import { localCalendarsOf } from "./calendars.ts";
import { type Changes, changesOf, knownIn, pathOf } from "./changes.ts";
import { type ImportCounts, importObject, type ReadObject, readObject, removeObject } from "./import.ts";

type CalendarHost = PluginContext<typeof group>;

/** Result of a synchronization. */
export interface Counts {
  calendars: number;
  created: number;
  updated: number;
  deleted: number;
  /** Objects that could not be imported; `diagnostics` has the reason for the first ones. */
  skipped: number;
  diagnostics: { url: string; message: string }[];
}

/** Number of objects requested and committed at a time, so that progress is kept. */
const PORTION = 40;
const MAX_DIAGNOSTICS = 20;

/** Imports the changes at an account's provider since the last synchronization. */
export async function pullAccount(host: CalendarHost, account: AccountRecord, signal: AbortSignal): Promise<Counts> {
  await assertContinues(host, account);
  return withSecret(host, account, `sync ${account.id}`, async (secret) => {
    const server = davServerOf(host, account, secret, signal);
    const counts: Counts = { calendars: 0, created: 0, updated: 0, deleted: 0, skipped: 0, diagnostics: [] };
    for (const calendar of await localCalendarsOf(host, account, server)) {
      if (calendar.providerCalendarId !== undefined && counts.calendars === 0)
        await schedulingOf(host, server, account, urlOnServer(server, calendar.providerCalendarId));
      await pullCalendar(host, server, calendar, counts);
      counts.calendars++;
    }
    const { created, updated, deleted } = counts;
    await host.transact(async ({ store, now, emit }) => {
      const before = await store.get(accounts, account.id);
      if (before) await store.put(accounts, settled(before, now));
      emit(accountSynced, { accountId: account.id, created, updated, deleted });
    });
    return counts;
  });
}

const settled = (
  { lastError: _error, lastTriedAt: _tried, ...account }: AccountRecord,
  now: number,
): AccountRecord => ({
  ...account,
  lastSyncedAt: now,
});

/** Records why a synchronization failed, and stops the account if the cause has to be fixed. */
export async function recordFault(
  host: CalendarHost,
  id: string,
  { code, message, consequence }: Fault,
): Promise<void> {
  if (consequence === "leave") return;
  await host.transact(async (ctx) => {
    if (consequence === "stop") await stopAccount(ctx, id, code);
    const before = await ctx.store.get(accounts, id);
    if (!before) return;
    await ctx.store.put(accounts, { ...before, lastError: message, lastTriedAt: ctx.now });
    ctx.emit(accountFailed, { accountId: id, code, reason: message });
  });
}

async function pullCalendar(
  host: CalendarHost,
  server: Server,
  calendar: CalendarRecord,
  counts: Counts,
): Promise<void> {
  const url = urlOnServer(server, calendar.providerCalendarId as string);
  let last: string | undefined;
  for (let isCut = true; isCut; ) {
    const changes = await changesOf(host.store, server, calendar.id, url).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== "not_found") throw error;
      skip(counts, url, "The calendar no longer exists on the server");
    });
    if (!changes) return;
    await importChanges(host, server, calendar, changes, counts);
    await host.transact(async ({ store, now }) => {
      await store.put(marks, { calendarId: calendar.id, ...changes.mark });
      const before = await store.get(calendars, calendar.id);
      if (before) await store.put(calendars, { ...before, lastSyncedAt: now });
    });
    isCut = changes.isCut;
    if (isCut && changes.mark.token === last)
      throw new Fault("bad_answer", "The server announces more changes but does not return any");
    last = changes.mark.token;
  }
}

async function importChanges(
  host: CalendarHost,
  server: Server,
  calendar: CalendarRecord,
  { names, isAll }: Changes,
  counts: Counts,
): Promise<void> {
  const known = await knownIn(host.store, calendar.id);
  const url = urlOnServer(server, calendar.providerCalendarId as string);
  const changed = names.filter(
    (one) => !one.isGone && (one.etag === undefined || known.get(pathOf(one.url))?.etag !== one.etag),
  );
  const there = new Set(names.filter(({ isGone }) => !isGone).map((one) => pathOf(one.url)));
  const gone = isAll
    ? [...known.keys()].filter((path) => !there.has(path))
    : names.filter(({ isGone }) => isGone).map((one) => pathOf(one.url));
  for (let at = 0; at < changed.length; at += PORTION) {
    const urls = changed.slice(at, at + PORTION).map((one) => one.url);
    const objects = await readObjects(server, url, urls, counts);
    await importPortion(host, calendar, { urls, objects, signal: server.signal }, counts);
  }
  for (const path of gone) {
    const noted = known.get(path)?.url;
    if (noted === undefined) continue;
    await turn();
    if (await host.transact((ctx) => removeObject(ctx, calendar, noted))) counts.deleted++;
  }
}

/**
 * Reads several objects together. If the response is too large, reads them individually, so that only objects that are
 * too large themselves are skipped.
 */
async function readObjects(server: Server, calendar: string, urls: readonly string[], counts: Counts) {
  try {
    return await getObjects(server, calendar, urls);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "too_large") throw error;
  }
  const objects = new Map<string, StoredObject>();
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

interface ObjectPortion {
  readonly urls: readonly string[];
  readonly objects: ReadonlyMap<string, StoredObject>;
  readonly signal: AbortSignal;
}

/** Parses several objects and imports them in one commit. */
async function importPortion(
  host: CalendarHost,
  calendar: CalendarRecord,
  { urls, objects, signal }: ObjectPortion,
  counts: Counts,
): Promise<void> {
  const read: ReadObject[] = [];
  for (const url of urls) {
    const held = objects.get(url);
    // Deleted since it was listed; handled by the next synchronization.
    if (!held) continue;
    await turn();
    try {
      read.push(await readObject(url, held, calendar, signal));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      skip(counts, url, error.message);
    }
  }
  const taken = await host.transact(async (ctx) => {
    const all: ImportCounts[] = [];
    for (const object of read) all.push(await importObject(ctx, calendar, object));
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
  if (counts.diagnostics.length < MAX_DIAGNOSTICS) counts.diagnostics.push({ url, message });
}
