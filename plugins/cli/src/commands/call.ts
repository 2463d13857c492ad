import type { OperationEntry } from "@postern/core";
import { ask } from "../confirm.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { assertFile, withChoices } from "../missing-input.ts";
import { planText, printed, printedPending } from "../output/answer.ts";
import { block } from "../output/block.ts";
import { type Display, displayOf, type FormatFlags } from "../output/display.ts";
import { documentIn, documentMember, writeDocument } from "../output/document.ts";
import { print } from "../output/pager.ts";
import { problemText } from "../output/problem.ts";
import { withProgress } from "../output/progress.ts";
import type { Connection, Reply } from "../remote.ts";

/** Flags of all operation commands. */
export interface CallFlags extends FormatFlags {
  input?: string;
  execute?: boolean;
  /** The same as `execute`. */
  yes?: boolean;
  dryRun?: boolean;
  plan?: string;
  idempotencyKey?: string;
  /** Ask for an approval, and why. */
  propose?: boolean;
  proposalReason?: string;
  /** The file for the document in the response. */
  out?: string;
  /** Wait for what ends after the call, for no longer than `timeout`. */
  wait?: boolean;
  timeout?: string;
}

/**
 * Calls an operation, and finishes with its response. If that is a plan, a person at a terminal is asked, and exactly this
 * plan is executed.
 */
export async function call(
  connection: Connection,
  operation: OperationEntry,
  body: Readonly<Record<string, unknown>>,
  flags: CallFlags,
  io: Io,
  finish: (reply: Reply) => Promise<ExitCode>,
): Promise<ExitCode> {
  assertFile(operation, body);
  const headers = headersOf(flags);
  const send = (sent: object, more: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    withProgress(io, { label: operation.summary }, () =>
      connection.send(operation.path, { body: JSON.stringify(sent), headers: { ...headers, ...more } }),
    );
  const display = displayOf(flags, io);
  const reply = await send(body);
  const planned = mayAsk(flags, display, io) ? planIn(reply) : undefined;
  if (!planned) return finish(reply);
  io.out(planText(planned, display));
  if (!(await ask("Execute?"))) {
    io.note("Nothing was changed\n");
    return Exit.planned;
  }
  return finish(await send({ ...body, execute: true }, { "if-match": `"${planned.digest}"` }));
}

/** A program gets the plan, and standard input that was read as data cannot answer a question. */
const mayAsk = ({ dryRun, propose, input }: CallFlags, { format }: Display, io: Io): boolean =>
  io.asks && (format === "table" || format === "wide") && !dryRun && !propose && input !== "-";

/** The plan that a command answered instead of executing it. */
function planIn({ status, text }: Reply): { plan: Record<string, unknown>; digest: string } | undefined {
  const answer = status === 200 ? parsed(text) : undefined;
  return answer?.dryRun === true ? (answer as { plan: Record<string, unknown>; digest: string }) : undefined;
}

/**
 * Prints a response and returns the exit code. `fields` are the members that the caller selected, `made` the values that
 * a plan depends on and that the command line made.
 */
export async function show(
  { status, text }: Reply,
  operation: OperationEntry,
  flags: FormatFlags & { fields?: string | undefined; made?: Readonly<Record<string, string>>; out?: string },
  { refusedKey }: Pick<Connection, "refusedKey">,
  io: Io,
): Promise<ExitCode> {
  const answer = parsed(text);
  const display = displayOf(flags, io);
  const member = documentMember(operation);
  if (status === 200 && answer && member !== undefined && answer.dryRun !== true && display.format === "table") {
    const { bytes, rest } = documentIn(answer, member);
    writeDocument(bytes, flags.out, io);
    io.note(block(rest, display, operation.output));
    return exitOf(status, answer);
  }
  if (display.format === "json") await print(`${jsonText(text, answer, io)}\n`, io);
  else if (status === 202 && answer) {
    const { out, note } = await printedPending(text, answer, display);
    await print(out, io);
    io.note(note);
  } else if (status === 200 && answer) {
    const { out, note } = await printed(text, answer, operation, display, flags);
    if (out !== "") await print(out, io);
    if (note !== "") io.note(note);
  } else io.note(await problemText(withChoices(answer, operation), status, refusedKey));
  return exitOf(status, answer);
}

/** A person gets JSON over several lines; a program gets the gateway's own bytes. */
const jsonText = (text: string, answer: object | undefined, { isTerminal }: Io): string =>
  isTerminal && answer ? JSON.stringify(answer, undefined, 2) : text;

function headersOf(flags: CallFlags): Record<string, string> {
  const { dryRun, execute, yes, plan, idempotencyKey, propose, proposalReason } = flags;
  if (dryRun && (execute || yes))
    throw new Refusal(`--dry-run and --${execute ? "execute" : "yes"} cannot be used together`);
  if (dryRun && propose) throw new Refusal("--dry-run and --propose cannot be used together");
  return {
    "content-type": "application/json",
    ...(propose && { "x-postern-propose": "true" }),
    ...(proposalReason !== undefined && { "x-postern-reason": encodeURIComponent(proposalReason) }),
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
