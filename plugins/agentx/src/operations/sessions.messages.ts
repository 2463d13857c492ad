import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/kit/paging";
import { messages } from "../collections.ts";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Message, Position, SessionName } from "../schemas.ts";
import { findSession, idOf } from "../session.ts";

const Messages = listOf("messages", Message, {
  number: "plain",
  at: ["time", 1],
  kind: "plain",
  text: "text",
  tool: ["text", 1],
  plan: ["text", 1],
});

export const sessionsMessages = defineQuery(group, {
  id: "agentx.sessions.messages",
  summary: "List the messages of a session in order",
  description:
    "Messages are prompts, the agent's replies and thoughts, tool calls and plans. The text of a message may still grow; the event agentx.message.appended reports each addition.",
  input: T.Object({
    session: SessionName,
    after: T.Optional(Position),
    ...Messages.fields,
  }),
  output: Messages.output,
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "Messages after the fourth", input: { session: "agentx-0123456789abcdef01234567", after: "4" } }],
  resource: ({ session }) => idOf(session),
  async run({ store }, { session: named, after = 0, ...page }) {
    const { id } = await findSession(store, named);
    const place = { prefix: [id], from: [after + 1] };
    return Messages.answer(page, within(store.unchecked, messages, place), (message) => message);
  },
});
