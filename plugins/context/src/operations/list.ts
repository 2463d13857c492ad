import { defineQuery, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { limitToGrants } from "@postern/kit/paging";
import type { Stored } from "../collections.ts";
import { group } from "../group.ts";
import { Contexts } from "../schemas.ts";
import { show, statusOf } from "../status.ts";
import { managedBy } from "../tree.ts";

export const list = defineQuery(group, {
  id: "context.list",
  summary: "List contexts",
  description: "Lists the caller's context and its descendants, oldest first. A key with `*` lists all contexts.",
  input: T.Object({
    status: withDefault(
      described(oneOf("active", "revoked", "expired", "all"), "Only contexts with this status"),
      "active",
    ),
    ...Contexts.fields,
  }),
  narrowed: true,
  output: Contexts.output,
  examples: [
    { title: "Active contexts", input: {} },
    { title: "Revoked contexts", input: { status: "revoked", fields: "id,label,revokedAt" } },
  ],
  async run({ store, caller, now }, input) {
    const isAsked = async (context: Stored) =>
      input.status === "all" || (await statusOf(store, context, now)).status === input.status;
    return Contexts.answer(
      input,
      limitToGrants(managedBy(store, caller, isAsked), caller, "context.list", ({ id }) => id),
      (context) => show(store, context, now),
    );
  },
});
