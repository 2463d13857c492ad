import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ContextNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Context, ContextId } from "../schemas.ts";
import { show as shown } from "../status.ts";
import { findManaged } from "../tree.ts";

export const show = defineQuery(group, {
  id: "context.show",
  summary: "Show a context",
  description: "Shows the scopes, the status and the expiry of a context, but never its key.",
  input: T.Object({ id: ContextId }),
  output: T.Object({ context: described(Context, "The context") }),
  errors: [ContextNotFound],
  examples: [{ title: "One context", input: { id: "ctx_019dae3ff8d2c84a1e6b7f05" } }],
  resource: ({ id }) => id,
  async run({ store, caller, now }, { id }) {
    return { context: await shown(store, await findManaged(store, caller, id), now) };
  },
});
