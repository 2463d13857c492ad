import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";
import { begin, calls, chunk, openModelServer, type Script, says } from "./model-server.ts";

/** A model that writes without end, until its connection is closed or `finish` lets it call a tool. */
async function openWriter() {
  const state = { bytes: 0, isClosed: false, finish: () => {} };
  const write = (response: ServerResponse) => {
    const piece = chunk({ content: "word " });
    state.bytes += piece.length;
    response.write(piece);
  };
  const script: Script = (asked, response) => {
    begin(response);
    const timer = setInterval(() => write(response), 5);
    response.on("close", () => {
      clearInterval(timer);
      state.isClosed = true;
    });
    state.finish = () => {
      clearInterval(timer);
      // Without the head, which was sent before.
      const rest = Object.assign(Object.create(response), { writeHead: () => {} });
      calls("chats_create", { title: "Too late", execute: true })(asked, rest);
    };
  };
  return { state, server: await openModelServer(script, says(["Done"])) };
}

/** A turn in whose middle the model is writing. */
async function openTurn() {
  const writer = await openWriter();
  const fixture = await openFixture();
  const creator = await fixture.client(["*"]);
  const config = { baseURL: writer.server.baseURL, model: "small" };
  const bot = { id: "bot", kind: "openai", agents: ["main"], scopes: ["chats:write"], config };
  await fixture.post("responders.create", bot, creator);
  const chatId = await fixture.chat();
  await fixture.say(chatId, "Write");
  await until(() => expect(writer.state.bytes).toBeGreaterThan(1_000));
  const [turn] = await fixture.turns();
  return { ...fixture, ...writer, chatId, turn: turn?.id as string, contextId: creator.contextId };
}

type Turn = Awaited<ReturnType<typeof openTurn>>;

const ways: [string, (turn: Turn) => Promise<unknown>][] = [
  ["its turn is canceled", ({ post, turn }) => post("agents.turns.cancel", { turn })],
  ["its responder is disabled", ({ post }) => post("responders.disable", { id: "bot" })],
  ["its responder is removed", ({ post }) => post("responders.remove", { id: "bot", execute: true })],
  ["the key that created it is revoked", ({ post, contextId }) => post("context.revoke", { id: contextId })],
  ["the gateway stops", ({ gateway }) => gateway.stop()],
];

it.each(ways)("a model that is writing is cut off when %s", async (_, end) => {
  const turn = await openTurn();
  await end(turn);
  await until(() => expect(turn.state.isClosed).toBe(true));
});

it.each(ways.slice(0, -1))("a tool that a model calls as %s is not called", async (_, end) => {
  const turn = await openTurn();
  const ended = end(turn);
  turn.state.finish();
  await ended;
  await until(() => expect(turn.state.isClosed).toBe(true));
  await turn.advance(0);
  const types = turn.events.map(({ type }) => type);
  const over = types.findLastIndex((type) => /turn\.discarded|responder\.(disabled|removed)|revoked$/.test(type));
  expect(over).toBeGreaterThan(0);
  // What was called before is not undone.
  expect(types.slice(over)).not.toContain("chats.chat.created");
});
