import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProcessMark } from "@postern/core/process";

/** How a runner came to its end, or (`error`) did not begin. */
export interface Exit {
  readonly pid?: number;
  readonly code?: number;
  readonly signal?: string;
  /** Why it could not begin, or what it said itself. */
  readonly word?: string;
  readonly at: number;
  /** Whether the supervisor ended it. */
  readonly isAsked: boolean;
}

/** What a supervisor tells of itself, in a file that those read who look after it. */
export interface SupervisorState extends ProcessMark {
  readonly what: string;
  readonly stop: string;
  readonly status: "running" | "waiting" | "ending" | "ended";
  readonly runner?: ProcessMark;
  /** How often its runner has ended unasked. */
  readonly exits: number;
  readonly last?: Exit;
  /** When the next is started. */
  readonly nextAt?: number;
}

/** Files in the folder `processes` of the data folder: who works on its store beside the gateway. */
export const supervisorFile = (data: string): string => join(data, "processes", "channels-supervisor.json");
export const runnerFile = (data: string): string => join(data, "processes", "channels-runner.json");
export const logFile = (data: string): string => join(data, "logs", "channels.log");

/** Who reads it meanwhile sees the old text or the new, never a part. */
export function writeWhole(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${randomUUID()}`;
  writeFileSync(next, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(next, path);
}

/** Undefined where there is none, or none that can be read. */
export function readState(data: string): SupervisorState | undefined {
  try {
    const state = JSON.parse(readFileSync(supervisorFile(data), "utf8")) as SupervisorState;
    return Number.isInteger(state.pid) && Number.isInteger(state.exits) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** An end in words. */
export function wordsOf({ code, signal, word }: Exit): string {
  if (word !== undefined) return word;
  return signal === undefined ? `it ended with exit code ${code ?? "unknown"}` : `it was ended by ${signal}`;
}
