import type { Tokens } from "../../services.ts";
import { tokensOf } from "./prompt.ts";
import type { Reply, Report } from "./reply.ts";

/** What was sent to the model, and the most that it may write. */
interface Sent {
  readonly messages: readonly unknown[];
  readonly tools: readonly unknown[];
  readonly maxTokens: number;
}

/** Tokens that servers add to a request, such as instructions for tools. */
const ADDED = 1_000;
/** How many times more tokens than the request or the answer can hold are still believed. */
const FACTOR = 2;

/** An estimate of the input of a request. */
export const inputOf = ({ messages, tools }: Pick<Sent, "messages" | "tools">): number =>
  tokensOf(messages) + tokensOf(tools);

/**
 * What a request has used. Each number of the server counts if it is plausible: at least 1 where there is text, and not
 * more than the bytes of the text and the limit of the request can account for. Otherwise an estimate from the text
 * counts: a wrong number would exhaust the budget, or never use it.
 */
export function usageOf(sent: Sent, { text, calls }: Reply, report: Report | undefined): Tokens {
  const written = text === "" && calls.length === 0 ? 0 : tokensOf([text, calls]);
  // A token has at least one byte.
  const mostInput = FACTOR * (bytesOf(sent.messages) + bytesOf(sent.tools)) + ADDED;
  const mostOutput = FACTOR * Math.max(sent.maxTokens, bytesOf([text, calls]));
  return {
    input: isBetween(report?.input, 1, mostInput) ? report.input : inputOf(sent),
    output: isBetween(report?.output, Math.min(written, 1), mostOutput) ? report.output : written,
  };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
