import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CORE_VERSION } from "@postern/core";
import { startOf } from "./process-start.ts";

/** A gateway that serves a data folder, as it told of itself. */
export interface RunningGateway {
  readonly url: string;
  readonly pid: number;
  /** When the process began, as the system counts it; a reused pid has another. */
  readonly start: string | undefined;
}

const marker = (data: string): string => join(data, "postern.json");
const running = (data: string): string => join(data, "gateway.json");

export const isInitialised = (data: string): boolean => existsSync(marker(data));

/** Makes the folder, for its owner alone, and marks it as one of ours. */
export function initialise(data: string): void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(data, 0o700);
  if (!isInitialised(data)) write(marker(data), { createdBy: CORE_VERSION, createdAt: new Date().toISOString() });
}

/** Tells other commands where this process serves the folder; answers what takes the word back. */
export function announce(data: string, url: string): () => void {
  const own: RunningGateway = { url, pid: process.pid, start: startOf(process.pid) };
  write(running(data), own);
  return () => {
    // A second gateway on the same folder may have announced itself since.
    if (read(running(data))?.pid === own.pid) rmSync(running(data), { force: true });
  };
}

/** The gateway that serves the folder now; undefined when none does, also where one died without a word. */
export function runningGateway(data: string): RunningGateway | undefined {
  const told = read(running(data));
  if (!told || startOf(told.pid) !== told.start || !isAlive(told.pid)) return undefined;
  return told;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

function read(path: string): RunningGateway | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as RunningGateway;
  } catch {
    return undefined;
  }
}

function write(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value)}\n`, { mode: 0o600 });
}
