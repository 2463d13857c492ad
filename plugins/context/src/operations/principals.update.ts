import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { principals } from "../collections.ts";
import { PrincipalNotFound } from "../errors.ts";
import { principalUpdated } from "../events.ts";
import { group } from "../group.ts";
import { assertAdmin, findPrincipal, showPrincipal } from "../principal.ts";
import { Principal, PrincipalId, PrincipalName } from "../schemas.ts";

export const principalsUpdate = defineCommand(group, {
  id: "context.principals.update",
  summary: "Rename a principal",
  description: "Approvals and lists show the new name; the id stays. Only administrators may do this.",
  input: T.Object({ id: PrincipalId, name: PrincipalName }),
  output: T.Object({ principal: described(Principal, "The principal") }),
  errors: [PrincipalNotFound],
  examples: [{ title: "Rename", input: { id: "user:ctx_019dae3ff8d2c84a1e6b7f05", name: "Ann" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id, name }) {
    assertAdmin(caller);
    const { name: before } = await findPrincipal(store, caller, id);
    return { summary: `Rename ${JSON.stringify(before)} to ${JSON.stringify(name)}` };
  },
  async undo({ store, caller }, _plan, { id }) {
    const { name } = await findPrincipal(store, caller, id);
    return { operation: "context.principals.update", input: { id, name } };
  },
  async execute({ store, caller, emit }, _plan, { id, name }) {
    const principal = { ...(await findPrincipal(store, caller, id)), name };
    await store.put(principals, principal);
    emit(principalUpdated, principal);
    return { principal: await showPrincipal(store, principal) };
  },
});
