import { setImmediate as pause } from "node:timers/promises";
import type { Manifest, OperationEntry } from "@postern/core";
import { type Detail, FULL, NAMES_ONLY } from "./field.ts";
import { type Tool, toolOf } from "./tool.ts";

/** From the most detailed to the shortest. */
export const DETAILS: readonly Detail[] = [FULL, 50, 40, 30, 20, 0, NAMES_ONLY];
/** Operations whose tools are made between two turns of the event loop. */
const PORTION = 5;

/** A tool and its JSON. */
export interface Made {
  readonly tool: Tool;
  readonly text: string;
}

export const madeOf = (tool: Tool): Made => ({ tool, text: JSON.stringify(tool) });

/** Each tool is made once for each detail: a list tries several, and the lists of all keys share them. */
const made = new WeakMap<OperationEntry, Map<string, Made>>();

export function madeTool(operation: OperationEntry, detail: Detail, isProposal = false): Made {
  const known = made.get(operation) ?? new Map<string, Made>();
  made.set(operation, known);
  const key = `${detail} ${isProposal}`;
  const found = known.get(key) ?? madeOf(toolOf(operation, detail, isProposal));
  known.set(key, found);
  return found;
}

/** Makes all tools in portions, so that the first list does not hold up other requests. */
export async function makeTools({ operations }: Pick<Manifest, "operations">, signal: AbortSignal): Promise<void> {
  for (const [at, operation] of operations.entries()) {
    if (at % PORTION === 0) await pause();
    if (signal.aborted) return;
    for (const detail of DETAILS) madeTool(operation, detail);
  }
}
