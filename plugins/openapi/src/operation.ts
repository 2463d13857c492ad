import type { Manifest, OperationEntry } from "@postern/core";
import { failuresOf } from "./failures.ts";
import type { Json } from "./json.ts";
import { pascal } from "./names.ts";
import { type Schemas, schemaRef } from "./schemas.ts";

/** The path of an operation; `gateway` are the errors of all operations. */
export function pathItem(operation: OperationEntry, gateway: Manifest["errors"], schemas: Schemas): Json {
  const { id, group, summary, description, scope, effect, dryRun, undoable } = operation;
  return {
    post: {
      operationId: id,
      tags: [group],
      summary,
      ...(description !== undefined && { description }),
      "x-postern-scope": scope,
      "x-postern-effect": effect,
      "x-postern-dry-run": dryRun,
      ...(undoable && { "x-postern-undoable": true }),
      parameters: parametersOf(operation),
      requestBody: bodyOf(operation, schemas),
      responses: { "200": answerOf(operation, schemas), ...failuresOf(operation, gateway) },
    },
  };
}

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** Whether a call without the header X-Dry-Run may return a plan. */
const canPlan = ({ dryRun }: OperationEntry): boolean => dryRun !== "never";

/**
 * Queries have no plan and no idempotency key. A command without `execute` also accepts X-Dry-Run, but its response
 * type does not include the plan, to keep generated clients simple; nor does any include the answer 202 of a command that
 * waits for approval, which the description of the document explains.
 */
function parametersOf(operation: OperationEntry): Json[] {
  const names = operation.kind === "query" ? [] : ["IdempotencyKey", "IfMatch", "Propose", "Reason"];
  return ["RequestId", "Position", ...names, ...(canPlan(operation) ? ["DryRun"] : [])].map(parameter);
}

function bodyOf({ id, group, input, examples, bodyLimit }: OperationEntry, schemas: Schemas): Json {
  const required = Array.isArray(input.required) && input.required.length > 0;
  return {
    required,
    content: {
      "application/json": {
        schema: schemas.named(group, `${pascal(id)}Input`, input),
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

function answerOf(operation: OperationEntry, schemas: Schemas): Json {
  const { id, group, kind, output } = operation;
  const answer = schemas.named(group, `${pascal(id)}Output`, output);
  return {
    description: canPlan(operation) ? "Success, or the plan of a dry run" : "Done",
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      "Postern-Position": { $ref: "#/components/headers/Position" },
      ...(kind === "command" && {
        ETag: { $ref: "#/components/headers/PlanDigest" },
        "Idempotent-Replayed": { $ref: "#/components/headers/Replayed" },
      }),
    },
    content: {
      "application/json": {
        schema: canPlan(operation) ? { anyOf: [answer, schemaRef("DryRun")] } : answer,
        examples: {
          done: { summary: "Done", value: schemas.example(answer) },
          ...(canPlan(operation) && { "dry-run": { $ref: "#/components/examples/DryRun" } }),
        },
      },
    },
  };
}
