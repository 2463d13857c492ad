import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@postern/core";
import { type ProcessMark, processStatus, startTimeOf } from "@postern/core/process";
import { Exit, Refusal } from "./exit.ts";
import { removeUnfinished, writeAtomic } from "./write-atomic.ts";

/** A gateway that serves a data folder, as announced in that folder. */
export interface RunningGateway {
  readonly url: string;
  readonly pid: number;
  /** The start time of the process, as the system reports it: it differs if the pid is reused. */
  readonly start?: string;
  /** ISO 8601 */
  readonly startedAt: string;
  /** The digest of its manifest, which is in `manifest.json`. */
  readonly manifest: string;
  /** Its workspace folder; missing in earlier releases. */
  readonly workspace?: string;
  /** Its certificate for HTTPS, in PEM format. */
  readonly certificate?: string;
}

/** Another process that uses the store, with its name and the command that stops it. */
interface OtherProcess extends ProcessMark {
  readonly what: string;
  readonly stop: string;
}

const entry = (data: string): string => join(data, "gateway.json");
const manifestFile = (data: string): string => join(data, "manifest.json");

/**
 * Announces to commands that this process serves the folder, and its operations; returns the function that withdraws
 * the announcement. If several gateways serve a folder, commands find the one that started last.
 */
export function announce(
  { data, workspace, certificate }: { data: string; workspace: string | undefined; certificate: string | undefined },
  url: string,
  manifest: Manifest,
  warn: (text: string) => void,
): () => void {
  const { pid } = process;
  const start = startTimeOf(pid);
  const details = {
    startedAt: new Date().toISOString(),
    manifest: manifest.digest,
    ...(workspace !== undefined && { workspace }),
    ...(certificate !== undefined && { certificate }),
  };
  const own = { url, pid, ...(start && { start }), ...details };
  try {
    removeUnfinished(data);
    if (manifestOf(data, own) === undefined) writeAtomic(manifestFile(data), manifest);
    writeAtomic(entry(data), own);
  } catch (error) {
    // A full or read-only disk must not prevent the gateway from serving.
    warn(
      `Warning: cannot write to ${data} (${(error as Error).message}). Commands will not find this gateway automatically.\n`,
    );
  }
  return () => {
    // A second gateway on the same folder may have announced itself since.
    if (readJson<RunningGateway>(entry(data))?.pid !== pid) return;
    try {
      rmSync(entry(data), { force: true });
    } catch {
      // A file that is left is ignored, because its process no longer exists.
    }
  };
}

/** The gateway that serves the folder; undefined if there is none or its process has crashed. */
export function runningGateway(data: string): RunningGateway | undefined {
  const announced = readJson<RunningGateway>(entry(data));
  return announced && isAlive(announced) ? announced : undefined;
}

/**
 * Whether the last announced gateway ended without withdrawing its announcement: it was killed, or the power failed.
 */
export function endedUnclean(data: string): boolean {
  const announced = readJson<RunningGateway>(entry(data));
  return announced !== undefined && processStatus(announced) === "gone";
}

/** Refuses to replace or copy a store while another process has it open. */
export function refuseWhileServed(data: string): void {
  const running = runningGateway(data);
  if (running) throw new Refusal(`A gateway is serving ${data} (process ${running.pid}). Stop it first.`, Exit.failed);
  const [other] = othersOn(data);
  if (other)
    throw new Refusal(
      `${other.what} is using ${data} (process ${other.pid}). Stop it first with "${other.stop}".`,
      Exit.failed,
    );
}

/** Other processes that have the store open: each has a file in the folder `processes` while it runs. */
function othersOn(data: string): OtherProcess[] {
  const folder = join(data, "processes");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  const found = names.map((name) => readJson<OtherProcess>(join(folder, name)));
  return found.filter((process) => process !== undefined).filter(isAlive);
}

/** The manifest of a running gateway. */
export function manifestOf(data: string, { manifest }: RunningGateway): Manifest | undefined {
  const found = readJson<Manifest>(manifestFile(data));
  return found?.digest === manifest ? found : undefined;
}

/** A process whose start time the system does not report counts as alive. */
const isAlive = (mark: ProcessMark): boolean => processStatus(mark) !== "gone";

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
