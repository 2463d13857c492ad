import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { type PlaceRecord, places } from "../collections.ts";
import { PlaceNotFound } from "../errors.ts";
import { placeClosed } from "../events.ts";
import { group } from "../group.ts";
import { showPlace } from "../receiving/place.ts";
import { ChatId, Place } from "../schemas.ts";

export const placesClose = defineCommand(group, {
  id: "channels.places.close",
  summary: "Disconnect a chat from its platform",
  description:
    "The chat is kept, but its messages are no longer sent. The next event from the conversation, or channels.places.open, " +
    "creates a new chat.",
  properties: ["posts"],
  input: T.Object({ chatId: ChatId }),
  output: T.Object({ place: described(Place, "The conversation") }),
  errors: [PlaceNotFound],
  examples: [{ title: "Disconnect a chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ chatId }) => chatId,
  async plan({ store }, { chatId }) {
    const place = await store.one(places, "byChat", chatId);
    if (!place) throw PlaceNotFound({ chatId });
    return { summary: `Disconnect chat ${chatId} from adapter ${place.adapter}` };
  },
  async execute({ store, emit }, _plan, { chatId }) {
    const before = await store.one(places, "byChat", chatId);
    if (!before) throw PlaceNotFound({ chatId });
    const { chatId: _, ...closed }: PlaceRecord = before;
    await store.put(places, closed);
    emit(placeClosed, { place: showPlace(before) });
    return { place: showPlace(closed) };
  },
});
