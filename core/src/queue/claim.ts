import { randomUUID } from "node:crypto";
import type { Transacting } from "../define/transaction.ts";
import type { Reads } from "../storage/index.ts";
import type { Entries, Stored } from "./entry.ts";
import { conclude, type Line } from "./lane.ts";
import { failed, type Rules } from "./rules.ts";

/** An entry that is ours for a while. */
export interface Claim {
  readonly entry: Stored;
  readonly token: string;
}

/** Shares that are looked at for one claim. */
const MOST_SHARES = 2_000;

/**
 * Takes up to `most` entries that are due, as far as there is room in their shares, or whose worker has not been heard
 * of, and calls `died` for those it gives up.
 */
export async function claim(
  ctx: Transacting,
  line: Line,
  rules: Rules,
  most: number,
  room: (share: string | undefined) => number,
  died: (entry: Stored) => void,
): Promise<Claim[]> {
  const { store, now } = ctx;
  const { entries } = line;
  // Which entries are looked at decides nothing: each is read again, and that read must still hold at the commit.
  const lapsed = await store.unchecked.find(entries, {
    by: "byDue",
    from: ["running", 0],
    to: ["running", now + 1],
    limit: most,
  });
  const due = await dueIn(store.unchecked, entries, now, most, room);
  const claims: Claim[] = [];
  for (const { id } of [...lapsed.items, ...due].slice(0, most)) {
    const entry = await store.get(entries, id);
    if (!entry || !isFree(entry, now)) continue;
    if (entry.status === "running" && entry.attempts > rules.backoff.length) {
      const dead = failed(entry, new Error("Its worker ended in the middle of each attempt"), now, rules);
      if ((await conclude(ctx, line, dead)) === "finished") died(dead);
      continue;
    }
    const token = randomUUID();
    const { error: _, isAsked: __, ...rest } = entry;
    const lease = { token, until: now + rules.lease };
    const taken: Stored = { ...rest, status: "running", attempts: entry.attempts + 1, startedAt: now, lease };
    await store.put(entries, taken);
    claims.push({ entry: taken, token });
  }
  return claims;
}

/** Entries that are due, the longest due first; where shares have no room, those of other shares, each in its turn. */
async function dueIn(
  store: Reads,
  entries: Entries,
  now: number,
  most: number,
  room: (share: string | undefined) => number,
): Promise<Stored[]> {
  const { items } = await store.find(entries, {
    by: "byDue",
    from: ["waiting", 0],
    to: ["waiting", now + 1],
    limit: most,
  });
  const used = new Map<string | undefined, number>();
  const found = items.filter(({ share, isAsked }) => {
    if (isAsked) return true;
    const before = used.get(share) ?? 0;
    used.set(share, before + 1);
    return before < room(share);
  });
  if (found.length === items.length || items.length < most) return found;
  const taken = new Set(found.map(({ id }) => id));
  let after: string | undefined;
  for (let looked = 0; looked < MOST_SHARES && found.length < most; looked++) {
    const from = after === undefined ? {} : { from: [after, Number.MAX_SAFE_INTEGER] };
    const [first] = (await store.find(entries, { by: "byShare", ...from, limit: 1 })).items;
    if (first?.share === undefined) break;
    after = first.share;
    const limit = Math.min(room(after), most - found.length + taken.size);
    if (limit <= 0 || first.dueAt > now) continue;
    const range = { by: "byShare", from: [after, 0], to: [after, now + 1], limit } as const;
    const more = (await store.find(entries, range)).items.filter(({ id }) => !taken.has(id));
    found.push(...more.slice(0, most - found.length));
  }
  return found;
}

const isFree = ({ status, dueAt, lease, isBehind }: Stored, now: number): boolean =>
  status === "waiting" ? dueAt <= now && !isBehind : status === "running" && (lease?.until ?? 0) <= now;

/** The entry while the claim holds; undefined once it has lapsed and somebody else may have it. */
export async function held({ store }: Pick<Transacting, "store">, entries: Entries, { entry, token }: Claim) {
  const now = await store.get(entries, entry.id);
  return now?.status === "running" && now.lease?.token === token ? now : undefined;
}
