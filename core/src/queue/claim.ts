import { randomUUID } from "node:crypto";
import type { Transacting } from "../context.ts";
import type { Entries, Stored } from "./entry.ts";
import { finish, type Line } from "./lane.ts";
import { failed, type Rules } from "./rules.ts";

/** An entry that is ours for a while. */
export interface Claim {
  readonly entry: Stored;
  readonly token: string;
}

/** Takes up to `most` entries that are due, or whose worker has not been heard of, and calls `died` for those it gives up. */
export async function claim(
  ctx: Transacting,
  line: Line,
  rules: Rules,
  most: number,
  died: (entry: Stored) => void,
): Promise<Claim[]> {
  const { store, now } = ctx;
  const { entries } = line;
  // Which entries are looked at decides nothing: each is read again, and that read must still hold at the commit.
  const due = await store.glance.find(entries, {
    by: "byDue",
    from: ["waiting", 0],
    to: ["waiting", now + 1],
    limit: most,
  });
  const lapsed = await store.glance.find(entries, {
    by: "byDue",
    from: ["running", 0],
    to: ["running", now + 1],
    limit: most,
  });
  const claims: Claim[] = [];
  for (const { id } of [...lapsed.items, ...due.items].slice(0, most)) {
    const entry = await store.get(entries, id);
    if (!entry || !isFree(entry, now)) continue;
    if (entry.status === "running" && entry.attempts > rules.backoff.length) {
      const dead = failed(entry, new Error("Its worker ended in the middle of each attempt"), now, rules);
      await finish(ctx, line, dead);
      died(dead);
      continue;
    }
    const token = randomUUID();
    const { error: _, ...rest } = entry;
    const lease = { token, until: now + rules.lease };
    const taken: Stored = { ...rest, status: "running", attempts: entry.attempts + 1, startedAt: now, lease };
    await store.put(entries, taken);
    claims.push({ entry: taken, token });
  }
  return claims;
}

const isFree = ({ status, dueAt, lease, isBehind }: Stored, now: number): boolean =>
  status === "waiting" ? dueAt <= now && !isBehind : status === "running" && (lease?.until ?? 0) <= now;

/** The entry while the claim holds; undefined once it has lapsed and somebody else may have it. */
export async function held({ store }: Pick<Transacting, "store">, entries: Entries, { entry, token }: Claim) {
  const now = await store.get(entries, entry.id);
  return now?.status === "running" && now.lease?.token === token ? now : undefined;
}
