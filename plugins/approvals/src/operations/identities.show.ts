import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { findIdentity, showIdentity } from "../chat/identity.ts";
import { Identity, IdentityId } from "../chat/schemas.ts";
import { IdentityNotFound } from "../errors.ts";
import { group } from "../group.ts";

export const identitiesShow = defineQuery(group, {
  id: "approvals.identities.show",
  summary: "Show who decides approvals in a chat",
  description: "Once the code was sent, `sender` is who has sent it.",
  scope: "any",
  input: T.Object({ id: IdentityId }),
  output: T.Object({ identity: described(Identity, "The identity") }),
  errors: [IdentityNotFound],
  examples: [{ title: "Show an identity", input: { id: "idn_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async run({ store, caller, now }, { id }) {
    return { identity: showIdentity(await findIdentity(store, caller, id, now)) };
  },
});
