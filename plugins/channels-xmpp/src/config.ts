import { type Static, T } from "@postern/core";

const part = "[^\\s@/<>\"'&:\\x00-\\x1f]+";
const name = (pattern: string, maxLength: number, description: string) =>
  T.String({ pattern, minLength: 1, maxLength, description });

export const Config = T.Object({
  jid: name(`^${part}@${part}$`, 512, "The account, such as bot@example.org"),
  service: T.Optional(
    name(
      "^xmpps?://[A-Za-z0-9.:_\\[\\]-]+$",
      300,
      "Where the server is, if not where the domain says: xmpp://host:5222, or xmpps://host:5223 for TLS from the start",
    ),
  ),
  plain: T.Optional(
    T.Boolean({ default: false, description: "Whether to do without TLS, on this machine and its network only" }),
  ),
  ca: T.Optional(
    T.String({ maxLength: 65_536, description: "Certificates (PEM) to trust in place of the usual ones" }),
  ),
  resource: T.Optional(
    name(`^${part}$`, 100, "The name of the connection within the account; postern- and the adapter's id if absent"),
  ),
  rooms: T.Optional(
    T.Array(name(`^${part}@${part}$`, 512, "A room, such as help@rooms.example.org"), {
      maxItems: 50,
      description: "The rooms to be in",
    }),
  ),
  nick: T.Optional(name("^[^\\s/<>\"'&\\x00-\\x1f]+$", 64, "The nick in rooms; the name of the account if absent")),
  acceptSubscriptions: T.Optional(
    T.Boolean({ default: false, description: "Whether everybody may see that the adapter is there who asks for it" }),
  ),
  retryEvery: T.Optional(
    T.Integer({
      minimum: 1_000,
      maximum: 86_400_000,
      default: 60_000,
      description: "Milliseconds after which a room that could not be entered is tried again",
    }),
  ),
});
export type Config = Static<typeof Config>;

/** Of an account, of a room, or of somebody in a room. */
export const ADDRESS = /^[^\s@/<>"'&\p{Cc}]+@[^\s@/<>"'&\p{Cc}]+(?:\/[^\p{Cc}]+)?$/u;
