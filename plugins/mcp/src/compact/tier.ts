import type { OperationEntry } from "@postern/core";
import { WrongTool } from "../errors.ts";

/** The tools that run operations, by what those may do. */
export type Tier = "read" | "write" | "destroy";

/** An effect that is not known here is the most dangerous one. */
export function tierOf({ effect, kind }: Pick<OperationEntry, "effect" | "kind">): Tier {
  if (effect === "read" && kind === "query") return "read";
  return effect === "write" || effect === "external" ? "write" : "destroy";
}

/** Refuses an operation of another tier: what a client allows for one tool must not reach further. */
export function assertTier(operation: OperationEntry, tool: Tier | "plan"): void {
  const right = tierOf(operation);
  const isRight = tool === "plan" ? right !== "read" : tool === right;
  if (!isRight) throw WrongTool({ operation: operation.id, tool, right });
}
