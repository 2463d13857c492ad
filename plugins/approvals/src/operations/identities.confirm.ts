import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { changeIdentity, findIdentity, showIdentity } from "../chat/identity.ts";
import { Identity, IdentityId } from "../chat/schemas.ts";
import { nameOf } from "../chat/sender.ts";
import { identities } from "../collections.ts";
import { IdentityNotAnswered, IdentityNotFound, SenderTaken } from "../errors.ts";
import { identityBound } from "../events.ts";
import { group } from "../group.ts";

export const identitiesConfirm = defineCommand(group, {
  id: "approvals.identities.confirm",
  summary: "Allow the sender of a code to decide approvals",
  description:
    "Requires the key that made the offer. Check the sender with approvals.identities.show first: from now on the sender decides as the context of this key, with its current rights at each decision.",
  scope: "approvals:decide",
  narrowed: true,
  properties: ["lasting", "decides"],
  input: T.Object({ id: IdentityId }),
  output: T.Object({ identity: described(Identity, "The identity") }),
  errors: [IdentityNotFound, IdentityNotAnswered, SenderTaken],
  examples: [{ title: "Confirm the sender", input: { id: "idn_0123456789abcdef01234567" } }],
  async plan({ store, caller, now }, { id }) {
    const { sender, status, chatId, contextId } = await findIdentity(store, caller, id, now);
    if (contextId !== caller.contextId) throw IdentityNotFound({ id });
    if (status !== "answered" || !sender) throw IdentityNotAnswered({ id, identityStatus: status });
    const { actorId } = sender;
    if (await store.one(identities, "bySender", chatId, actorId)) throw SenderTaken({ chatId, actorId });
    return { summary: `Let ${nameOf(sender)} decide in ${chatId} as "${caller.label}"`, sender };
  },
  async execute({ store, caller, now, emit }, _plan, { id }) {
    const before = await findIdentity(store, caller, id, now);
    const bound = await changeIdentity({ store }, before, { status: "bound", boundAt: now, expiresAt: undefined });
    const identity = showIdentity(bound);
    emit(identityBound, { identity });
    return { identity };
  },
});
