import { type Collection, defineCollection, type keys, oneOf, type Static, T } from "@postern/core";

/** A principal that was created or renamed. Others are known by their contexts alone. */
const PrincipalRecord = T.Object({
  id: T.String(),
  kind: oneOf("person", "agent"),
  name: T.String(),
  createdAt: T.Integer(),
});
export type PrincipalRecord = Static<typeof PrincipalRecord>;

export const principals = defineCollection("context.principal", { schema: PrincipalRecord, key: ({ id }) => [id] });

/** A stored context: `ancestors` are the ids of its ancestors, starting at the root. */
export type Stored = typeof keys.contexts extends Collection<infer T> ? T : never;
