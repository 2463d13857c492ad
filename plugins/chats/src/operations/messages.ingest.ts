import { defineCommand, omitUndefined, T } from "@postern/core";
import { ChatArchived, ChatNotFound, MessageConflict } from "../errors.ts";
import { group } from "../group.ts";
import { ActorId, ChatId, ClientMessageId, CONTENT_BODY_LIMIT, Content, Origin, Raw, Sending } from "../schemas.ts";
import { planMessage, sendMessage } from "../sending.ts";

export const messagesIngest = defineCommand(group, {
  id: "chats.messages.ingest",
  summary: "Ingest a message from a provider",
  description:
    "Like `chats.messages.create`, with the provider's ids and provenance. These are only shown with the scope chats:raw.",
  properties: ["posts"],
  input: T.Object({
    actorId: ActorId,
    chatId: ChatId,
    clientMessageId: ClientMessageId,
    content: Content,
    ...Origin.properties,
    ...Raw.properties,
  }),
  output: Sending,
  errors: [ChatNotFound, ChatArchived, MessageConflict],
  examples: [
    {
      title: "A line from IRC",
      input: {
        actorId: "contact.7",
        chatId: "chat_0123456789abcdef01234567",
        clientMessageId: "irc.1763712000.17",
        content: "Is the build green?",
        messageType: "text",
        rawSenderId: "nick!user@host",
        rawProvenance: { network: "irc.example.org" },
      },
    },
  ],
  bodyLimit: CONTENT_BODY_LIMIT,
  resource: ({ chatId }) => chatId,
  plan: planMessage,
  execute(ctx, { disposition }, input) {
    const { actorId, chatId, clientMessageId, content, ...rest } = input;
    const { contactId, messageType, platformIdentityId, providerTimestamp, ...given } = rest;
    const origin = omitUndefined({ contactId, messageType, platformIdentityId, providerTimestamp });
    const raw = omitUndefined(given);
    const sent = { actorId, chatId, clientMessageId, content };
    const from = { ...(hasAny(origin) && { origin }), ...(hasAny(raw) && { raw }) };
    return sendMessage(ctx, disposition, sent, from);
  },
});

const hasAny = (members: object): boolean => Object.keys(members).length > 0;
