import { defineCollection, type Static, T } from "@postern/core";

const At = T.Object({ number: T.Integer(), place: T.Integer(), contextId: T.String(), at: T.Integer() });

/** A command that was executed, with the call that undoes it. Addressed by the number and the place of its event. */
const Undoable = T.Object({
  number: T.Integer(),
  place: T.Integer(),
  at: T.Integer(),
  contextId: T.String(),
  /** Who did it. Absent from before principals were stored. */
  principal: T.Optional(T.String()),
  operation: T.String(),
  summary: T.String(),
  inverse: T.Object({ operation: T.String(), input: T.Record(T.String(), T.Unknown()) }),
  /** The first event of the chain, and the number of causes before this one. */
  correlationId: T.Optional(T.String()),
  depth: T.Integer(),
  /** Ids of the resources that it was about. */
  subjects: T.Array(T.String()),
  /** The event that this command undid. */
  undoes: T.Optional(T.String()),
  undone: T.Optional(At),
});
export type Undoable = Static<typeof Undoable>;

export const undoables = defineCollection("service.undoable", {
  schema: Undoable,
  key: ({ number, place }) => [number, place],
  indexes: {
    byContext: ({ contextId, number, place }) => [contextId, number, place],
    byPrincipal: ({ principal, number, place }) => (principal === undefined ? undefined : [principal, number, place]),
    bySubject: ({ subjects, number, place }) => subjects.map((subject) => [subject, number, place]),
  },
});
