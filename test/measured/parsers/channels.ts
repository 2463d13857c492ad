import { EventEmitter } from "node:events";
import { oneLine } from "../../../plugins/channels/src/kind/text.ts";
import { partsOf } from "../../../plugins/channels/src/outbox/split.ts";
import { linesOf, read as readIrc } from "../../../plugins/channels-irc/src/text.ts";
import { LineTransport } from "../../../plugins/channels-irc/src/transport.ts";
import { readEvent } from "../../../plugins/channels-slack/src/inbound.ts";
import { fromMrkdwn, mentionedIn, toMrkdwn } from "../../../plugins/channels-slack/src/text.ts";
import { tokensIn } from "../../../plugins/channels-slack/src/tokens.ts";
import { readUpdate } from "../../../plugins/channels-telegram/src/updates.ts";
import { idsOf, meaningOf } from "../../../plugins/channels-xmpp/src/meaning.ts";
import { parser, refusing } from "./types.ts";

/** The parser of the XMPP library, which has no types of its own. */
const { default: Parser } = (await import("@xmpp/xml/lib/Parser.js" as string)) as {
  default: new () => {
    on(event: string, listener: (element: Parameters<typeof meaningOf>[0]) => void): void;
    write(text: string): void;
  };
};

const slack = (text: string) => [fromMrkdwn(text, () => undefined), mentionedIn(text), toMrkdwn(text)];

/** What a server sends over a socket, in pieces. */
function irc(pieces: Iterable<Buffer>) {
  const socket = Object.assign(new EventEmitter(), { pause() {}, resume() {}, destroy() {}, destroyed: false });
  const transport = new LineTransport(socket as never, () => {});
  transport.connect();
  for (const piece of pieces) socket.emit("data", piece);
  socket.emit("close");
}
const bytewise = function* (text: string) {
  for (const char of text) yield Buffer.from(char);
};

/** A sixteenth of the most that the socket lets a stanza have: the library copies what it has so far with each portion. */
const STANZA = 2 ** 16;

const stanza = refusing((xml: string) => {
  const reader = new Parser();
  reader.on("error", () => {});
  reader.on("element", (element) => [meaningOf(element), idsOf(element, "a@b")]);
  reader.write("<stream>");
  for (let at = 0; at < xml.length; at += 16_384) reader.write(xml.slice(at, at + 16_384));
});
const update = refusing((emoji: string[]) => {
  const reactions = emoji.map((one) => ({ type: "emoji", emoji: one }));
  const others = emoji.map((one) => ({ type: "emoji", emoji: `${one}!` }));
  const chat = { id: 1, type: "group", title: "a" };
  const changed = { chat, message_id: 1, date: 1, old_reaction: reactions, new_reaction: others, actor_chat: chat };
  return readUpdate({ update_id: 1, message_reaction: changed } as never, 2);
});

export const channels = [
  parser(
    "an IRC line of colours",
    500_000,
    (size) => "\u000312,1".repeat(size / 5),
    (text) => readIrc(text, "nick"),
  ),
  parser(
    "an IRC text of blanks",
    200_000,
    (size) => `/me ${" ".repeat(size)}`,
    (text) => linesOf(text, 400),
  ),
  parser(
    "an IRC text of accents",
    100_000,
    (size) => `a${"\u0301".repeat(size)}`,
    (text) => linesOf(text, 400),
  ),
  parser(
    "an IRC text of joined people",
    100_000,
    (size) => "👩‍".repeat(size / 3),
    (text) => linesOf(text, 400),
  ),
  parser("IRC lines without end", 500_000, (size) => [Buffer.from("a".repeat(size))], irc),
  parser("IRC lines in pieces of a byte", 10_000, (size) => [...bytewise("a".repeat(size))], irc),
  parser("IRC lines of line breaks", 200_000, (size) => [Buffer.from("\r".repeat(size)), Buffer.from("\n")], irc),
  parser("a Slack text of open links", 200_000, (size) => "<".repeat(size), slack),
  parser("a Slack text of mentions", 50_000, (size) => "<@A1>".repeat(size / 5), slack),
  parser("a Slack text of entities", 200_000, (size) => `<${"&amp;|".repeat(size / 6)}>`, slack),
  parser(
    "a Slack event of files",
    200_000,
    (size) => ({
      event: { type: "message", channel: "C1", ts: "1.1", text: "a", files: Array(size).fill({ name: "b" }) },
    }),
    (payload) => readEvent(payload, {}),
  ),
  parser("Slack tokens", 100_000, (size) => `xoxb-${"-".repeat(size)}!`, refusing(tokensIn)),
  parser("Telegram's reactions", 10_000, (size) => Array.from({ length: size }, (_, n) => `e${n}`), update),
  parser(
    "a name of blanks",
    500_000,
    (size) => `a${" ".repeat(size)}b`,
    (text) => oneLine(text),
  ),
  parser(
    "a stanza of attributes",
    20_000,
    (size) => `<message ${Array.from({ length: size }, (_, n) => `a${n}='b'`).join(" ")}><body>c</body></message>`,
    stanza,
  ),
  parser(
    "a stanza within others",
    20_000,
    (size) => `<message>${"<a>".repeat(size)}${"</a>".repeat(size)}</message>`,
    stanza,
  ),
  parser(
    "a stanza of reactions",
    10_000,
    (size) =>
      `<message><reactions xmlns='urn:xmpp:reactions:0' id='1'>${Array.from({ length: size }, (_, n) => `<reaction>${n}</reaction>`).join("")}</reactions></message>`,
    stanza,
  ),
  parser(
    "a stanza of ids",
    10_000,
    (size) => `<message>${"<stanza-id xmlns='urn:xmpp:sid:0' by='a@b' id='1'/>".repeat(size)}<body>c</body></message>`,
    stanza,
  ),
  parser(
    "a stanza of entities",
    100_000,
    (size) => `<message><body>${"&amp;".repeat(size / 5)}</body></message>`,
    stanza,
  ),
  parser("a stanza of text without end", STANZA, (size) => `<message><body>${"a".repeat(size)}`, stanza),
  parser("a stanza of a tag without end", STANZA, (size) => `<message ${"a ".repeat(size / 2)}`, stanza),
  parser(
    "a text to be cut between words",
    300_000,
    (size) => `${"a".repeat(60)} `.repeat(size / 61),
    (text) => partsOf(text, { most: 400, unit: "bytes" }),
  ),
  parser(
    "a text to be cut at blanks",
    300_000,
    (size) => `a${" ".repeat(size)}b`,
    (text) => partsOf(text, { most: 400, unit: "characters" }),
  ),
];
