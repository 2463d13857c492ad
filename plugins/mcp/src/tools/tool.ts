import type { OperationEntry } from "@postern/core";
import type { Json } from "../json.ts";
import { type Detail, FULL, NAMES_ONLY } from "./field.ts";
import { type Hints, hintsOf } from "./hints.ts";
import { inputSchema, outputSchema, plansFirst } from "./schemas.ts";

/** A tool as clients see it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json & { readonly type: "object" };
  readonly outputSchema?: Json & { readonly type: "object" };
  readonly annotations: Hints;
}

/** The tools of one key with one set of options. */
export interface ToolList {
  readonly tools: readonly Tool[];
  /** The tools as JSON. */
  readonly text: string;
  /** Changes whenever the list does. */
  readonly version: string;
}

/** The longest description that clients are promised, in characters. */
const MAX_DESCRIPTION = 300;

/**
 * The name of the tool of an operation. The names of operations have no underscore, so that each has one of its own;
 * many clients refuse dots.
 */
export const toolName = (operation: string): string => operation.replaceAll(".", "_");

/** With `isProposal` the key may only propose the command. */
export function toolOf(operation: OperationEntry, detail: Detail, isProposal: boolean): Tool {
  return {
    name: toolName(operation.id),
    description: descriptionOf(operation, detail),
    inputSchema: inputSchema(operation, detail, isProposal) as Tool["inputSchema"],
    outputSchema: outputSchema(operation, detail) as Tool["inputSchema"],
    annotations: hintsOf(operation, detail !== NAMES_ONLY),
  };
}

function descriptionOf(operation: OperationEntry, detail: Detail): string {
  const { summary, description = "" } = operation;
  const isFull = detail === FULL;
  const rule = isFull ? "Without `execute` the answer is the plan and its digest; pass both to do it." : "Plans first";
  const texts = [summary, plansFirst(operation) ? rule : "", isFull ? description : ""];
  return shortened(
    texts
      .filter((text) => text !== "")
      .join(". ")
      .replaceAll("..", "."),
    MAX_DESCRIPTION,
  );
}

/** Whole sentences of a text, or words if its first sentence is too long. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit);
  const sentence = start.lastIndexOf(". ");
  return sentence > limit / 3
    ? start.slice(0, sentence + 1)
    : `${start.slice(0, start.lastIndexOf(" "))} …`.slice(-limit);
}
