import { defineCommand, gatewayErrors, type Static, T } from "@postern/core";
import { createPacer, withColumns } from "@postern/kit/paging";
import { ChatArchived, ChatNotFound, MessageConflict } from "../errors.ts";
import { group } from "../group.ts";
import { ActorId, ChatId, ClientMessageId, CONTENT_BODY_LIMIT, Content, Sending } from "../schemas.ts";
import { planMessage, sendMessage } from "../sending.ts";

const NewMessage = T.Object({ actorId: ActorId, clientMessageId: ClientMessageId, content: Content });
type NewMessage = Static<typeof NewMessage>;

/** The work of one message, so that the event loop has a turn after every ten. */
const WORK = 50;

export const messagesCreateMany = defineCommand(group, {
  id: "chats.messages.create-many",
  summary: "Create several messages in a chat",
  description:
    "Creates all messages in one commit, in the given order. Each has its own disposition, as in `chats.messages.create`. " +
    "If one of them is refused, none is created.",
  properties: ["posts"],
  input: T.Object({
    chatId: ChatId,
    messages: T.Array(NewMessage, { minItems: 1, maxItems: 1_000, description: "Messages, oldest first" }),
  }),
  output: T.Object({
    messages: withColumns(T.Array(Sending, { description: "The result of each message, in the given order" }), {
      disposition: "status",
      messageId: "id",
      clientMessageId: "plain",
    }),
  }),
  errors: [ChatNotFound, ChatArchived, MessageConflict],
  examples: [
    {
      title: "A question and its answer",
      input: {
        chatId: "chat_0123456789abcdef01234567",
        messages: [
          { actorId: "ann", clientMessageId: "run-42.1", content: "Is the build green?" },
          { actorId: "main", clientMessageId: "run-42.2", content: "It is." },
        ],
      },
    },
  ],
  bodyLimit: CONTENT_BODY_LIMIT,
  resource: ({ chatId }) => chatId,
  async plan(ctx, { chatId, messages }) {
    const dispositions: Sending["disposition"][] = [];
    const known = new Map<string, NewMessage>();
    const pace = createPacer();
    for (const [at, message] of messages.entries()) {
      const before = known.get(message.clientMessageId);
      if (before) assertSame(before, message, at);
      known.set(message.clientMessageId, message);
      dispositions.push(before ? "duplicate" : (await planMessage(ctx, { chatId, ...message })).disposition);
      await pace(WORK);
    }
    const created = dispositions.filter((disposition) => disposition === "created").length;
    return { summary: `Create ${created} of ${messages.length} messages in chat ${chatId}`, dispositions };
  },
  async execute(ctx, { dispositions }, { chatId, messages }) {
    const results: Sending[] = [];
    const known = new Map<string, Sending>();
    let created = 0;
    const pace = createPacer();
    for (const [at, message] of messages.entries()) {
      const before = known.get(message.clientMessageId);
      const disposition = dispositions[at] ?? "created";
      const result: Sending = before
        ? { ...before, disposition }
        : await sendMessage(ctx, disposition, { chatId, ...message }, undefined, created);
      if (disposition === "created") created++;
      known.set(message.clientMessageId, result);
      results.push(result);
      await pace(WORK);
    }
    return { messages: results };
  },
});

/** The same message may be given twice, like in two calls. */
function assertSame(before: NewMessage, message: NewMessage, at: number): void {
  if (before.actorId === message.actorId && before.content === message.content) return;
  const fault = { code: "unique", message: "is already used in this call, with another actor or content" };
  throw gatewayErrors.InvalidInput({ issues: [{ path: `/messages/${at}/clientMessageId`, ...fault }] });
}
