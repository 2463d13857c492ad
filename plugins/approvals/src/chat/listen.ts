import { messageCreated } from "@postern/chats/services";
import { type Cause, causedBy, type GatewayEvent, type PluginContext, T, type Transacting } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import { Value } from "@sinclair/typebox/value";
import { codes, identities } from "../collections.ts";
import { group } from "../group.ts";
import { digestOfCode } from "./codes.ts";
import { readSaid } from "./grammar.ts";
import { answerOffer } from "./offer.ts";
import { replies } from "./replies.ts";
import { isSameSender, senderOf } from "./sender.ts";
import { countWrong } from "./wrong-codes.ts";

type Host = PluginContext<typeof group>;

/**
 * Only the adapters of channels ingest messages as the plugin itself. Whatever a key creates or ingests has the context of
 * the key as its actor, and counts for nothing here.
 */
const CHANNELS = "plugin_channels";

const Received = T.Object({
  message: T.Object({
    id: T.String(),
    chatId: T.String(),
    actorId: T.String(),
    channel: T.String(),
    instanceId: T.String(),
    content: T.Object({ text: T.String() }),
  }),
});

/** Reads codes and decisions in chats. Edited messages are other events, so they are never read. */
export const listen = defineConsumer(group, "listen", {
  // A message may have a million characters, and a whole batch is held in memory.
  batch: 5,
  accept: ({ type }) => type === messageCreated.type,
  wanted: (events) => events.some((event) => heardIn(event) !== undefined),
  async handle(ctx, events, host) {
    for (const event of events) {
      const heard = heardIn(event);
      if (heard) await hear(ctx, host, heard, causedBy(event));
    }
  },
});

export type Heard = NonNullable<ReturnType<typeof heardIn>>;

/** What a message from a platform says to approvals. Undefined for almost every message. */
function heardIn({ actor, data }: GatewayEvent) {
  if (actor !== CHANNELS || !Value.Check(Received, data)) return undefined;
  const { content, ...message } = data.message;
  const said = readSaid(content.text);
  // The actor names the adapter that has received it: another one may not speak for the adapter of the chat.
  if (!said || !message.actorId.startsWith(`${message.instanceId}~`)) return undefined;
  return { message, said };
}

async function hear(ctx: Transacting, host: Host, { message, said }: Heard, cause: Cause): Promise<void> {
  if ("offer" in said) return answerOffer(ctx, host, message, said.offer, cause);
  const { chatId, actorId, channel, instanceId, id } = message;
  const identity = await ctx.store.one(identities, "bySender", chatId, actorId);
  if (!identity?.sender || identity.channel !== channel || identity.instanceId !== instanceId) return;
  const sender = await senderOf(host, id);
  if (!sender || !isSameSender(identity.sender, sender) || (identity.pausedUntil ?? 0) > ctx.now) return;
  const found = await ctx.store.one(codes, "byCode", identity.id, digestOfCode(identity.id, said.code));
  if (!found) return countWrong(ctx, identity, id, cause);
  const { approval, plan } = found;
  const { decision, note } = said;
  const reply = { identity: identity.id, message: id, does: decision, approval, plan, ...(note && { note }) };
  await replies.add(ctx, reply, { key: id, cause });
}
