import { type Caller, defineCommand, keys, type Reads, secret, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { createOfferCode, digestOfCode, OFFER_LASTS } from "../chat/codes.ts";
import { showIdentity } from "../chat/identity.ts";
import { ChatId, Identity, IdentityName, Notify } from "../chat/schemas.ts";
import { type IdentityRecord, identities } from "../collections.ts";
import { ChatsMissing, ChatUnusable, NotApprover, TooManyIdentities } from "../errors.ts";
import { identityOffered } from "../events.ts";
import { group } from "../group.ts";

const MAX_IDENTITIES = 50;

export const identitiesBind = defineCommand(group, {
  id: "approvals.identities.bind",
  summary: "Offer a person in a chat to decide approvals",
  description:
    "Returns a code that is valid for 15 minutes. The person sends it as a message in the chat, from the platform. Check the sender with approvals.identities.show, and confirm with approvals.identities.confirm: from then on the sender decides in this chat, as the context of this key. A chat with an agent cannot be used.",
  scope: "approvals:decide",
  narrowed: true,
  properties: ["gives-secret", "decides"],
  input: T.Object({ chatId: ChatId, name: T.Optional(IdentityName), notify: withDefault(Notify, true) }),
  output: T.Object({
    identity: described(Identity, "The identity"),
    code: T.Optional(
      secret(
        T.String({
          description: "Code to send in the chat; shown only once and not repeated for the same Idempotency-Key",
        }),
      ),
    ),
  }),
  errors: [ChatsMissing, ChatUnusable, NotApprover, TooManyIdentities],
  examples: [{ title: "Decide approvals in a chat", input: { chatId: "chat_0123456789abcdef01234567", name: "Ann" } }],
  async plan({ store, services, caller }, { chatId }) {
    if (!services.chats) throw ChatsMissing({});
    await contextOf(store, caller);
    const chat = await services.chats.chat(chatId);
    if (!chat) throw ChatUnusable({ chatId, reason: "It does not exist." });
    const { channel, instanceId, agentId, title } = chat;
    if (channel === undefined || instanceId === undefined)
      throw ChatUnusable({ chatId, reason: "It does not belong to a platform, so its senders cannot be verified." });
    if (agentId !== undefined)
      throw ChatUnusable({ chatId, reason: `The agent "${agentId}" answers there. Use an adapter without an agent.` });
    const { contextId, label } = caller;
    const limit = MAX_IDENTITIES;
    const count = await store.count(identities, { by: "byContext", prefix: [contextId], limit });
    if (count >= limit) throw TooManyIdentities({ contextId, limit });
    const place = title === undefined ? chatId : JSON.stringify(title);
    return { summary: `Offer a person in ${place} on ${channel} to decide as "${label}"`, channel, instanceId };
  },
  async execute(ctx, { channel, instanceId }, { chatId, name, notify }) {
    const { store, caller, now, emit } = ctx;
    const id = ctx.id("idn_");
    const code = createOfferCode();
    const record: IdentityRecord = {
      id,
      ...(name !== undefined && { name }),
      status: "offered",
      contextId: caller.contextId,
      lineage: [...(await contextOf(store, caller)).ancestors].reverse(),
      chatId,
      channel,
      instanceId,
      notify,
      createdAt: now,
      expiresAt: now + OFFER_LASTS,
      code: digestOfCode(id, code),
      wrong: { count: 0, since: now },
    };
    await store.put(identities, record);
    const identity = showIdentity(record);
    emit(identityOffered, { identity });
    return { identity, code };
  },
});

/** The stored context of a person, with whose rights replies are decided. Agents have no person that could reply. */
async function contextOf(store: Reads, { contextId, agentId, isRetiring }: Caller) {
  if (agentId !== undefined) throw NotApprover({ reason: "This key belongs to an agent. Use the key of a person." });
  if (isRetiring) throw NotApprover({ reason: "This key was rotated and is in its grace period. Use the new key." });
  const context = await store.get(keys.contexts, contextId);
  if (context) return context;
  throw NotApprover({ reason: `The context "${contextId}" is not stored in this gateway. Use a key.` });
}
