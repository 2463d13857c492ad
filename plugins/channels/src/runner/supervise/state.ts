import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProcessMark } from "@postern/core/process";

/** How a runner ended, or, with `error`, why it did not start. */
export interface Exit {
  readonly pid?: number;
  readonly code?: number;
  readonly signal?: string;
  /** Why it could not start, or the reason that it reported itself. */
  readonly word?: string;
  readonly at: number;
  /** Whether the supervisor stopped it. */
  readonly isAsked: boolean;
  /** Whether the runner said that it must not be started again, because it was stopped or runs on another host. */
  readonly isFinal?: boolean;
}

/** What a supervisor reports in its state file. */
export interface SupervisorState extends ProcessMark {
  readonly what: string;
  readonly stop: string;
  readonly status: "running" | "waiting" | "ending" | "ended";
  readonly runner?: ProcessMark;
  /** Number of times the runner ended unexpectedly. */
  readonly exits: number;
  readonly last?: Exit;
  /** When the runner is started again. */
  readonly nextAt?: number;
}

/** Files in the `processes` folder of the data folder, which lists the processes that use its store. */
export const supervisorFile = (data: string): string => join(data, "processes", "channels-supervisor.json");
export const runnerFile = (data: string): string => join(data, "processes", "channels-runner.json");
export const logFile = (data: string): string => join(data, "logs", "channels.log");

/** Replaces a file atomically: readers see the old or the new content. */
export function writeAtomically(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${randomUUID()}`;
  writeFileSync(next, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(next, path);
}

/** Undefined if the file does not exist or is invalid. */
export function readState(data: string): SupervisorState | undefined {
  try {
    const state = JSON.parse(readFileSync(supervisorFile(data), "utf8")) as SupervisorState;
    return Number.isInteger(state.pid) && Number.isInteger(state.exits) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** An exit as text. */
export function describeExit({ code, signal, word }: Exit): string {
  if (word !== undefined) return word;
  return signal === undefined
    ? `the runner ended with exit code ${code ?? "unknown"}`
    : `the runner was killed by ${signal}`;
}
