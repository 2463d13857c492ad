import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { changeIdentity, findIdentity, showIdentity } from "../chat/identity.ts";
import { Identity, IdentityId, IdentityName, Notify } from "../chat/schemas.ts";
import { IdentityNotFound } from "../errors.ts";
import { identityUpdated } from "../events.ts";
import { group } from "../group.ts";

export const identitiesUpdate = defineCommand(group, {
  id: "approvals.identities.update",
  summary: "Update the name and the notices of an identity",
  description: "Omitted fields stay unchanged.",
  scope: "any",
  properties: ["decides"],
  input: T.Object({ id: IdentityId, name: T.Optional(IdentityName), notify: T.Optional(Notify) }),
  output: T.Object({ identity: described(Identity, "The identity") }),
  errors: [IdentityNotFound],
  examples: [{ title: "Announce nothing", input: { id: "idn_0123456789abcdef01234567", notify: false } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, { id }) {
    const { name = id } = await findIdentity(store, caller, id, now);
    return { summary: `Update the identity ${name}` };
  },
  async undo({ store, caller, now }, _plan, { id, ...given }) {
    const fields = restoring(given, await findIdentity(store, caller, id, now));
    return fields && { operation: "approvals.identities.update", input: { id, ...fields } };
  },
  async execute({ store, caller, now, emit }, _plan, { id, ...changes }) {
    const before = await findIdentity(store, caller, id, now);
    const identity = showIdentity(await changeIdentity({ store }, before, omitUndefined(changes)));
    emit(identityUpdated, { identity });
    return { identity };
  },
});
