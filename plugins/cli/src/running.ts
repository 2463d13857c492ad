import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@postern/core";
import { isHere, type ProcessMark, processStatus } from "@postern/core/process";
import { Exit, Refusal } from "./exit.ts";

/** A process that has the store of a data folder open as a gateway. Each has a file in the folder `gateways`. */
export interface Registration extends ProcessMark {
  /** Missing while the gateway starts or stops. */
  readonly url?: string;
  /** ISO 8601 */
  readonly startedAt?: string;
  /** The digest of its manifest, which is in `manifest.json`. */
  readonly manifest?: string;
  /** Its workspace folder; missing in earlier releases. */
  readonly workspace?: string;
  /** Its certificate for HTTPS, in PEM format. */
  readonly certificate?: string;
  /** Its log file, if it writes one. */
  readonly log?: string;
  /** Why plugins did not start, by name. Their operations are not in the manifest. */
  readonly failed?: Readonly<Record<string, string>>;
}

/** A gateway that accepts calls. */
export interface RunningGateway extends Registration {
  readonly url: string;
}

/** Another process that uses the store, with its name and the command that stops it. */
interface OtherProcess extends ProcessMark {
  readonly what: string;
  readonly stop: string;
}

export const gatewaysIn = (data: string): string => join(data, "gateways");
export const manifestFile = (data: string): string => join(data, "manifest.json");

/** The gateways that serve the folder, the one that started last first. Those of ended processes are ignored. */
export function runningGateways(data: string): RunningGateway[] {
  return aliveOn(data)
    .filter((found): found is RunningGateway => found.url !== undefined)
    .sort((left, right) => ((left.startedAt ?? "") < (right.startedAt ?? "") ? 1 : -1));
}

/** The gateway that commands call: the one that started last. */
export const runningGateway = (data: string): RunningGateway | undefined => runningGateways(data)[0];

/** The gateway of the folder with this address. */
export const gatewayAt = (data: string, url: string): RunningGateway | undefined =>
  runningGateways(data).find((running) => running.url === url);

/** Whether a gateway ended without removing its registration: it was killed, or the power failed. */
export const endedUnclean = (data: string): boolean =>
  registrationsIn(data).some(({ found }) => found !== undefined && !isAlive(found));

/** Refuses to replace or copy a store while another process has it open. */
export function refuseWhileServed(data: string): void {
  const pids = aliveOn(data).map(({ pid }) => pid);
  if (pids.length === 1)
    throw new Refusal(`A gateway is using ${data} (process ${pids[0]}). Stop it first.`, Exit.failed);
  if (pids.length > 1)
    throw new Refusal(`Gateways are using ${data} (processes ${pids.join(", ")}). Stop them first.`, Exit.failed);
  const [other] = othersOn(data);
  if (other)
    throw new Refusal(
      `${other.what} is using ${data} (process ${other.pid}). Stop it first with "${other.stop}".`,
      Exit.failed,
    );
}

/** The files that register gateways; `gateway.json` is written by earlier releases. */
export function registrationsIn(data: string): { file: string; found: Registration | undefined }[] {
  const files = [join(data, "gateway.json"), ...filesIn(gatewaysIn(data))].filter(existsSync);
  return files.map((file) => ({ file, found: readJson<Registration>(file) }));
}

const aliveOn = (data: string): Registration[] =>
  registrationsIn(data)
    .map(({ found }) => found)
    .filter((found) => found !== undefined)
    .filter(isAlive);

/** Other processes that have the store open: each has a file in the folder `processes` while it runs. */
function othersOn(data: string): OtherProcess[] {
  const found = filesIn(join(data, "processes")).map((file) => readJson<OtherProcess>(file));
  return found.filter((process) => process !== undefined).filter(isAlive);
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(folder, name))
    : [];

/** The manifest of the gateway of the folder that started last, even if it has stopped. */
export const savedManifest = (data: string): Manifest | undefined => readJson<Manifest>(manifestFile(data));

/** The manifest of a running gateway. */
export function manifestOf(data: string, { manifest }: Pick<Registration, "manifest">): Manifest | undefined {
  const found = savedManifest(data);
  return found !== undefined && found.digest === manifest ? found : undefined;
}

/**
 * Whether the process of a file in the data folder may be running. One of another boot or container is not; one whose
 * start the system does not report may be.
 */
export const isAlive = (mark: ProcessMark): boolean => isHere(mark) && processStatus(mark) !== "gone";

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
