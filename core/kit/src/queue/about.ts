import type { Transacting } from "@postern/core";
import type { Reads } from "@postern/core/storage";
import { scanRecords } from "../paging/scan.ts";
import type { Status, Stored } from "./entry.ts";
import { finish, type Line } from "./lane.ts";

/** Maximum number of entries of each status that one commit discards. */
const MAX_DISCARDED = 10_000;

/** The entries about something that are waiting or running, oldest first, at most `limit` of each status. */
export async function activeAbout(store: Reads, { entries }: Line, about: string, limit: number): Promise<Stored[]> {
  const found = await Promise.all(
    ["waiting", "running"].map((status) =>
      store.find(entries, { by: "byView", prefix: ["both", about, status], limit }),
    ),
  );
  return found.flatMap(({ items }) => items);
}

/**
 * Stages the discard of all entries about something that have one of these statuses. Returns their ids. The attempt of a
 * running one changes nothing any longer; its signal is aborted when its lease is renewed.
 */
export async function discardAbout(
  ctx: Pick<Transacting, "store" | "now">,
  line: Line,
  about: string,
  statuses: readonly Status[],
  reason?: string,
): Promise<string[]> {
  const { store, now } = ctx;
  const found: Stored[] = [];
  for (const status of statuses) {
    const most = found.length + MAX_DISCARDED;
    for await (const entry of scanRecords(store, line.entries, { by: "byView", prefix: ["both", about, status] }))
      if (found.push(entry) >= most) break;
  }
  const ended = { status: "discarded", finishedAt: now, ...(reason !== undefined && { error: reason }) } as const;
  await finish(ctx, line, ...found.map((entry): Stored => ({ ...entry, ...ended })));
  return found.map(({ id }) => id);
}
