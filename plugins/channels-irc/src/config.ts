import { oneOf, type Static, T } from "@postern/core";

/** A name that cannot be taken for anything else on the wire. */
const name = (pattern: string, maxLength: number, description: string) =>
  T.String({ pattern, minLength: 1, maxLength, description });

export const Config = T.Object({
  host: name("^[A-Za-z0-9.:_-]+$", 253, "The server's name or address"),
  port: T.Optional(T.Integer({ minimum: 1, maximum: 65_535, description: "6697 with TLS, 6667 without, if absent" })),
  tls: T.Optional(T.Boolean({ default: true, description: "Whether to connect with TLS" })),
  plain: T.Optional(
    T.Boolean({
      default: false,
      description: "Whether a server beyond this machine and its network may be spoken to without TLS",
    }),
  ),
  ca: T.Optional(
    T.String({ maxLength: 65_536, description: "Certificates (PEM) to trust in place of the usual ones" }),
  ),
  nick: name("^[A-Za-z\\[\\]\\\\`_^{|}][A-Za-z0-9\\[\\]\\\\`_^{|}-]*$", 30, "The nick; _ is added where it is taken"),
  realname: T.Optional(name("^[^\\x00-\\x1f]+$", 100, "What WHOIS shows as the real name")),
  channels: T.Optional(
    T.Array(name("^[#&+!][^\\s,:\\x00-\\x1f]+$", 64, "A channel, such as #help"), {
      maxItems: 50,
      description: "The channels to be in",
    }),
  ),
  login: T.Optional(
    T.Unsafe<"none" | "sasl" | "password">({
      ...oneOf("none", "sasl", "password"),
      default: "none",
      description:
        "What the secret of the connection is for: nothing, an account by SASL PLAIN, or the server's password",
    }),
  ),
  account: T.Optional(name("^[^\\s\\x00-\\x1f]+$", 100, "The account that SASL logs in to; the nick if absent")),
  notices: T.Optional(
    T.Boolean({
      default: false,
      description: "Whether notices of people are taken in too; programs should not answer them",
    }),
  ),
  retryEvery: T.Optional(
    T.Integer({
      minimum: 1_000,
      maximum: 86_400_000,
      default: 60_000,
      description: "Milliseconds after which a channel that could not be joined, or the nick, is tried again",
    }),
  ),
  flood: T.Optional(
    T.Object(
      {
        burst: T.Integer({ minimum: 1, maximum: 10_000, description: "Lines at once" }),
        every: T.Integer({ minimum: 0, maximum: 60_000, description: "Milliseconds between lines after those" }),
      },
      {
        description: "How fast a server of one's own lets one send, in place of 5 lines at once and one each 2 seconds",
      },
    ),
  ),
});
export type Config = Static<typeof Config>;

/** 5 lines at once, then one each 2 seconds, as the networks that people share allow. */
export const flood = { burst: 5, every: 2_000, per: "adapter" } as const;

/** Whom or where something can be said to: one name, and none that means several. */
export const TARGET = /^[^\s,:\0*?!@$][^\s,\0*?!@]*$/;

/** The pause between the lines of one message. */
export const everyOf = (config: Config): number => config.flood?.every ?? flood.every;
