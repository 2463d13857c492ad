import { stat, statfs } from "node:fs/promises";
import { type GatewayView, type Journal, keys, type MaybePromise, type Reads } from "@postern/core";
import type { Finding } from "@postern/kit/checks";
import { scanRecords } from "@postern/kit/paging";
import { findingsOfBackups } from "./backups/findings.ts";
import { type Registry, runCheck } from "./checks.ts";
import { lastVerified } from "./collections.ts";
import { type Disk, diskOf } from "./disk.ts";
import { findingsOfGateways } from "./gateways/findings.ts";

const DAY = 24 * 60 * 60 * 1000;
/** An admin key that was not used for this long, in milliseconds, should be revoked. */
const UNUSED = 90 * DAY;
const LOW_DISK_BYTES = 256 * 2 ** 20;
const MINUTE = 60_000;

export interface Setting {
  readonly gateway: GatewayView;
  readonly journal: Journal;
  readonly store: Reads;
  readonly data: string | undefined;
  readonly now: number;
  readonly registry: Registry;
  /** Only admins see what groups report, because most records belong to somebody. Others see that there is a problem. */
  readonly isAdmin: boolean;
}

type OwnCheck = (setting: Setting) => MaybePromise<Finding[]>;

/** What must work. */
export const VITAL: Record<string, OwnCheck> = {
  plugins: ofPlugins,
  store: ofStore,
  verification: ofVerification,
  "background work": ofWorkers,
};

/** What `service.status` looks at: also what should be changed, but does not stop anything. */
export const USUAL: Record<string, OwnCheck> = { ...VITAL, "data folder": ofFolder, backups: findingsOfBackups };

/** What `service.doctor` looks at. The other checks may read much. */
const ALL: Record<string, OwnCheck> = { ...USUAL, gateways: findingsOfGateways, keys: ofKeys, clock: ofClock };

/** The problems of the gateway itself. */
export async function problemsIn(setting: Setting, own: Record<string, OwnCheck>): Promise<Finding[]> {
  const checked = await Promise.all(
    Object.entries(own).map(([name, check]) => runCheck(name, async () => ({ findings: await check(setting) }))),
  );
  return checked.flatMap(({ findings }) => findings);
}

/** The problems of the gateway and all groups, each with a command that fixes it or shows details. */
export async function findingsIn(setting: Setting): Promise<Finding[]> {
  const [own, ofGroups] = await Promise.all([problemsIn(setting, ALL), setting.registry.run(setting)]);
  return inOrder([...own, ...(setting.isAdmin ? ofGroups.flatMap(({ findings }) => findings) : [])]);
}

/** The most severe first. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const order = ["error", "warning", "info"];
  return [...findings].sort((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
}

function ofPlugins({ gateway }: Setting): Finding[] {
  return gateway
    .plugins()
    .filter(({ state }) => state !== "running")
    .map(({ name, state, reason = "" }) => ({
      id: `plugin.${state}`,
      severity: "error",
      evidence: `${name}: ${reason}`,
      fix: `postern service plugins --status ${state}`,
    }));
}

async function ofStore({ gateway }: Setting): Promise<Finding[]> {
  const { degraded } = gateway.store();
  const damaged = gateway.damaged().length;
  const disk = await diskOf(gateway);
  return [
    ...(disk === undefined || disk.state === "ok" ? [] : [ofDisk(disk)]),
    ...(degraded === undefined
      ? []
      : [{ id: "store.degraded", severity: "error" as const, evidence: degraded, fix: "postern service status" }]),
    ...(damaged === 0
      ? []
      : [
          {
            id: "store.damaged",
            severity: "error" as const,
            evidence: `${damaged} damaged records were found since the gateway started`,
            fix: "postern service verify",
          },
        ]),
  ];
}

function ofDisk({ state, free, kept }: Disk): Finding {
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  const evidence = `The disk of the store has ${mib(free)} MiB free. Below ${mib(kept)} MiB, records can be changed and deleted, but not created`;
  return state === "full"
    ? { id: "store.full", severity: "error", evidence, fix: "df -h" }
    : { id: "store.low", severity: "warning", evidence, fix: "df -h" };
}

async function ofVerification({ store }: Setting): Promise<Finding[]> {
  const last = await store.read(lastVerified);
  if (last === undefined || (last.damaged === 0 && last.lost.length === 0 && last.broken === undefined)) return [];
  const when = `The verification at ${new Date(last.at).toISOString()}`;
  const names = last.lost.map(({ collection }) => collection).slice(0, 5);
  const lost = names.length === 0 ? "" : `, and lost or replaced records in ${names.join(", ")}`;
  const evidence =
    last.broken === undefined
      ? `${when} found ${last.damaged} damaged records${lost}`
      : `${when} failed: ${last.broken}`;
  return [{ id: "store.verification", severity: "error", evidence, fix: "postern service verify" }];
}

async function ofWorkers({ gateway }: Setting): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { name, dead, trouble } of await gateway.workers()) {
    if (dead > 0) {
      const fix = `postern ${name.replaceAll(".", " ")} list --status dead`;
      const evidence = dead === 1 ? `1 entry of ${name} is dead` : `${dead} entries of ${name} are dead`;
      found.push({ id: "queue.dead", severity: "warning", evidence, fix });
    }
    if (trouble !== undefined)
      found.push({
        id: "queue.stuck",
        severity: "error",
        evidence: `${name}: ${trouble}`,
        fix: "postern service status",
      });
  }
  return found;
}

async function ofFolder({ data }: Setting): Promise<Finding[]> {
  if (data === undefined) return [];
  const found: Finding[] = [];
  const { mode } = await stat(data);
  if ((mode & 0o077) !== 0) {
    const evidence = `The data folder has mode ${(mode & 0o777).toString(8)}, so other users of this machine can read it`;
    found.push({ id: "folder.open", severity: "error", evidence, fix: `chmod 700 ${quoted(data)}` });
  }
  const { bavail, bsize } = await statfs(data);
  if (bavail * bsize < LOW_DISK_BYTES) {
    const evidence = `${Math.floor((bavail * bsize) / 2 ** 20)} MiB are available on the disk of the data folder`;
    found.push({ id: "disk.low", severity: "warning", evidence, fix: `df -h ${quoted(data)}` });
  }
  return found;
}

/** Unused admin keys: anyone who finds one controls the gateway. */
async function ofKeys({ store, now }: Setting): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const { id, label, scopes, revokedAt, expiresAt, createdAt } of scanRecords(store, keys.contexts)) {
    if (!scopes.includes("*") || revokedAt !== undefined || (expiresAt ?? Number.POSITIVE_INFINITY) <= now) continue;
    const used = (await store.get(keys.uses, id))?.at ?? createdAt;
    if (now - used < UNUSED) continue;
    const evidence = `The admin key ${JSON.stringify(label)} was last used at ${new Date(used).toISOString()}`;
    found.push({ id: "key.unused", severity: "warning", evidence, fix: `postern context revoke --id ${id}` });
  }
  return found;
}

/** An event in the future: the clock was set back, or was ahead when the event was written. */
async function ofClock({ journal, now }: Setting): Promise<Finding[]> {
  const newest = await journal.newest();
  if (!newest || Date.parse(newest.time) <= now + MINUTE) return [];
  const evidence = `The newest event is dated ${newest.time}, but the clock shows ${new Date(now).toISOString()}`;
  return [{ id: "clock.back", severity: "warning", evidence, fix: "date -u" }];
}

/** Quotes a path for a shell. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
