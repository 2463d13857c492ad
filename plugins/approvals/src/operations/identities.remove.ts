import { defineCommand, T } from "@postern/core";
import { endIdentity, findIdentity } from "../chat/identity.ts";
import { IdentityId } from "../chat/schemas.ts";
import { nameOf } from "../chat/sender.ts";
import { IdentityNotFound } from "../errors.ts";
import { group } from "../group.ts";

export const identitiesRemove = defineCommand(group, {
  id: "approvals.identities.remove",
  summary: "Remove an identity, so that its sender no longer decides",
  description: "Allowed for the context that bound it, the ancestors of that context, and admins.",
  scope: "any",
  effect: "destroy",
  dryRunByDefault: true,
  properties: ["decides"],
  input: T.Object({ id: IdentityId }),
  output: T.Object({ removed: T.Boolean({ description: "Whether the identity was removed" }) }),
  errors: [IdentityNotFound],
  examples: [{ title: "Remove an identity", input: { id: "idn_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, { id }) {
    const { sender, chatId } = await findIdentity(store, caller, id, now);
    const who = sender ? nameOf(sender) : "whoever has its code";
    return { summary: `Remove the identity ${id}: ${who} no longer decides in ${chatId}` };
  },
  async execute(ctx, _plan, { id }) {
    await endIdentity(ctx, await findIdentity(ctx.store, ctx.caller, id, ctx.now), "removed");
    return { removed: true };
  },
});
