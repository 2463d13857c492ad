import type { OperationEntry } from "@postern/core";
import { FULL } from "../tools/field.ts";
import { inputSchema, outputSchema } from "../tools/schemas.ts";
import type { Tool } from "../tools/tool.ts";
import { DescribeInput } from "./schemas.ts";
import { tierOf } from "./tier.ts";

export const describeTool: Tool = {
  name: "describe",
  description: "Show everything about an operation: its fields with their rules, its answer, examples and errors.",
  inputSchema: { ...DescribeInput },
  outputSchema: { type: "object", required: ["operation", "summary", "effect", "runWith", "input", "output"] },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Everything that a model needs to call an operation. */
export function describe(operation: OperationEntry): Record<string, unknown> {
  const { id, summary, description, effect, dryRun, examples, errors } = operation;
  return {
    operation: id,
    summary,
    ...(description !== undefined && { description }),
    effect,
    runWith: tierOf(operation),
    plansFirst: dryRun,
    input: inputSchema(operation, FULL),
    output: outputSchema(operation, FULL),
    examples,
    errors: errors.map(({ code, title }) => ({ code, title })),
  };
}
