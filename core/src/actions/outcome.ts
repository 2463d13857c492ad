import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../define/schema.ts";
import { described } from "../fields/fields.ts";

/** What came of running an action once. */
export const ActionOutcome = Type.Object({
  status: described(
    oneOf("done", "pending", "failed", "unclear"),
    "`done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done",
  ),
  resultId: Type.Optional(Type.String({ description: "Id of what the operation answered, if it has one" })),
  approvalId: Type.Optional(Type.String({ description: "Id of the approval that it waits for" })),
  expiresAt: Type.Optional(Type.Integer({ description: "When the approval expires, in Unix milliseconds" })),
  error: Type.Optional(
    Type.Object(
      {
        code: Type.String({ description: "Code of the error" }),
        message: Type.String({ description: "What is wrong" }),
      },
      { description: "Why it was not run, or is unclear" },
    ),
  ),
});
export type ActionOutcome = Static<typeof ActionOutcome>;

const MAX_MESSAGE = 500;

/** The outcome of an action that was not done. */
export const outcomeOf = (status: "failed" | "unclear", { code, message }: { code: string; message: string }) => ({
  status,
  error: { code, message: message.slice(0, MAX_MESSAGE) },
});

/** The id in an answer: of its only record, such as `{ task: { id } }`, or its own member, such as `taskId`. */
export function resultIdOf(answer: unknown): string | undefined {
  const members = Object.entries(Object(answer) as Record<string, unknown>);
  const own = members.find(([name, value]) => /^id$|Id$/.test(name) && typeof value === "string")?.[1];
  const records = members.map(([, value]) => (Object(value) as { id?: unknown }).id);
  const id = own ?? records.find((one) => typeof one === "string");
  return typeof id === "string" ? id.slice(0, 256) : undefined;
}
