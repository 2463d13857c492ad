import { setImmediate as turn } from "node:timers/promises";
import { omitUndefined, type Transacting } from "@postern/core";
import { missingDependency, type RecordName, type SyncDomain } from "@postern/kit/sync";
import { held, tally } from "../collections.ts";
import { Fault } from "../exchange/fault.ts";
import type { SyncHost } from "../host.ts";
import { hold, retryWaiting } from "../inbox.ts";
import { holderOf, type Rights } from "../rights.ts";
import type { Parcel } from "../schemas.ts";
import { siteOf } from "../site.ts";
import { applyAs } from "./apply.ts";

/** The outcome for a received record: `held` means that it waits in the inbox. */
export interface Outcome {
  readonly status: "applied" | "skipped" | "held" | "refused";
  readonly reason?: string;
}

/** Maximum number of records in the inbox, including dead ones. */
const MAX_HELD = 10_000;
/** Maximum number of records applied in one commit, so that other commits do not wait long. */
const PORTION = 100;
/** Number of records applied before other work gets its turn. */
const STRETCH = 20;

class RecordRejected extends Error {
  readonly at: number;
  constructor(at: number, cause: unknown) {
    super("A record cannot be applied", { cause });
    this.at = at;
  }
}

interface Received {
  readonly domain: SyncDomain;
  readonly from: string;
  readonly parcels: readonly Omit<Parcel, "domain">[];
  /** Whether records that can never be applied are stored in the inbox; otherwise they are refused. */
  readonly keeps: boolean;
  /** The rights of the link's creator or the peer, which limit what is applied. */
  readonly rights: Rights;
  /** Called in the last commit. */
  onLastCommit?(ctx: Transacting): unknown;
}

/**
 * Applies received records, several in one commit. A record that refers to a missing record is retried after the others
 * and then waits in the inbox. Applying records again has no effect, because their vectors are compared.
 */
export async function applyAll(
  host: SyncHost,
  { domain, from, parcels, keeps, rights, onLastCommit }: Received,
): Promise<Outcome[]> {
  if ((await host.store.count(held, { limit: MAX_HELD })) >= MAX_HELD)
    throw new Fault("busy", `the inbox of this gateway is full (${MAX_HELD} records)`);
  const site = (await siteOf(host.store)) ?? "";
  const outcomes: Outcome[] = new Array(parcels.length);
  const causes = new Map<number, unknown>();
  let rest = parcels.map((_, at) => at);
  let isClosed = false;
  for (let isOver = false; !isOver; ) {
    const postponed: number[] = [];
    let [taken, most] = [0, PORTION];
    while (rest.length > 0) {
      const portion = portionOf(domain, parcels, rest, most);
      try {
        const isLast = postponed.length === 0 && portion.length === rest.length;
        const done = await host.transact(async (ctx) => {
          const done = await takeAll(ctx, portion);
          if (isLast) await close(ctx, [...done.values()]);
          return done;
        });
        isClosed = isLast;
        for (const [at, status] of done) outcomes[at] = { status };
        rest = rest.filter((at) => !done.has(at));
        taken += done.size;
        most = PORTION;
      } catch (error) {
        if (!(error instanceof RecordRejected)) throw error;
        const before = portion.indexOf(error.at);
        // The records before it get a separate commit. Then it is the first of its portion and is set aside.
        most = before > 0 ? before : PORTION;
        if (before > 0) continue;
        causes.set(error.at, error.cause);
        postponed.push(error.at);
        rest = rest.filter((at) => at !== error.at);
      }
    }
    rest = postponed;
    isOver = postponed.length === 0 || taken === 0;
  }
  if (!isClosed)
    await host.transact(async (ctx) => {
      for (const at of rest) outcomes[at] = await setAside(ctx, at);
      await close(ctx, []);
    });
  const applied = parcels.filter((_, at) => outcomes[at]?.status === "applied");
  await retryWaiting(
    host,
    domain.id,
    applied.map(({ name }) => name),
  );
  return outcomes;

  /** The writes of the last commit; `last` are the outcomes of that commit itself. */
  async function close(ctx: Transacting, last: readonly string[]): Promise<void> {
    const all = [...outcomes.flatMap((outcome) => outcome?.status ?? []), ...last];
    for (const what of ["applied", "skipped"] as const) {
      const count = all.filter((status) => status === what).length;
      if (count > 0) ctx.store.add(tally, count, "inbox", what);
    }
    await onLastCommit?.(ctx);
  }

  async function takeAll(ctx: Transacting, portion: readonly number[]) {
    const done = new Map<number, "applied" | "skipped">();
    for (const at of portion) {
      if (done.size % STRETCH === STRETCH - 1) await turn();
      try {
        done.set(at, await applyAs(rights, ctx, { domain, site }, parcels[at] as Parcel, from));
      } catch (error) {
        throw new RecordRejected(at, error);
      }
    }
    return done;
  }

  async function setAside(ctx: Transacting, at: number): Promise<Outcome> {
    const parcel = parcels[at] as Parcel;
    const cause = causes.get(at);
    const waits = missingDependency(cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!waits && !keeps) return { status: "refused", reason };
    await hold(
      ctx,
      omitUndefined({ ...parcel, domain: domain.id, from, by: holderOf(rights), waits: waits?.join("/") }),
    );
    return { status: "held", reason };
  }
}

/** The next records for one commit: no record twice, and only one of those that must not share a commit. */
function portionOf(
  domain: SyncDomain,
  parcels: Received["parcels"],
  rest: readonly number[],
  most: number,
): readonly number[] {
  const seen = new Set<string>();
  const portion: number[] = [];
  for (const at of rest) {
    if (portion.length === most) break;
    const name = parcels[at]?.name as unknown as RecordName;
    const keys = [`name ${name.join("/")}`, `apart ${apartOf(domain, name) ?? at}`];
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    portion.push(at);
  }
  return portion;
}

/** An unknown kind is rejected later, when the record is applied. */
function apartOf(domain: SyncDomain, name: RecordName): string | undefined {
  return domain.kinds.includes(name[0]) ? domain.apart?.(name) : undefined;
}
