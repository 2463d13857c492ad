import { oneOf } from "@postern/core";
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../fields/fields.ts";

/** Why an action was not run. */
export const ActionError = Type.Object(
  {
    code: Type.String({ description: "Code of the error" }),
    message: Type.String({ description: "What is wrong" }),
  },
  { description: "Why it was not run, or is unclear" },
);

/** The outcome of running an action once. */
export const ActionOutcome = Type.Object({
  status: described(
    oneOf("done", "pending", "failed", "unclear"),
    "`done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done",
  ),
  resultId: Type.Optional(Type.String({ description: "Id in the answer of the operation, if there is one" })),
  approvalId: Type.Optional(Type.String({ description: "Id of the approval that it waits for" })),
  expiresAt: Type.Optional(Type.Integer({ description: "When the approval expires, in Unix milliseconds" })),
  error: Type.Optional(ActionError),
});
export type ActionOutcome = Static<typeof ActionOutcome>;

const MAX_MESSAGE = 500;

/** The outcome of an action that was not done. */
export const outcomeOf = (status: "failed" | "unclear", { code, message }: { code: string; message: string }) => ({
  status,
  error: { code, message: message.slice(0, MAX_MESSAGE) },
});

/**
 * The id of what an operation made: its own, that of a record in its answer, such as `{ task: { id } }`, or a member such
 * as `taskId`. Ids that were in the input are not what it made.
 */
export function resultIdOf(answer: unknown, input: Readonly<Record<string, unknown>>): string | undefined {
  const members = Object.entries(Object(answer) as Record<string, unknown>);
  const own = members.filter(([name]) => /Id$/.test(name)).map(([, value]) => value);
  const records = members.map(([, value]) => (Object(value) as { id?: unknown }).id);
  const given = new Set(Object.values(input));
  const id = [(Object(answer) as { id?: unknown }).id, ...records, ...own].find(
    (one) => typeof one === "string" && !given.has(one),
  );
  return typeof id === "string" ? id.slice(0, 256) : undefined;
}
