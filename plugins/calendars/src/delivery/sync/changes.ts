import { setImmediate as turn } from "node:timers/promises";
import type { Reads } from "@postern/core";
import { events, marks } from "../../collections.ts";
import { changesIn, describe, type Named, namesIn } from "../caldav/dav.ts";
import type { Server } from "../caldav/exchange.ts";

/** What a calendar's server says has changed: by its record of changes, else by comparing everything. */
export interface Changes {
  readonly names: readonly Named[];
  /** Whether these are all that there are: then what is here and not among them is gone. */
  readonly isAll: boolean;
  readonly isCut: boolean;
  readonly mark: { readonly token?: string; readonly tag?: string };
}

/** What has changed in a calendar since it was last the same as at its server. */
export async function changesOf(store: Reads, server: Server, id: string, url: string): Promise<Changes | undefined> {
  const mark = await store.get(marks, id);
  const since = mark?.token && (await changesIn(server, url, mark.token));
  if (since) return { ...since, isAll: false, mark: { token: since.token } };
  const all = await changesIn(server, url, undefined);
  // In portions it cannot be told what is gone: where that is to be found out, everything is listed.
  if (all?.isCut && mark?.token !== undefined)
    return { names: await namesIn(server, url), isAll: true, isCut: false, mark: { token: all.token } };
  if (all) return { ...all, isAll: !all.isCut, mark: { token: all.token } };
  const { tag } = await describe(server, url);
  if (tag !== undefined && tag === mark?.tag) return { names: [], isAll: false, isCut: false, mark: { tag } };
  return { names: await namesIn(server, url), isAll: true, isCut: false, mark: tag === undefined ? {} : { tag } };
}

/** Objects are told apart by their path: a server may be reached by another name than when they were noted. */
export const pathOf = (url: string): string => new URL(url).pathname;

/** An object as it was noted when it was last the same. */
export interface Noted {
  readonly url: string;
  readonly etag: string | undefined;
}

/** What is here of a calendar, by its path at the server. */
export async function knownIn(store: Reads, calendarId: string): Promise<Map<string, Noted>> {
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
