import { type Static, T } from "@postern/core";

const text = (maxLength: number, description: string) => T.String({ minLength: 1, maxLength, description });

/** One line of a request. */
export const Line = T.Object(
  {
    id: text(128, "Id of the line, which its answer repeats; unique among the last 10,000 lines"),
    operation: text(128, "Id of the operation"),
    input: T.Optional(T.Record(T.String(), T.Unknown(), { description: "Input of the operation (default: {})" })),
    execute: T.Optional(
      T.Boolean({
        description: "Execute the plan, for operations that only show it by default: `execute` of the input",
      }),
    ),
    dryRun: T.Optional(T.Boolean({ description: "Answer the plan without executing it, like `X-Dry-Run`" })),
    plan: T.Optional(text(128, "Execute only if the plan has this digest, like `If-Match`")),
    propose: T.Optional(T.Boolean({ description: "Ask for an approval, like `X-Postern-Propose`" })),
    reason: T.Optional(text(1_000, "Why, for those who approve it, like `X-Postern-Reason`")),
    idempotencyKey: T.Optional(text(128, "Run at most once for this key, like `Idempotency-Key`")),
  },
  { additionalProperties: false, description: "One call" },
);
export type Line = Static<typeof Line>;
