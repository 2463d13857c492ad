import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/core/paging";
import { messages } from "../collections.ts";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Message, Position, SessionName } from "../schemas.ts";
import { idOf, sessionOf } from "../session.ts";

const Messages = listOf("messages", Message);

export const sessionsMessages = defineQuery(group, {
  id: "agentx.sessions.messages",
  summary: "List what was said and done in a session, in order",
  description:
    "Prompts, what the agent says and thinks, the tools that it uses and its plans. A message that is still being said grows: agentx.message.appended tells of that.",
  input: T.Object({
    session: SessionName,
    after: T.Optional(Position),
    ...Messages.fields,
  }),
  output: Messages.output,
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "From the fifth on", input: { session: "agentx-0123456789abcdef01234567", after: "4" } }],
  resource: ({ session }) => idOf(session),
  async run({ store }, { session: named, after = 0, ...page }) {
    const { id } = await sessionOf(store, named);
    const place = { prefix: [id], from: [after + 1] };
    return Messages.answer(page, within(store.unchecked, messages, place), (message) => message);
  },
});
