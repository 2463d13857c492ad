import { messagesCreate } from "@postern/chats/services";
import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { answerTurn } from "../claims/answer.ts";
import { ClaimLost, TurnAnswered, TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ClaimId, TurnRef } from "../schemas.ts";
import { findOpened } from "../turns/show.ts";

const scope = "agents:turns";

export const turnsAnswer = defineCommand(group, {
  id: "agents.turns.answer",
  summary: "Answer a claimed turn",
  description:
    "Creates the message in the chat as the agent and closes the turn, in one commit. A repeated call with the same content returns the first outcome. " +
    "Without a content the turn ends without a message.",
  scope,
  // It commits the answer itself, with the rights of the plugin: a claim is the right to answer in its chat.
  outside: true,
  properties: ["posts"],
  input: T.Object({
    turn: TurnRef,
    claim: ClaimId,
    content: T.Optional(T.String({ minLength: 1, maxLength: 1_000_000, description: "Text of the answer" })),
  }),
  narrowed: true,
  output: T.Object({
    turnId: T.String({ description: "Turn id" }),
    disposition: described(oneOf("created", "duplicate"), "`duplicate` if an earlier call has answered the turn"),
    messageId: T.Optional(T.String({ description: "Id of the message; absent if there is none" })),
  }),
  errors: [TurnNotFound, ClaimLost, TurnAnswered, ...messagesCreate.errors],
  examples: [
    {
      title: "Answer a turn",
      input: {
        turn: "turn_0123456789abcdef01234567",
        claim: "claim_0123456789abcdef0123456789abcdef",
        content: "The build is green.",
      },
    },
  ],
  bodyLimit: messagesCreate.bodyLimit,
  async plan({ store, caller }, { turn: id }) {
    // Unchecked, because `execute` changes the turn in a commit of its own, which reads it again.
    const ctx = { store: store.unchecked, caller };
    const { agentId, chatId } = await findOpened(ctx, id, { scope, id: "agents.turns.answer" });
    return { summary: `Answer the turn ${id} of ${agentId} in chat ${chatId}` };
  },
  execute: ({ host, cause }, _plan, { turn: turnId, claim, content }) =>
    answerTurn(host, { turnId, claim, content, traceparent: cause?.traceparent }),
});
