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

/** One million code points, each escaped as two times six characters, plus the other fields. */
const BODY_LIMIT = 13 * 2 ** 20;

/** The fields that each type of event requires. */
const NEEDED = {
  message: ["text"],
  edit: ["of", "text"],
  delete: ["of"],
  reaction: ["of", "emoji"],
} as const;

export const messagesReceive = defineCommand(group, {
  id: "channels.messages.receive",
  summary: "Record an event from a platform, once per platform ID",
  description:
    "A message is added to the chat of its conversation. The chat is created if it does not exist, and restored if it is " +
    "archived. Edits, deletions and reactions apply to known messages; unknown or outdated ones are ignored with a " +
    "reason. Also requires chats:write.",
  input: T.Object(Happening.properties, needsBy("type", NEEDED)),
  output: T.Object({
    disposition: described(Disposition, "What was done with the event"),
    chatId: T.Optional(T.String({ description: "Id of the chat" })),
    messageId: T.Optional(T.String({ description: "Id of the message" })),
    reason: T.Optional(T.String({ description: "Reason if the event was ignored" })),
  }),
  errors: [AdapterNotFound, AdapterDisabled],
  examples: [
    {
      title: "Receive a message in a room",
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
    return { summary: `Record the ${said.type} from adapter ${id}` };
  },
  async execute(ctx, _plan, said) {
    const adapter = await adapterOf(ctx.store, said.adapter);
    const take = said.type === "message" ? takeMessage : said.type === "reaction" ? takeReaction : takeChange;
    const received = await take(ctx, adapter, said);
    if (received.disposition === "created" || received.disposition === "changed") await noteArrival(ctx, adapter.id);
    return { ...received };
  },
});
