import { randomUUID } from "node:crypto";
import type { Transacting } from "@postern/core";
import type { Reads } from "@postern/core/storage";
import type { Entries, Stored } from "./entry.ts";
import { conclude, type Line } from "./lane.ts";
import { failed, type Rules } from "./rules.ts";

/** An entry that this worker has leased. */
export interface Claim {
  readonly entry: Stored;
  readonly token: string;
}

/** How many shares are examined for one claim. */
const MAX_SHARES = 2_000;

interface Claiming {
  readonly most: number;
  /** Whether entries whose lease has expired are claimed too. */
  readonly withLapsed: boolean;
  /** How many more attempts of a share may run. */
  room(share: string | undefined): number;
  /** Called for entries that are out of attempts. */
  died(entry: Stored): Promise<void>;
}

/** Claims entries that are due or whose lease has expired, within the room of their shares. */
export async function claim(
  ctx: Transacting,
  line: Line,
  rules: Rules,
  { most, withLapsed, room, died }: Claiming,
): Promise<Claim[]> {
  const { store, now } = ctx;
  const { entries } = line;
  // Unchecked, because each entry is read again below, and that read is validated by the commit.
  const range = { by: "byDue", from: ["running", 0], to: ["running", now + 1], limit: most } as const;
  const lapsed = withLapsed ? (await store.unchecked.find(entries, range)).items : [];
  const due = await dueIn(store.unchecked, entries, now, most, room);
  const claims: Claim[] = [];
  for (const { id } of [...lapsed, ...due].slice(0, most)) {
    const entry = await store.get(entries, id);
    if (!entry || !isFree(entry, now)) continue;
    if (entry.status === "running" && entry.attempts > rules.backoff.length) {
      const dead = failed(entry, new Error("Its worker ended during every attempt"), now, rules);
      if ((await conclude(ctx, line, dead)).isFinished) await died(dead);
      continue;
    }
    const claimed = leased(entry, now, rules);
    await store.put(entries, claimed.entry);
    claims.push(claimed);
  }
  return claims;
}

/** The claim of a waiting entry, or of one whose lease has expired. */
export function leased(entry: Stored, now: number, rules: Rules): Claim {
  const token = randomUUID();
  const { error: _, isAsked: __, ...rest } = entry;
  const lease = { token, until: now + rules.lease };
  return { entry: { ...rest, status: "running", attempts: entry.attempts + 1, startedAt: now, lease }, token };
}

/**
 * Entries that are due, longest due first. If their shares have no room, due entries of other shares follow, share by
 * share.
 */
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
  for (let looked = 0; looked < MAX_SHARES && found.length < most; looked++) {
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

/** The entry, if the claim is still valid. Undefined if the lease has expired, since another worker may have it. */
export async function held({ store }: Pick<Transacting, "store">, entries: Entries, { entry, token }: Claim) {
  const now = await store.get(entries, entry.id);
  return now?.status === "running" && now.lease?.token === token ? now : undefined;
}
