import { setImmediate as turn } from "node:timers/promises";
import type { Reads } from "@postern/core";
import { events, marks } from "../../collections.ts";
import { describe, type ListedObject, listChanges, listObjects } from "../caldav/dav.ts";
import type { Server } from "../caldav/exchange.ts";

/** Changes of a calendar on its server, by sync token or by comparing all objects. */
export interface Changes {
  readonly names: readonly ListedObject[];
  /** Whether `names` lists all objects, so that local ones not in it were deleted. */
  readonly isAll: boolean;
  readonly isCut: boolean;
  readonly mark: { readonly token?: string; readonly tag?: string };
}

/** The changes of a calendar since its last synchronization. */
export async function changesOf(store: Reads, server: Server, id: string, url: string): Promise<Changes | undefined> {
  const mark = await store.get(marks, id);
  const since = mark?.token && (await listChanges(server, url, mark.token));
  if (since) return { ...since, isAll: false, mark: { token: since.token } };
  const all = await listChanges(server, url, undefined);
  // A partial list does not show what was deleted, so all objects are listed if that is needed.
  if (all?.isCut && mark?.token !== undefined)
    return { names: await listObjects(server, url), isAll: true, isCut: false, mark: { token: all.token } };
  if (all) return { ...all, isAll: !all.isCut, mark: { token: all.token } };
  const { tag } = await describe(server, url);
  if (tag !== undefined && tag === mark?.tag) return { names: [], isAll: false, isCut: false, mark: { tag } };
  return { names: await listObjects(server, url), isAll: true, isCut: false, mark: tag === undefined ? {} : { tag } };
}

/** Objects are identified by their path, because the origin of a server may change. */
export const pathOf = (url: string): string => new URL(url).pathname;

/** An object as stored at the last synchronization. */
export interface KnownObject {
  readonly url: string;
  readonly etag: string | undefined;
}

/** The local events of a calendar by their path on the server. */
export async function knownIn(store: Reads, calendarId: string): Promise<Map<string, KnownObject>> {
  const known = new Map<string, KnownObject>();
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
          // An event that was deleted on the server no longer has an etag.
          known.set(pathOf(url), { url, etag });
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
  return known;
}
