import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { filtered, listOf } from "@postern/kit/paging";
import { isExpired, showIdentity } from "../chat/identity.ts";
import { Identity, IdentityStatus } from "../chat/schemas.ts";
import { type IdentityRecord, identities } from "../collections.ts";
import { group } from "../group.ts";

const Identities = listOf("identities", Identity, {
  id: "id",
  name: "text",
  status: "status",
  channel: "plain",
  chatId: ["id", 2],
  contextId: ["id", 3],
  createdAt: ["ago", 2],
});

export const identitiesList = defineQuery(group, {
  id: "approvals.identities.list",
  summary: "List identities that decide approvals in chats, newest first",
  description: "A key sees its own identities and those of derived keys. Every key may call this operation.",
  scope: "any",
  input: T.Object({
    status: T.Optional(described(IdentityStatus, "Only identities with this status")),
    ...Identities.fields,
  }),
  output: Identities.output,
  examples: [{ title: "Who decides", input: { status: "bound" } }],
  run({ store, caller, now }, { status, ...page }) {
    const isListed = (record: IdentityRecord) =>
      (status === undefined || record.status === status) && !isExpired(record, now);
    const place = caller.isAdmin ? {} : { by: "byViewer" as const, prefix: [caller.contextId] };
    const source = filtered(store.unchecked, identities, { ...place, reverse: true }, isListed);
    return Identities.answer(page, source, showIdentity);
  },
});
