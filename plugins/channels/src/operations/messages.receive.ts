import { defineCommand, T } from "@postern/core";
import { described, needsBy } from "@postern/kit/fields";
import { adapterOf } from "../adapter.ts";
import { blockOf } from "../blocked.ts";
import { AdapterDisabled, AdapterNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { receiveChange } from "../receiving/change.ts";
import { receiveMessage } from "../receiving/message.ts";
import { receiveReaction } from "../receiving/reaction.ts";
import { recordArrival } from "../receiving/received.ts";
import { Disposition, PlatformEvent } from "../schemas.ts";

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
  properties: ["posts"],
  input: T.Object(PlatformEvent.properties, needsBy("type", NEEDED)),
  output: T.Object({
    disposition: described(Disposition, "Outcome of the event"),
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
  async plan({ store, now }, event) {
    const adapter = await adapterOf(store, event.adapter);
    const block = await blockOf(store, adapter, now);
    if (block) throw AdapterDisabled({ adapter: adapter.id, reason: block.reason });
    return { summary: `Record the ${event.type} from adapter ${adapter.id}` };
  },
  async execute(ctx, _plan, event) {
    const adapter = await adapterOf(ctx.store, event.adapter);
    const take =
      event.type === "message" ? receiveMessage : event.type === "reaction" ? receiveReaction : receiveChange;
    const received = await take(ctx, adapter, event);
    if (received.disposition === "created" || received.disposition === "changed") await recordArrival(ctx, adapter.id);
    return { ...received };
  },
});
