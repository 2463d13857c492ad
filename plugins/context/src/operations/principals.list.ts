import { defineQuery, keys, T } from "@postern/core";
import { filtered, limitToGrants } from "@postern/kit/paging";
import { group } from "../group.ts";
import { showPrincipal } from "../principal.ts";
import { Principals } from "../schemas.ts";

export const principalsList = defineQuery(group, {
  id: "context.principals.list",
  summary: "List principals",
  description: "The people and agents that have keys. Every key sees its own principal, administrators see all.",
  input: T.Object(Principals.fields),
  narrowed: true,
  output: Principals.output,
  examples: [{ title: "Who has keys", input: {} }],
  run({ store, caller }, input) {
    const isSeen = ({ id }: keys.Principal) => caller.isAdmin || id === caller.principal;
    const source = filtered(store, keys.principals, {}, isSeen);
    return Principals.answer(
      input,
      limitToGrants(source, caller, "context.principals.list", ({ id }) => id),
      (principal) => showPrincipal(store, principal),
    );
  },
});
