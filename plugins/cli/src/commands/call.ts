import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { OperationEntry } from "@postern/core";
import { ask } from "../confirm.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { readJson } from "../json.ts";
import { problemText } from "../output/problem.ts";
import { planText, readable } from "../output/readable.ts";
import type { Connection, Reply } from "../remote.ts";

/** Flags of all operation commands. */
export interface CallFlags {
  json?: boolean;
  input?: string;
  execute?: boolean;
  /** The same as `execute`. */
  yes?: boolean;
  dryRun?: boolean;
  plan?: string;
  idempotencyKey?: string;
}

/**
 * Calls an operation, prints its response and returns the exit code. If the response is a plan, a person at a terminal
 * is asked, and exactly this plan is executed.
 */
export async function call(
  connection: Connection,
  operation: OperationEntry,
  body: Readonly<Record<string, unknown>>,
  flags: CallFlags,
  io: Io,
): Promise<ExitCode> {
  const headers = headersOf(flags);
  const reply = await connection.send(operation.path, { body: JSON.stringify(body), headers });
  const planned = mayAsk(flags, io) ? planIn(reply) : undefined;
  if (!planned) return show(reply, operation, flags, connection, io);
  io.out(planText(planned));
  if (!(await ask("Execute?"))) {
    io.note("Nothing was changed\n");
    return Exit.planned;
  }
  const executed = await connection.send(operation.path, {
    body: JSON.stringify({ ...body, execute: true }),
    headers: { ...headers, "if-match": `"${planned.digest}"` },
  });
  return show(executed, operation, flags, connection, io);
}

/** Standard input that was read as data cannot answer a question. */
const mayAsk = ({ json, dryRun, input }: CallFlags, io: Io): boolean => io.asks && !json && !dryRun && input !== "-";

/** The plan that a command answered instead of executing it. */
function planIn({ status, text }: Reply): { plan: Record<string, unknown>; digest: string } | undefined {
  const answer = status === 200 ? parsed(text) : undefined;
  return answer?.dryRun === true ? (answer as { plan: Record<string, unknown>; digest: string }) : undefined;
}

/** Prints a response and returns the exit code. */
export async function show(
  { status, text }: Reply,
  operation: OperationEntry,
  flags: Pick<CallFlags, "json">,
  connection: Pick<Connection, "refusedKey">,
  io: Io,
): Promise<ExitCode> {
  const answer = parsed(text);
  if (flags.json) io.out(`${text}\n`);
  else if (status === 200 && answer) io.out(readable(answer, operation, io.columns));
  else io.note(await problemText(answer, status, connection.refusedKey));
  return exitOf(status, answer);
}

/** Reads the input from a file or standard input (`-`). */
export async function readInput(file: string, io: Io): Promise<Record<string, unknown>> {
  const text = await (file === "-" ? io.input() : readFile(resolve(io.cwd, file), "utf8")).catch((error: unknown) => {
    throw new Refusal(`Cannot read --input ${file}: ${(error as NodeJS.ErrnoException).code}`);
  });
  const refused = `--input ${file} is not a JSON object`;
  const body = await readJson(text, refused);
  if (isObject(body)) return body;
  throw new Refusal(refused);
}

function headersOf({ dryRun, execute, yes, plan, idempotencyKey }: CallFlags): Record<string, string> {
  if (dryRun && (execute || yes))
    throw new Refusal(`--dry-run and --${execute ? "execute" : "yes"} cannot be used together`);
  return {
    "content-type": "application/json",
    ...(dryRun && { "x-dry-run": "true" }),
    ...(plan !== undefined && { "if-match": `"${headerText("--plan", plan)}"` }),
    ...(idempotencyKey !== undefined && { "idempotency-key": headerText("--idempotency-key", idempotencyKey) }),
  };
}

function headerText(flag: string, text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new Refusal(`${flag} must be printable ASCII without spaces, not ${JSON.stringify(text)}`);
}

/** The JSON object in a response; undefined if it is not one. */
export function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
