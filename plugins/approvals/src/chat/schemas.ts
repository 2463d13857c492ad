import { oneOf, type Static, T } from "@postern/core";
import { described, refersTo } from "@postern/kit/fields";

export const IdentityId = refersTo(T.String({ pattern: "^idn_[0-9a-f]{24}$", description: "Id of the identity" }), {
  list: "approvals.identities.list",
  names: ["name"],
});
export const ChatId = refersTo(T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "Id of the chat" }), {
  list: "chats.list",
  names: ["title"],
});
export const IdentityName = T.String({ minLength: 1, maxLength: 100, description: "Name, such as of the person" });
export const Notify = T.Boolean({ description: "Whether approvals are announced in the chat" });

/** `offered` waits for the code in the chat, `answered` for the confirmation, `bound` decides. */
export const IdentityStatus = oneOf("offered", "answered", "bound");

const id = (description: string) => T.String({ description });
const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

/** Who sent a message, as the platform says. All of it must be the same in a reply. */
export const Sender = T.Object(
  {
    actorId: id("Actor in the chat"),
    rawSenderId: T.Optional(id("Platform's id of the sender")),
    normalizedSenderId: T.Optional(id("Normalized id of the sender")),
    platformIdentityId: T.Optional(id("Id of the identity on the platform")),
    account: T.Optional(id("Account of the sender at the platform, if the platform reports it")),
  },
  { description: "Who sent the code" },
);
export type Sender = Static<typeof Sender>;

export const Identity = T.Object({
  id: id("Id of the identity"),
  name: T.Optional(id("Name")),
  status: described(IdentityStatus, "Status of the identity"),
  contextId: id("Id of the context that decides by it"),
  chatId: id("Id of the chat"),
  channel: id("Platform of the chat"),
  instanceId: id("Id of the adapter of the chat"),
  sender: T.Optional(Sender),
  notify: Notify,
  createdAt: time("When it was offered"),
  expiresAt: T.Optional(time("When the code, or the answer to it, expires")),
  answeredAt: T.Optional(time("When the code was sent in the chat")),
  boundAt: T.Optional(time("When it was confirmed")),
  pausedUntil: T.Optional(time("Until when its replies are ignored because of wrong codes")),
});
export type Identity = Static<typeof Identity>;
