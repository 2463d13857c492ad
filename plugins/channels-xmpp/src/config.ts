import { type Static, T } from "@postern/core";

const part = "[^\\s@/<>\"'&:\\x00-\\x1f]+";
const name = (pattern: string, maxLength: number, description: string) =>
  T.String({ pattern, minLength: 1, maxLength, description });

export const Config = T.Object({
  jid: name(`^${part}@${part}$`, 512, "Account, such as bot@example.org"),
  service: T.Optional(
    name(
      "^xmpps?://[A-Za-z0-9.:_\\[\\]-]+$",
      300,
      "Server address, if the domain's DNS does not provide it: xmpp://host:5222, or xmpps://host:5223 for direct TLS",
    ),
  ),
  plain: T.Optional(
    T.Boolean({
      default: false,
      description: "Whether to connect without TLS. Only allowed on this machine and its network.",
    }),
  ),
  ca: T.Optional(T.String({ maxLength: 65_536, description: "Certificates (PEM) to trust instead of the system's" })),
  resource: T.Optional(
    name(`^${part}$`, 100, "XMPP resource of the connection. By default, postern- and the id of the adapter."),
  ),
  rooms: T.Optional(
    T.Array(name(`^${part}@${part}$`, 512, "A room, such as help@rooms.example.org"), {
      maxItems: 50,
      description: "Rooms to join",
    }),
  ),
  nick: T.Optional(name("^[^\\s/<>\"'&\\x00-\\x1f]+$", 64, "Nick in rooms. By default, the name of the account.")),
  acceptSubscriptions: T.Optional(
    T.Boolean({ default: false, description: "Whether to accept all requests to see whether the adapter is online" }),
  ),
  retryEvery: T.Optional(
    T.Integer({
      minimum: 1_000,
      maximum: 86_400_000,
      default: 60_000,
      description: "Milliseconds until a room that could not be joined is tried again",
    }),
  ),
});
export type Config = Static<typeof Config>;

/** Address of an account, a room or an occupant of a room. */
export const ADDRESS = /^[^\s@/<>"'&\p{Cc}]+@[^\s@/<>"'&\p{Cc}]+(?:\/[^\p{Cc}]+)?$/u;
