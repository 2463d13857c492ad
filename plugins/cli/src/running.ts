import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@postern/core";
import { type ProcessMark, standingOf, startOf } from "@postern/core/process";
import { Exit, Refusal } from "./exit.ts";
import { sweepUnfinished, writeWhole } from "./write-whole.ts";

/** A gateway that serves a data folder, as it told of itself. */
export interface RunningGateway {
  readonly url: string;
  readonly pid: number;
  /** When the process began, as the system counts it: a reused pid has another. */
  readonly start?: string;
  /** ISO 8601 */
  readonly startedAt: string;
  /** The digest of its manifest, which lies beside. */
  readonly manifest: string;
  /** The folder that it finds folders in; earlier releases do not say. */
  readonly workspace?: string;
  /** The certificate that it shows over HTTPS, as PEM text. */
  readonly certificate?: string;
}

/** A process beside the gateway, in words for people: what it is, and what ends it. */
interface OtherProcess extends ProcessMark {
  readonly what: string;
  readonly stop: string;
}

const entry = (data: string): string => join(data, "gateway.json");
const manifestFile = (data: string): string => join(data, "manifest.json");

/**
 * Tells commands where this process serves the folder, and what it offers; answers what takes the word back.
 * Of several gateways on one folder the last one to start is found.
 */
export function announce(
  { data, workspace, certificate }: { data: string; workspace: string | undefined; certificate: string | undefined },
  url: string,
  manifest: Manifest,
  warn: (text: string) => void,
): () => void {
  const { pid } = process;
  const start = startOf(pid);
  const told = {
    startedAt: new Date().toISOString(),
    manifest: manifest.digest,
    ...(workspace !== undefined && { workspace }),
    ...(certificate !== undefined && { certificate }),
  };
  const own = { url, pid, ...(start && { start }), ...told };
  try {
    sweepUnfinished(data);
    if (manifestOf(data, own) === undefined) writeWhole(manifestFile(data), manifest);
    writeWhole(entry(data), own);
  } catch (error) {
    // A full disk, or one that is read-only, is no reason not to serve what is on it.
    warn(`${data} cannot be written (${(error as Error).message}): commands do not find this gateway by themselves\n`);
  }
  return () => {
    // A second gateway on the same folder may have announced itself since.
    if (readJson<RunningGateway>(entry(data))?.pid !== pid) return;
    try {
      rmSync(entry(data), { force: true });
    } catch {
      // What is left is known by the process that is gone.
    }
  };
}

/** The gateway that serves the folder now; undefined when none does, also where one died without a word. */
export function runningGateway(data: string): RunningGateway | undefined {
  const told = readJson<RunningGateway>(entry(data));
  return told && isThere(told) ? told : undefined;
}

/** Whether the gateway that announced itself last is gone without taking back its word: it was killed, or the power cut. */
export function endedUnclean(data: string): boolean {
  const told = readJson<RunningGateway>(entry(data));
  return told !== undefined && standingOf(told) === "gone";
}

/** For what changes a store as a whole, which nobody may have open meanwhile. */
export function refuseWhileServed(data: string): void {
  const running = runningGateway(data);
  if (running) throw new Refusal(`A gateway serves ${data} (process ${running.pid}): stop it first`, Exit.failed);
  const [other] = othersOn(data);
  if (other)
    throw new Refusal(`${other.what} works on ${data} (process ${other.pid}): ${other.stop} first`, Exit.failed);
}

/** Other processes that have the store open, each told of by a file in the folder `processes` while it lives. */
function othersOn(data: string): OtherProcess[] {
  const folder = join(data, "processes");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  const told = names.map((name) => readJson<OtherProcess>(join(folder, name)));
  return told.filter((one) => one !== undefined).filter(isThere);
}

/** What a running gateway offers. */
export function manifestOf(data: string, { manifest }: RunningGateway): Manifest | undefined {
  const found = readJson<Manifest>(manifestFile(data));
  return found?.digest === manifest ? found : undefined;
}

/** One whose start the system does not tell counts as there. */
const isThere = (told: ProcessMark): boolean => standingOf(told) !== "gone";

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
