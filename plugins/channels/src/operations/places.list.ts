import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, within } from "@postern/kit/paging";
import { places } from "../collections.ts";
import { group } from "../group.ts";
import { showPlace } from "../receiving/place.ts";
import { AdapterId, Place } from "../schemas.ts";

const Places = listOf("places", Place, {
  adapter: "id",
  place: "plain",
  kind: "plain",
  title: ["text", 1],
  chatId: "id",
  openedAt: ["ago", 2],
});

export const placesList = defineQuery(group, {
  id: "channels.places.list",
  summary: "List platform conversations connected to chats",
  description: "A place is a conversation on a platform together with its chat.",
  input: T.Object({ adapter: T.Optional(AdapterId), ...Places.fields }),
  narrowed: true,
  output: Places.output,
  examples: [{ title: "List the conversations of one adapter", input: { adapter: "irc" } }],
  run: ({ store, caller }, { adapter, ...page }) =>
    Places.answer(
      page,
      limitToGrants(
        within(store, places, adapter === undefined ? {} : { prefix: [adapter] }),
        caller,
        "channels.places.list",
        ({ adapter, chatId }) => [adapter, chatId],
      ),
      showPlace,
    ),
});
