import { type Static, T } from "@postern/core";

const Operation = T.String({ minLength: 1, maxLength: 128, description: "Id of the operation, from search" });
const Input = T.Optional(T.Record(T.String(), T.Unknown(), { description: "Its input, as describe shows it" }));

export const SearchInput = T.Object(
  {
    query: T.Optional(T.String({ maxLength: 200, description: "Words to find in names and summaries" })),
    group: T.Optional(T.String({ maxLength: 32, description: "Only operations of this group" })),
    offset: T.Optional(T.Integer({ minimum: 0, description: "Number of operations to skip" })),
  },
  { additionalProperties: false },
);
export type SearchInput = Static<typeof SearchInput>;

export const DescribeInput = T.Object({ operation: Operation }, { additionalProperties: false });

export const RunInput = T.Object({ operation: Operation, input: Input }, { additionalProperties: false });

export const ChangeInput = T.Object(
  {
    operation: Operation,
    input: Input,
    execute: T.Optional(
      T.Boolean({ description: "Do it. Without it, an operation that plans first answers its plan" }),
    ),
    planDigest: T.Optional(
      T.String({ maxLength: 128, description: "Digest of the plan that was shown: do exactly this" }),
    ),
    approvalReason: T.Optional(
      T.String({ maxLength: 1_000, description: "Why, for the person who approves it if it waits for approval" }),
    ),
  },
  { additionalProperties: false },
);
export type ChangeInput = Static<typeof ChangeInput>;
