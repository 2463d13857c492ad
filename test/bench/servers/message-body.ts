const name = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$" };

/** The schema of a message that is sent, for fastify. */
export const messageBody = {
  type: "object",
  additionalProperties: false,
  required: ["actorId", "chatId", "clientMessageId", "content"],
  properties: {
    actorId: name,
    chatId: { type: "string", pattern: "^chat_[0-9a-f]{24}$" },
    clientMessageId: name,
    content: { type: "string", minLength: 1, maxLength: 1_000_000 },
  },
};
