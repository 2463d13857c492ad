import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { OperationEntry } from "@postern/core";
import type { Connection } from "../connection.ts";
import { type ExitCode, exitOf, UsageError } from "../exit.ts";
import type { Io } from "../io.ts";
import { problemText } from "../output/problem.ts";
import { readable } from "../output/readable.ts";

/** Flags that every operation's command has. */
export interface CallFlags {
  json?: boolean;
  input?: string;
  execute?: boolean;
  dryRun?: boolean;
  plan?: string;
  idempotencyKey?: string;
}

/** Calls one operation and prints what it answers; answers the exit code. */
export async function call(
  connection: Connection,
  operation: OperationEntry,
  fields: Record<string, unknown>,
  flags: CallFlags,
  io: Io,
): Promise<ExitCode> {
  const given = flags.input === undefined ? {} : await readInput(flags.input, io);
  const body = { ...given, ...fields, ...(flags.execute && { execute: true }) };
  const response = await connection.send(operation.path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      ...(flags.dryRun && { "x-dry-run": "true" }),
      ...(flags.plan !== undefined && { "if-match": `"${flags.plan}"` }),
      ...(flags.idempotencyKey !== undefined && { "idempotency-key": flags.idempotencyKey }),
    },
  });
  const text = await response.text();
  const answer = parsed(text);
  if (flags.json) io.out(`${text}\n`);
  else if (response.ok) io.out(readable(answer, io.columns));
  else io.note(problemText(answer));
  return exitOf(response.status, answer);
}

/** The body in a file, or (`-`) on standard input. */
async function readInput(file: string, io: Io): Promise<Record<string, unknown>> {
  const text = await (file === "-" ? io.input() : readFile(resolve(io.cwd, file), "utf8")).catch((error: unknown) => {
    throw new UsageError(`--input ${file} cannot be read: ${(error as { code?: string }).code ?? error}`);
  });
  const value = parsed(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`--input ${file} does not hold a JSON object`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
