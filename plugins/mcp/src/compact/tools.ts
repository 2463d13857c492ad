import type { Tool } from "../tools/tool.ts";
import { describeTool } from "./describe.ts";
import { ChangeInput, RunInput } from "./schemas.ts";
import { searchTool } from "./search.ts";

const object = (properties: object) => ({ type: "object" as const, properties: { ...properties } });
const plan = { dryRun: {}, plan: {}, digest: {} };

/** Reads. The answers have the members of the operation. */
const readTool: Tool = {
  name: "read",
  description: "Run an operation that only reads. It never changes anything.",
  inputSchema: { ...RunInput },
  outputSchema: object({}),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const planTool: Tool = {
  name: "plan",
  description: "Show the effects of an operation without executing it: its plan and the digest of the plan.",
  inputSchema: { ...RunInput },
  outputSchema: object(plan),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const writeTool: Tool = {
  name: "write",
  description:
    "Run an operation that changes data or sends something, but destroys nothing. If it plans first, the answer without `execute` is the plan; pass `execute` and `planDigest` to do it.",
  inputSchema: { ...ChangeInput },
  outputSchema: object({}),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};

const destroyTool: Tool = {
  name: "destroy",
  description:
    "Run an operation that removes what cannot be restored. Without `execute` the answer is the plan; pass `execute` and `planDigest` to do it.",
  inputSchema: { ...ChangeInput },
  outputSchema: object({}),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};

/** Six tools for all operations, in a fixed order. */
export const compactTools = (): readonly Tool[] => [
  searchTool,
  describeTool,
  readTool,
  planTool,
  writeTool,
  destroyTool,
];
