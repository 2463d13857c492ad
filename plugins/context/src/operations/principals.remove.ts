import { defineCommand, T } from "@postern/core";
import { principals } from "../collections.ts";
import { PrincipalInUse, PrincipalNotFound } from "../errors.ts";
import { principalRemoved } from "../events.ts";
import { group } from "../group.ts";
import { assertAdmin, countContexts, findPrincipal } from "../principal.ts";
import { PrincipalId } from "../schemas.ts";

export const principalsRemove = defineCommand(group, {
  id: "context.principals.remove",
  summary: "Remove a principal without contexts",
  description:
    "What it owns stays, for administrators. One that has or had contexts cannot be removed. Only administrators may do this.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: PrincipalId }),
  output: T.Object({ removed: T.Boolean({ description: "Whether the principal was removed" }) }),
  errors: [PrincipalNotFound, PrincipalInUse],
  examples: [{ title: "Remove a person", input: { id: "user:usr_019dae3ff8d2c84a1e6b7f05" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    assertAdmin(caller);
    const { name } = await findPrincipal(store, caller, id);
    const contexts = await countContexts(store, id);
    if (contexts > 0) throw PrincipalInUse({ id, contexts });
    return { summary: `Remove the principal ${JSON.stringify(name)}` };
  },
  async execute({ store, caller, emit }, _plan, { id }) {
    const principal = await findPrincipal(store, caller, id);
    await store.delete(principals, id);
    emit(principalRemoved, principal);
    return { removed: true };
  },
});
