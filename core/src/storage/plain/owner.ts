import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { StoreUnavailable } from "../errors.ts";
import { inValue, type Version } from "../number.ts";
import { isStillRunning, type ProcessMark, processMark } from "../process-mark.ts";
import { intactData } from "../record.ts";
import type { GuardedDriver } from "./guarded-driver.ts";

const OWNER = "~owner";
/** How often an owner renews its lease, and after how long an owner on another machine counts as gone. */
const RENEW_MS = 5_000;
const SILENT_MS = 30_000;
/** How long a new owner waits for one that is shutting down. */
const HANDOVER_MS = 1_500;
/**
 * If two processes find the store free at the same time, both write. After this delay only one of them reads its own
 * id.
 */
const SETTLE_MS = 60;

interface Owner extends ProcessMark {
  id: string;
  host: string;
  since: number;
  seen: number;
}

/** Throws StoreUnavailable (`owned`) while another running process owns the store. */
export async function refuseOwned(driver: GuardedDriver, now: () => number): Promise<void> {
  const until = performance.now() + HANDOVER_MS;
  for (;;) {
    const owner = await readOwner(driver);
    if (!owner || (owner !== "unreadable" && !isAlive(owner, now()))) return;
    if (performance.now() > until) {
      if (owner === "unreadable") return;
      throw owned(owner, now());
    }
    await pause(100);
  }
}

/** Makes this process the owner, for a driver that cannot exclude others itself, until it releases the lease or stops renewing it. */
export async function takeLease(driver: GuardedDriver, now: () => number) {
  const since = now();
  const self: Owner = { ...processMark(), id: randomUUID(), host: hostname(), since, seen: since };
  let lost = false;
  const writeLease = () => driver.write(OWNER, encodeAt(1, { ...self, seen: now() }));

  await writeLease();
  await pause(SETTLE_MS);
  const winner = await ownerOf(driver);
  if (winner && winner.id !== self.id) throw owned(winner, now());

  async function renew(): Promise<void> {
    const owner = await ownerOf(driver);
    if (owner && owner.id !== self.id) lost = true;
    if (!lost) await writeLease();
  }
  // If a renewal fails, the next one is in time.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref();
  return {
    /** Whether another process has acquired the store, because this one did not renew its lease in time. */
    lost: () => lost,
    async release() {
      clearInterval(timer);
      if ((await ownerOf(driver))?.id === self.id) await driver.write(OWNER, null);
    },
  };
}

/** The owner, if there is one. It may be `unreadable` for a moment, because drivers for files empty them to write them. */
async function readOwner(driver: GuardedDriver): Promise<Owner | "unreadable" | undefined> {
  const text = await driver.getItem(OWNER);
  return text === null ? undefined : (intactData<Owner>(OWNER, text) ?? "unreadable");
}

async function ownerOf(driver: GuardedDriver): Promise<Owner | undefined> {
  const owner = await readOwner(driver);
  return owner === "unreadable" ? undefined : owner;
}

const isAlive = (owner: Owner, now: number): boolean => isStillRunning(owner) ?? now - owner.seen < SILENT_MS;

function owned(owner: Owner, now: number): StoreUnavailable {
  const { pid, host, since, seen } = owner;
  // A container that was killed, or a machine that was started again, cannot be told from another that still runs.
  const elsewhere = `. If it has ended, the store can be opened in ${Math.ceil((seen + SILENT_MS - now) / 1_000)} seconds`;
  return new StoreUnavailable(
    "owned",
    `Process ${pid} on ${host} has had this store open since ${new Date(since).toISOString()}, and its driver supports only one process${isStillRunning(owner) === undefined ? elsewhere : ""}`,
  );
}

/** An internal record of the store with a known number. Its checksum format is readable by every version. */
export function encodeAt(version: Version, data: unknown): string {
  const body = `{"v":${inValue(version)},"d":${JSON.stringify(data)}`;
  return `${body},"c":"${crc32(body).toString(16).padStart(8, "0")}"}`;
}
