import { defineCommand, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { adapterOf } from "../adapter.ts";
import { places } from "../collections.ts";
import { AdapterNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { keyOf } from "../names.ts";
import { chatOf, showPlace } from "../receiving/place.ts";
import { resolvePlace } from "../receiving/resolve-place.ts";
import { AdapterId, Place, PlaceKind, PlaceText, Title } from "../schemas.ts";

export const placesOpen = defineCommand(group, {
  id: "channels.places.open",
  summary: "Open a chat for a conversation on a platform",
  description:
    "Use it to write first, before anyone on the platform has written. Each conversation has one chat: opening it again " +
    "returns the same chat. Whether the conversation exists on the platform is checked when the first message is sent.",
  properties: ["posts"],
  input: T.Object({
    adapter: AdapterId,
    place: PlaceText,
    kind: withDefault(
      described(PlaceKind, "Kind of conversation, if the adapter cannot derive it from the name"),
      "dm",
    ),
    title: T.Optional(Title),
  }),
  output: T.Object({
    place: described(Place, "The conversation"),
    disposition: described(oneOf("created", "duplicate"), "Whether the chat was created or already existed"),
  }),
  errors: [AdapterNotFound],
  examples: [{ title: "Write to a person", input: { adapter: "irc", place: "ann" } }],
  resource: ({ adapter }) => adapter,
  async plan({ store, state }, { adapter, place, kind }) {
    const record = await adapterOf(store, adapter);
    const { id } = record;
    const before = await store.get(places, id, keyOf(resolvePlace(state, record, { id: place, kind }).id));
    return { summary: before?.chatId ? `Return the existing chat` : `Create a chat connected to adapter ${id}` };
  },
  async execute(ctx, _plan, { adapter, place: id, kind, title }) {
    const record = await adapterOf(ctx.store, adapter);
    const meant = resolvePlace(ctx.state, record, { id, kind });
    const { place, isNew } = await chatOf(ctx, record, { ...meant, ...(title && { title }) });
    return { place: showPlace(place), disposition: isNew ? ("created" as const) : ("duplicate" as const) };
  },
});
