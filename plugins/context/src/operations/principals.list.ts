import { defineQuery, keys, T } from "@postern/core";
import { chained, filtered, limitToGrants } from "@postern/kit/paging";
import { principals, type Stored } from "../collections.ts";
import { group } from "../group.ts";
import { isCreated, isFirst, principalOf, showPrincipal } from "../principal.ts";
import { Principals } from "../schemas.ts";

export const principalsList = defineQuery(group, {
  id: "context.principals.list",
  summary: "List principals",
  description:
    "The people and agents that have keys, oldest key first, then people who were created. Every key sees its own principal, administrators see all.",
  input: T.Object(Principals.fields),
  narrowed: true,
  output: Principals.output,
  examples: [{ title: "Who has keys", input: {} }],
  run({ store, caller }, input) {
    const isSeen = (id: string) => caller.isAdmin || id === caller.principal;
    const known = filtered(
      store,
      keys.contexts,
      {},
      async (one: Stored) => isSeen(one.principal) && isFirst(store, one),
    );
    const created = filtered(store, principals, {}, ({ id }) => isCreated(id) && isSeen(id));
    const source = limitToGrants(chained(known, created), caller, "context.principals.list", (one) =>
      "principal" in one ? one.principal : one.id,
    );
    return Principals.answer(input, source, async (one) =>
      showPrincipal(store, "principal" in one ? await principalOf(store, one) : one),
    );
  },
});
