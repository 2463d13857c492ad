import { omitUndefined, type Transacting } from "@postern/core";
import { type RecordName, type SyncDomain, waitsFor } from "@postern/core/sync";
import { held, tally } from "../collections.ts";
import { Fault } from "../exchange/fault.ts";
import type { SyncHost } from "../host.ts";
import { hold, wakeWaiting } from "../inbox.ts";
import { holderOf, type Rights } from "../rights.ts";
import type { Parcel } from "../schemas.ts";
import { siteOf } from "../site.ts";
import { takeAs } from "./take.ts";

/** What became of a record that came: `held` waits in the inbox. */
export interface Outcome {
  readonly status: "applied" | "skipped" | "held" | "refused";
  readonly reason?: string;
}

/** Records that wait in the inbox at most, the dead among them. */
const MOST_HELD = 10_000;
/** Records that one commit takes in at most: what others wait for meanwhile is short. */
const PORTION = 40;

class Untakeable extends Error {
  readonly at: number;
  constructor(at: number, cause: unknown) {
    super("A record cannot be taken in", { cause });
    this.at = at;
  }
}

interface Coming {
  readonly domain: SyncDomain;
  readonly from: string;
  readonly parcels: readonly Omit<Parcel, "domain">[];
  /** Whether what can never be taken in is kept in the inbox, or whoever sent it is told. */
  readonly keeps: boolean;
  /** Whoever linked the gateways may do no more over the link than without it. */
  readonly rights: Rights;
  /** Goes into the last commit. */
  settle?(ctx: Transacting): unknown;
}

/**
 * Takes records in, many in one commit. One that comes before another that it points at is tried once more after the
 * others, and then waits in the inbox. Done again, it does nothing: each record's vector tells what has been taken in.
 */
export async function takeIn(
  host: SyncHost,
  { domain, from, parcels, keeps, rights, settle }: Coming,
): Promise<Outcome[]> {
  if ((await host.store.count(held, { limit: MOST_HELD })) >= MOST_HELD)
    throw new Fault("busy", `the inbox is full: ${MOST_HELD} records wait in it`);
  const site = (await siteOf(host.store)) ?? "";
  const outcomes: Outcome[] = new Array(parcels.length);
  const causes = new Map<number, unknown>();
  let rest = parcels.map((_, at) => at);
  let isClosed = false;
  for (let isOver = false; !isOver; ) {
    const early: number[] = [];
    let [taken, most] = [0, PORTION];
    while (rest.length > 0) {
      const portion = portionOf(domain, parcels, rest, most);
      try {
        const isLast = early.length === 0 && portion.length === rest.length;
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
        if (!(error instanceof Untakeable)) throw error;
        const before = portion.indexOf(error.at);
        // Those before it have a commit of their own; then it comes first, and is set aside.
        most = before > 0 ? before : PORTION;
        if (before > 0) continue;
        causes.set(error.at, error.cause);
        early.push(error.at);
        rest = rest.filter((at) => at !== error.at);
      }
    }
    rest = early;
    isOver = early.length === 0 || taken === 0;
  }
  if (!isClosed)
    await host.transact(async (ctx) => {
      for (const at of rest) outcomes[at] = await setAside(ctx, at);
      await close(ctx, []);
    });
  const applied = parcels.filter((_, at) => outcomes[at]?.status === "applied");
  await wakeWaiting(
    host,
    domain.id,
    applied.map(({ name }) => name),
  );
  return outcomes;

  /** What goes into the last commit; `last` are those that this commit itself takes. */
  async function close(ctx: Transacting, last: readonly string[]): Promise<void> {
    const all = [...outcomes.flatMap((outcome) => outcome?.status ?? []), ...last];
    for (const what of ["applied", "skipped"] as const) {
      const count = all.filter((status) => status === what).length;
      if (count > 0) ctx.store.add(tally, count, "inbox", what);
    }
    await settle?.(ctx);
  }

  async function takeAll(ctx: Transacting, portion: readonly number[]) {
    const done = new Map<number, "applied" | "skipped">();
    for (const at of portion) {
      try {
        done.set(at, await takeAs(rights, ctx, { domain, site }, parcels[at] as Parcel, from));
      } catch (error) {
        throw new Untakeable(at, error);
      }
    }
    return done;
  }

  async function setAside(ctx: Transacting, at: number): Promise<Outcome> {
    const parcel = parcels[at] as Parcel;
    const cause = causes.get(at);
    const waits = waitsFor(cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!waits && !keeps) return { status: "refused", reason };
    await hold(
      ctx,
      omitUndefined({ ...parcel, domain: domain.id, from, by: holderOf(rights), waits: waits?.join("/") }),
    );
    return { status: "held", reason };
  }
}

/** The next that one commit may take: no record twice, and of those that are to be apart one. */
function portionOf(
  domain: SyncDomain,
  parcels: Coming["parcels"],
  rest: readonly number[],
  most: number,
): readonly number[] {
  const seen = new Set<string>();
  const portion: number[] = [];
  for (const at of rest) {
    if (portion.length === most) break;
    const name = parcels[at]?.name as unknown as RecordName;
    const marks = [`name ${name.join("/")}`, `apart ${apartOf(domain, name) ?? at}`];
    if (marks.some((mark) => seen.has(mark))) continue;
    for (const mark of marks) seen.add(mark);
    portion.push(at);
  }
  return portion;
}

/** A name of a kind that there is not throws when it is taken. */
function apartOf(domain: SyncDomain, name: RecordName): string | undefined {
  return domain.kinds.includes(name[0]) ? domain.apart?.(name) : undefined;
}
