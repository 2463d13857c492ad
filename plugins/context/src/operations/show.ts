import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ContextNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { setUpBelow } from "../lasting.ts";
import { Context, ContextId, SetUp } from "../schemas.ts";
import { show as shown } from "../status.ts";
import { findManaged } from "../tree.ts";

export const show = defineQuery(group, {
  id: "context.show",
  summary: "Show a context",
  description:
    "Shows the scopes, the status and the expiry of a context, and what it and the contexts below it have set up, but never its key.",
  input: T.Object({ id: ContextId }),
  output: T.Object({
    context: described(Context, "The context"),
    setUp: described(SetUp, "What it and the contexts below it have set up"),
  }),
  errors: [ContextNotFound],
  examples: [{ title: "One context", input: { id: "ctx_019dae3ff8d2c84a1e6b7f05" } }],
  resource: ({ id }) => id,
  async run({ store, caller, now, state }, { id }) {
    const found = await findManaged(store, caller, id);
    return {
      context: await shown(store, found, now),
      setUp: await setUpBelow(state.lasting, { store, caller }, found),
    };
  },
});
