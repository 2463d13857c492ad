import { defineQuery, oneOf, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { reached } from "@postern/core/paging";
import { group } from "../group.ts";
import { Contexts } from "../schemas.ts";
import { type Stored, show, standingOf } from "../standing.ts";
import { managedBy } from "../tree.ts";

export const list = defineQuery(group, {
  id: "context.list",
  summary: "List the contexts that this key manages",
  description: "Its own and all derived from it; with `*`, every context. Oldest first.",
  input: T.Object({
    status: withDefault(described(oneOf("active", "revoked", "expired", "all"), "Its status"), "active"),
    ...Contexts.fields,
  }),
  narrowed: true,
  output: Contexts.output,
  examples: [
    { title: "Keys that are taken at present", input: {} },
    { title: "Who holds keys that have ended", input: { status: "revoked", fields: "id,label,revokedAt" } },
  ],
  async run({ store, caller, now }, input) {
    const isAsked = async (context: Stored) =>
      input.status === "all" || (await standingOf(store, context, now)).status === input.status;
    return Contexts.answer(
      input,
      reached(managedBy(store, caller, isAsked), caller, "context.list", ({ id }) => id),
      (context) => show(store, context, now),
    );
  },
});
