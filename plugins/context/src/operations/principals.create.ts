import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { type PrincipalRecord, principals } from "../collections.ts";
import { principalCreated } from "../events.ts";
import { group } from "../group.ts";
import { assertAdmin, showPrincipal } from "../principal.ts";
import { Principal, PrincipalName } from "../schemas.ts";

export const principalsCreate = defineCommand(group, {
  id: "context.principals.create",
  summary: "Create a person",
  description:
    "A principal to whom context.derive can give keys: what it owns, decides and reads belongs to all of its keys. The principal of an agent is created with its first key. Only administrators may do this.",
  input: T.Object({ name: PrincipalName }),
  output: T.Object({ principal: described(Principal, "The principal") }),
  examples: [{ title: "A colleague", input: { name: "Ann" } }],
  plan({ caller }, { name }) {
    assertAdmin(caller);
    return { summary: `Create the person ${JSON.stringify(name)}` };
  },
  undo:
    () =>
    ({ principal }) => ({ operation: "context.principals.remove", input: { id: principal.id } }),
  async execute({ store, id, now, emit }, _plan, { name }) {
    const principal: PrincipalRecord = { id: `user:${id("usr_")}`, kind: "person", name, createdAt: now };
    await store.put(principals, principal);
    emit(principalCreated, principal);
    return { principal: await showPrincipal(store, principal) };
  },
});
