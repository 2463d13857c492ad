import type { OperationEntry } from "@postern/core";

/**
 * What a client may assume of a tool. They are set, because their defaults say that a tool is dangerous; only the
 * shortest list leaves out that a command cannot be repeated, which is the default.
 */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** The hints of an operation. Of commands only the kernel knows which can be repeated, so none claims it. */
export const hintsOf = ({ effect }: Pick<OperationEntry, "effect">, isWhole = true): Hints => ({
  readOnlyHint: effect === "read",
  destructiveHint: effect === "destroy",
  ...((isWhole || effect === "read") && { idempotentHint: effect === "read" }),
  openWorldHint: effect === "external",
});
