import type { OperationEntry } from "@postern/core";

/** What a client may assume of a tool. All four are always set: their defaults say that a tool is dangerous. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The hints of an operation. Of commands only the kernel knows which can be repeated, so none claims it. */
export const hintsOf = ({ effect }: Pick<OperationEntry, "effect">): Hints => ({
  readOnlyHint: effect === "read",
  destructiveHint: effect === "destroy",
  idempotentHint: effect === "read",
  openWorldHint: effect === "external",
});
