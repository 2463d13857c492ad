import { type Static, Type } from "@sinclair/typebox";

/** An operation with its input, to be run later. */
export const Action = Type.Object(
  {
    operation: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Id of the operation to run, such as tasks.create",
    }),
    input: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Input of the operation. "{{run.id}}" in a text is replaced by a value of the run, and an object {"$": "run.dueAt"} by a value of any type. "{{{{" is a literal "{{"',
      }),
    ),
    propose: Type.Optional(
      Type.Boolean({ description: "Propose the command for approval, even if your key may execute it" }),
    ),
  },
  { additionalProperties: false, description: "Operation to run" },
);
export type Action = Static<typeof Action>;
