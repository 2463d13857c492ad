import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { PrincipalNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { findPrincipal, showPrincipal } from "../principal.ts";
import { Principal, PrincipalId } from "../schemas.ts";

export const principalsShow = defineQuery(group, {
  id: "context.principals.show",
  summary: "Show a principal",
  description: "A person or an agent. Every key sees its own principal, administrators see all.",
  input: T.Object({ id: PrincipalId }),
  output: T.Object({ principal: described(Principal, "The principal") }),
  errors: [PrincipalNotFound],
  examples: [{ title: "One person", input: { id: "user:ctx_019dae3ff8d2c84a1e6b7f05" } }],
  resource: ({ id }) => id,
  async run({ store, caller }, { id }) {
    return { principal: await showPrincipal(store, await findPrincipal(store, caller, id)) };
  },
});
