import { defineCommand, oneOf, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { adapterOf } from "../adapter.ts";
import { places } from "../collections.ts";
import { AdapterNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { keyOf } from "../names.ts";
import { named } from "../receiving/named.ts";
import { chatOf, showPlace } from "../receiving/place.ts";
import { AdapterId, Place, PlaceKind, PlaceText, Title } from "../schemas.ts";

export const placesOpen = defineCommand(group, {
  id: "channels.places.open",
  summary: "Make the chat of a conversation on a platform, to write there before anybody there has written",
  description:
    "The same conversation has one chat, however often it is asked for. Whether the platform has such a conversation " +
    "is seen when the first message goes out.",
  input: T.Object({
    adapter: AdapterId,
    place: PlaceText,
    kind: withDefault(described(PlaceKind, "Where the adapter's kind does not know it by the name"), "dm"),
    title: T.Optional(Title),
  }),
  output: T.Object({
    place: described(Place, "The conversation"),
    disposition: described(oneOf("created", "duplicate"), "What became of it"),
  }),
  errors: [AdapterNotFound],
  examples: [{ title: "A word to somebody", input: { adapter: "irc", place: "ann" } }],
  resource: ({ adapter }) => adapter,
  async plan({ store, state }, { adapter, place, kind }) {
    const record = await adapterOf(store, adapter);
    const { id } = record;
    const before = await store.get(places, id, keyOf(named(state, record, { id: place, kind }).id));
    return { summary: before?.chatId ? `Answer the chat that is there` : `Make a chat that ${id} carries` };
  },
  async execute(ctx, _plan, { adapter, place: id, kind, title }) {
    const record = await adapterOf(ctx.store, adapter);
    const meant = named(ctx.state, record, { id, kind });
    const { place, isNew } = await chatOf(ctx, record, { ...meant, ...(title && { title }) });
    return { place: showPlace(place), disposition: isNew ? ("created" as const) : ("duplicate" as const) };
  },
});
