import { type Caller, defineEvent, T } from "@postern/core";
import { canAccess, type Owned } from "@postern/kit/access";
import { adapters } from "./collections.ts";
import { Adapter, AdapterStatus, Place, Reaction } from "./schemas.ts";

/** The same callers who may use `channels.adapters.show`. */
const sees = (caller: Caller, adapter: Owned): boolean => canAccess(caller, "channels:read", adapter);

const adapterIs = (past: string) => ({
  summary: `An adapter was ${past}`,
  data: T.Object({ adapter: Adapter }),
  visible: ({ caller }: { caller: Caller }, { adapter }: { adapter: Owned }) => sees(caller, adapter),
  subject: ({ adapter }: { adapter: { id: string } }) => adapter.id,
});
const placeIs = (summary: string) => ({
  summary,
  data: T.Object({ place: Place }),
  subject: ({ place }: { place: { chatId?: string } }) => place.chatId,
});
const reactionIs = (past: string) => ({
  summary: `A reaction to a message was ${past} on a platform`,
  data: T.Object({ reaction: Reaction }),
  subject: ({ reaction }: { reaction: { messageId: string } }) => reaction.messageId,
});

export const adapterCreated = defineEvent("channels.adapter.created", adapterIs("created"));
export const adapterUpdated = defineEvent("channels.adapter.updated", adapterIs("updated"));
export const adapterEnabled = defineEvent("channels.adapter.enabled", adapterIs("enabled"));
export const adapterDisabled = defineEvent("channels.adapter.disabled", adapterIs("disabled"));
export const adapterRemoved = defineEvent("channels.adapter.removed", adapterIs("removed"));

export const statusChanged = defineEvent("channels.status.changed", {
  summary: "The status of an adapter changed",
  data: T.Object({ adapter: T.String(), status: AdapterStatus, reason: T.Optional(T.String()) }),
  subject: ({ adapter }) => adapter,
  visible: async ({ caller, store }, { adapter }) =>
    sees(caller, (await store.get(adapters, adapter)) ?? { id: adapter }),
});

export const placeOpened = defineEvent(
  "channels.place.opened",
  placeIs("A platform conversation was connected to a chat"),
);
export const placeClosed = defineEvent("channels.place.closed", placeIs("A chat was disconnected from its platform"));

export const messageSent = defineEvent("channels.message.sent", {
  summary: "All parts of a message were sent to its platform",
  data: T.Object({
    adapter: T.String(),
    chatId: T.String(),
    messageId: T.String(),
    parts: T.Integer({ description: "Number of messages sent on the platform" }),
  }),
  subject: ({ messageId }) => messageId,
});

export const reactionAdded = defineEvent("channels.reaction.added", reactionIs("added"));
export const reactionRemoved = defineEvent("channels.reaction.removed", reactionIs("removed"));
