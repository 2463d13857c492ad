import { randomUUID } from "node:crypto";
import type { PluginContext, Transacting } from "@postern/core";
import { type ProcessMark, processMark, processStatus } from "@postern/core/process";
import type { SingleRecord } from "@postern/core/storage";
import { isInForce, LEASE, RENEW_EVERY } from "./lease.ts";

/** Which process leads a loop, and the end of its lease in Unix milliseconds of the store's clock. */
export interface LeaderLease extends Partial<ProcessMark> {
  readonly holder: string;
  readonly until: number;
}

/** How long what another process holds is not read again, in milliseconds: a process that stops ends its lease early. */
const TRUST = 1_000;
/** How long the last leader is waited for after its lease has ended, in milliseconds; up to twice as long, at random. */
const PRECEDENCE = 100;

/** Read once, because some systems are asked by starting a program. */
let ownMark: ProcessMark | undefined;
const markOfThis = (): ProcessMark => (ownMark ??= processMark());

/** The holders of this process that have not ended. A process can stop a gateway and open its store again. */
const living = new Set<string>();

/** Whether the holder of a lease has certainly ended. */
function isGone({ holder, pid, start }: LeaderLease): boolean {
  if (pid === undefined || start === undefined) return false;
  if (pid === process.pid && start === markOfThis().start) return !living.has(holder);
  return processStatus({ pid, start }) === "gone";
}

/** Whether this process leads a loop. Waits are in milliseconds; 0 if this process leads, or may try to. */
export interface Leader {
  /** How long another process is known to lead. Reads nothing. */
  led(): number;
  /** How long to leave the work to another process. Takes nothing: for work whose commit calls `join`. */
  look(): Promise<number>;
  /** Takes or renews the lease in a commit of its own, unless another process leads: then, how long to leave it. */
  wait(): Promise<number>;
  /** Takes or renews the lease in the commit of the work itself. False if another process leads. */
  join(ctx: Pick<Transacting, "store" | "now">): Promise<boolean>;
  /** At the end of the loop: lets another process lead at once, if this one does. */
  resign(): Promise<void>;
}

/**
 * Lets one process at a time do the work of a loop that runs in every gateway of a store: the others would prepare the
 * same commits, and repeat them after each conflict. The lease is taken and renewed only by a process that has work, so
 * that an idle gateway commits nothing; for the same reason the last leader is the first to continue after a pause. Work
 * of a process that hangs continues elsewhere within the length of the lease, that of one that has ended on this machine
 * at once. Commits must be correct without it: a paused process may believe that it still leads.
 */
export function createLeader(
  host: Pick<PluginContext, "store" | "transact" | "now">,
  record: SingleRecord<LeaderLease>,
): Leader {
  const holder = randomUUID();
  living.add(holder);
  const precedence = PRECEDENCE * (1 + Math.random());
  let known: LeaderLease = { holder: "", until: 0 };
  let readAt = Number.NEGATIVE_INFINITY;
  /** The ended lease of the last leader, and when it was first seen. */
  let ended = { lease: known, at: Number.NEGATIVE_INFINITY };
  const isOurs = () => known.holder === holder;
  const waitFor = ({ until }: LeaderLease, now: number) => Math.max(1, Math.min(TRUST, until - now));
  const excludes = (lease: LeaderLease, now: number) =>
    lease.holder !== holder && isInForce(lease, now) && !isGone(lease);
  const isFresh = (lease: LeaderLease, now: number) => isInForce(lease, now) && lease.until - now > LEASE - RENEW_EVERY;

  function note(lease: LeaderLease): void {
    known = lease;
    readAt = performance.now();
  }

  function led(): number {
    const now = host.now();
    const isKnown = !isOurs() && performance.now() - readAt < TRUST;
    return isKnown && isInForce(known, now) ? waitFor(known, now) : 0;
  }

  /** How long the last leader has precedence. */
  function precedenceOf(lease: LeaderLease): number {
    if (lease.holder === "" || isGone(lease)) return 0;
    const at = performance.now();
    const isSame = ended.lease.holder === lease.holder && ended.lease.until === lease.until;
    // A look long after the last one is for other work.
    if (!isSame || at - ended.at > LEASE) ended = { lease, at };
    return Math.max(0, Math.ceil(precedence - (at - ended.at)));
  }

  async function look(): Promise<number> {
    const others = led();
    if (others > 0 || isOurs()) return others;
    const found = await host.store.read(record);
    if (!found) return 0;
    note(found);
    const now = host.now();
    if (isOurs()) return 0;
    return excludes(found, now) ? waitFor(found, now) : precedenceOf(found);
  }

  /** The lease of another process that leads, or that of this one, which is staged if it must be renewed. */
  async function staged({ store, now }: Pick<Transacting, "store" | "now">): Promise<LeaderLease> {
    const current = await store.read(record);
    if (current && (excludes(current, now) || (current.holder === holder && isFresh(current, now)))) return current;
    const mark = markOfThis();
    const taken = { holder, until: now + LEASE, ...(mark.start !== undefined && mark) };
    store.write(record, taken);
    return taken;
  }

  return {
    led,
    look,
    async wait() {
      if (isOurs() && isFresh(known, host.now())) return 0;
      const others = await look();
      if (others > 0) return others;
      note(await host.transact(staged));
      return isOurs() ? 0 : waitFor(known, host.now());
    },
    async join(ctx) {
      note(await staged(ctx));
      return isOurs();
    },
    async resign() {
      living.delete(holder);
      if (!isOurs() || !isInForce(known, host.now())) return;
      known = { holder: "", until: 0 };
      await host.transact(async ({ store }) => {
        if ((await store.read(record))?.holder === holder) store.write(record, known);
      });
    },
  };
}
