import type { Manifest, OperationEntry } from "@postern/core";
import type { Json } from "./document.ts";
import { failuresOf } from "./failures.ts";
import { published } from "./schema.ts";

/** One operation as a path of its own; `gateway` are the errors that any operation may answer. */
export function pathItem(operation: OperationEntry, gateway: Manifest["errors"]): Json {
  const { id, group, kind, summary, description, scope, effect, dryRun } = operation;
  return {
    post: {
      operationId: id,
      tags: [group],
      summary,
      ...(description !== undefined && { description }),
      "x-postern-scope": scope,
      "x-postern-effect": effect,
      "x-postern-dry-run": dryRun,
      parameters: parametersOf(kind),
      requestBody: bodyOf(operation),
      responses: { "200": answerOf(operation), ...failuresOf(operation, gateway) },
    },
  };
}

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** What is read only has no plan, and may be asked as often as one likes. */
function parametersOf(kind: OperationEntry["kind"]): Json[] {
  const names = kind === "query" ? [] : ["IdempotencyKey", "IfMatch", "DryRun"];
  return ["RequestId", ...names].map(parameter);
}

function bodyOf({ input, examples, bodyLimit }: OperationEntry): Json {
  const required = Array.isArray(input.required) && input.required.length > 0;
  return {
    required,
    content: {
      "application/json": {
        schema: published(input),
        ...(examples.length > 0 && {
          examples: Object.fromEntries(
            examples.map(({ title, input }, at) => [`example-${at + 1}`, { summary: title, value: input }]),
          ),
        }),
      },
    },
    "x-postern-body-limit": bodyLimit,
  };
}

function answerOf({ kind, output, dryRun }: OperationEntry): Json {
  const answer = published(output);
  const plan = { $ref: "#/components/schemas/DryRun" };
  const isCommand = kind === "command";
  return {
    description: dryRun === "never" ? "Done" : "Done, or the plan of what would be done",
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      ...(isCommand && {
        ETag: { $ref: "#/components/headers/PlanDigest" },
        "Idempotent-Replayed": { $ref: "#/components/headers/Replayed" },
      }),
    },
    content: { "application/json": { schema: isCommand ? { anyOf: [answer, plan] } : answer } },
  };
}
