import { oneOf, type Static, T } from "@postern/core";

/** A text that cannot be confused with protocol syntax. */
const name = (pattern: string, maxLength: number, description: string) =>
  T.String({ pattern, minLength: 1, maxLength, description });

export const Config = T.Object({
  host: name("^[A-Za-z0-9.:_-]+$", 253, "Host name or address of the server"),
  port: T.Optional(
    T.Integer({
      minimum: 1,
      maximum: 65_535,
      description: "Port of the server. By default, 6697 with TLS and 6667 without.",
    }),
  ),
  tls: T.Optional(T.Boolean({ default: true, description: "Whether to connect with TLS" })),
  plain: T.Optional(
    T.Boolean({
      default: false,
      description: "Whether to allow a server outside this machine and its network without TLS",
    }),
  ),
  ca: T.Optional(T.String({ maxLength: 65_536, description: "Certificates (PEM) to trust instead of the system's" })),
  nick: name(
    "^[A-Za-z\\[\\]\\\\`_^{|}][A-Za-z0-9\\[\\]\\\\`_^{|}-]*$",
    30,
    "Nick of the adapter. If it is in use, _ is added.",
  ),
  realname: T.Optional(name("^[^\\x00-\\x1f]+$", 100, "Real name shown by WHOIS")),
  channels: T.Optional(
    T.Array(name("^[#&+!][^\\s,:\\x00-\\x1f]+$", 64, "A channel, such as #help"), {
      maxItems: 50,
      description: "Channels to join",
    }),
  ),
  login: T.Optional(
    T.Unsafe<"none" | "sasl" | "password">({
      ...oneOf("none", "sasl", "password"),
      default: "none",
      description:
        "Purpose of the connection's secret: not used, an account for SASL PLAIN, or the password of the server",
    }),
  ),
  account: T.Optional(name("^[^\\s\\x00-\\x1f]+$", 100, "Account for the SASL login. By default, the nick.")),
  notices: T.Optional(
    T.Boolean({
      default: false,
      description: "Whether to receive notices from people. Programs should not answer notices.",
    }),
  ),
  retryEvery: T.Optional(
    T.Integer({
      minimum: 1_000,
      maximum: 86_400_000,
      default: 60_000,
      description: "Milliseconds until a channel that could not be joined, or the preferred nick, is tried again",
    }),
  ),
  flood: T.Optional(
    T.Object(
      {
        burst: T.Integer({ minimum: 1, maximum: 10_000, description: "Number of lines in a burst" }),
        every: T.Integer({ minimum: 0, maximum: 60_000, description: "Milliseconds between lines after the burst" }),
      },
      {
        description: "Rate limit for a self-hosted server. By default, 5 lines and then one line every 2 seconds.",
      },
    ),
  ),
});
export type Config = Static<typeof Config>;

/** 5 lines, then one every 2 seconds, as public networks allow. */
export const flood = { burst: 5, every: 2_000, per: "adapter" } as const;

/** The target of a message: one name, without wildcards or lists. */
export const TARGET = /^[^\s,:\0*?!@$][^\s,\0*?!@]*$/;

/** Milliseconds between the lines of one message. */
export const everyOf = (config: Config): number => config.flood?.every ?? flood.every;
