import {
  type CarriedCalls,
  gatewayErrors,
  isGatewayError,
  type OperationEntry,
  parseBody,
  readInput,
} from "@postern/core";
import { InvalidLine } from "./errors.ts";
import type { ReadLine } from "./lines.ts";
import { Line } from "./schemas.ts";

/** How many ids are remembered to refuse repeated ones. */
const REMEMBERED = 10_000;

interface Setting {
  readonly operations: ReadonlyMap<string, OperationEntry>;
  /** The largest body that any operation accepts, in bytes. */
  readonly longest: number;
  /** Whether lines that do not say it execute their plans. */
  readonly execute: boolean;
}

/** Runs the lines of one request. */
export function createCaller(calls: CarriedCalls, { operations, longest, execute: executesAll }: Setting) {
  const lineOf = new Map<string, number>();

  /** The line that answers a line. Never rejects. */
  return async function answer(line: ReadLine): Promise<string> {
    const { number } = line;
    let id: string | null = null;
    try {
      const input = inputOf(line);
      id = idIn(input);
      const call = callIn(input, line);
      const { status, text } = await calls.call(call, String(number));
      return answerOf(id, status, operations.has(call.operation) ? text : numbered(text, number));
    } catch (error) {
      const { status, text } = calls.refuse(error, String(number));
      return answerOf(id, status, numbered(text, number));
    }
  };

  function inputOf({ bytes, fault }: ReadLine): Record<string, unknown> {
    if (fault === "busy")
      throw gatewayErrors.Unavailable({ reason: "Too many long lines are in progress. Try this line again." });
    if (!bytes) throw gatewayErrors.BodyTooLarge({ limit: longest });
    try {
      return parseBody(bytes, bytes.length, "application/json");
    } catch (error) {
      if (!isGatewayError(error) || error.code !== "gateway.invalid_json") throw error;
      throw InvalidLine(error.data as { reason: string });
    }
  }

  function callIn(value: Record<string, unknown>, { number, bytes }: ReadLine) {
    const issues = readInput(Line, value);
    if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
    const { id, operation, input = {}, execute, dryRun, plan, propose, reason, idempotencyKey } = value as Line;
    remember(id, number);
    const size = bytes?.length ?? 0;
    const limit = operations.get(operation)?.bodyLimit ?? size;
    if (size > limit) throw gatewayErrors.BodyTooLarge({ limit });
    if (execute !== undefined) {
      if (Object.hasOwn(input, "execute")) throw invalid("/execute", "is also a member of the input");
      input.execute = execute;
    } else if (executesAll && !dryRun && !propose && hasPlan(operation)) input.execute ??= true;
    const headers = {
      "content-length": String(size),
      ...(dryRun && { "x-dry-run": "true" }),
      ...(propose && { "x-postern-propose": "true" }),
      ...(reason !== undefined && { "x-postern-reason": encodeURIComponent(reason) }),
      ...(plan !== undefined && { "if-match": `"${plan}"` }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    return { operation, input, headers };
  }

  /** Whether an operation may only show its plan. */
  function hasPlan(id: string): boolean {
    return (operations.get(id)?.dryRun ?? "never") !== "never";
  }

  function remember(id: string, number: number): void {
    const before = lineOf.get(id);
    if (before !== undefined) throw invalid("/id", `is already the id of line ${before}`);
    lineOf.set(id, number);
    if (lineOf.size <= REMEMBERED) return;
    const [oldest] = lineOf.keys();
    lineOf.delete(oldest as string);
  }
}

const invalid = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "batch", message }] });

const idIn = ({ id }: Record<string, unknown>): string | null =>
  typeof id === "string" && id.length <= 128 ? id : null;

/** A problem document with the number of its line. */
export const numbered = (problem: string, line: number): string => `{"line":${line},${problem.slice(1)}`;

export const answerOf = (id: string | null, status: number, body: string): string =>
  `{"id":${JSON.stringify(id)},"status":${status},"body":${body}}\n`;
