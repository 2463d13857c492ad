import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { places } from "../collections.ts";
import { PlaceNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { showPlace } from "../receiving/place.ts";
import { ChatId, Place } from "../schemas.ts";

export const placesShow = defineQuery(group, {
  id: "channels.places.show",
  summary: "Show the platform conversation of a chat",
  description: "The answer names the adapter and the platform ID of the conversation.",
  input: T.Object({ chatId: ChatId }),
  output: T.Object({ place: described(Place, "The conversation") }),
  errors: [PlaceNotFound],
  examples: [{ title: "Show the conversation of a chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ chatId }) => chatId,
  async run({ store }, { chatId }) {
    const place = await store.one(places, "byChat", chatId);
    if (!place) throw PlaceNotFound({ chatId });
    return { place: showPlace(place) };
  },
});
