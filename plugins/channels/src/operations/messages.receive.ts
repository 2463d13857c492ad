import { defineCommand, T } from "@postern/core";
import { described, needsBy } from "@postern/core/fields";
import { adapterOf } from "../adapter.ts";
import { AdapterDisabled, AdapterNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { takeChange } from "../receiving/change.ts";
import { takeMessage } from "../receiving/message.ts";
import { takeReaction } from "../receiving/reaction.ts";
import { noteArrival } from "../receiving/received.ts";
import { Disposition, Happening } from "../schemas.ts";

/** A million code points, each escaped as two times six characters, and what is around them. */
const BODY_LIMIT = 13 * 2 ** 20;

/** What a happening of each type cannot do without. */
const NEEDED = {
  message: ["text"],
  edit: ["of", "text"],
  delete: ["of"],
  reaction: ["of", "emoji"],
} as const;

export const messagesReceive = defineCommand(group, {
  id: "channels.messages.receive",
  summary: "Take in what happened on a platform, once for each of its ids",
  description:
    "A message comes into the chat of its place, which is made where there is none and taken back from the archive. Edits, deletions and " +
    "reactions are those of messages that are known; others, and those that a later one has overtaken, are ignored with a reason. Needs chats:write besides.",
  input: T.Object(Happening.properties, needsBy("type", NEEDED)),
  output: T.Object({
    disposition: described(Disposition, "What became of it"),
    chatId: T.Optional(T.String({ description: "Id of the chat" })),
    messageId: T.Optional(T.String({ description: "Id of the message" })),
    reason: T.Optional(T.String({ description: "Why it was ignored" })),
  }),
  errors: [AdapterNotFound, AdapterDisabled],
  examples: [
    {
      title: "Somebody writes in a room",
      input: {
        adapter: "irc",
        type: "message",
        id: "m-17",
        place: { id: "#postern", kind: "room", title: "#postern" },
        sender: { id: "ann", name: "Ann" },
        text: "Is the build green?",
      },
    },
  ],
  bodyLimit: BODY_LIMIT,
  resource: ({ adapter }) => adapter,
  async plan({ store }, said) {
    const { id, isDisabled } = await adapterOf(store, said.adapter);
    if (isDisabled) throw AdapterDisabled({ adapter: id });
    return { summary: `Take in a ${said.type} by the adapter ${id}` };
  },
  async execute(ctx, _plan, said) {
    const adapter = await adapterOf(ctx.store, said.adapter);
    const take = said.type === "message" ? takeMessage : said.type === "reaction" ? takeReaction : takeChange;
    const received = await take(ctx, adapter, said);
    if (received.disposition === "created" || received.disposition === "changed") await noteArrival(ctx, adapter.id);
    return { ...received };
  },
});
