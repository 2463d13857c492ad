import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createSecret, isSigned } from "@postern/kit/outbound";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";

type Answer = (body: Posted, response: ServerResponse) => unknown;
interface Posted {
  readonly responder: string;
  readonly turn: { id: string; claim: string; attempt: number; messages: { content: { text: string } }[] };
  readonly history: { actorId: string; text: string }[];
}

async function opened(answers: Answer[], { config = {}, secret }: { config?: object; secret?: string } = {}) {
  const posted: { body: Posted; raw: string; headers: IncomingMessage["headers"] }[] = [];
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    const body = JSON.parse(raw);
    posted.push({ body, raw, headers: request.headers });
    await (answers.length > 1 ? answers.shift() : answers[0])?.(body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`;
  const fixture = await openFixture();
  if (secret !== undefined)
    await fixture.post("credentials.connections.create", {
      provider: "http",
      connection: "bot",
      secret,
      execute: true,
    });
  const created = await fixture.admin.post("responders.create", {
    id: "bot",
    kind: "http",
    agents: ["main"],
    config: { url, ...config },
    ...(secret !== undefined && { connection: "bot" }),
  });
  expect(created).toMatchObject({ status: 200 });
  const chatId = await fixture.chat();
  return { ...fixture, posted, chatId };
}

const json =
  (value: unknown): Answer =>
  (_body, response) => {
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify(value));
  };

it("answers with JSON, and gets the turn signed as webhooks are", async () => {
  const secret = createSecret();
  const { say, hears, chatId, posted } = await opened([json({ content: "Hello" })], { secret });
  await say(chatId, "Hi");
  await hears(chatId, ["ann: Hi", "main: Hello"]);
  const [{ body, raw, headers }] = posted as [(typeof posted)[number]];
  expect(body).toMatchObject({
    responder: "bot",
    turn: { attempt: 1, messages: [{ content: { text: "Hi" } }] },
    history: [],
  });
  const message = {
    id: String(headers["webhook-id"]),
    timestamp: String(headers["webhook-timestamp"]),
    signatures: String(headers["webhook-signature"]),
  };
  expect(isSigned(message, raw, secret)).toBe(true);
  expect(JSON.stringify(posted)).not.toContain(secret);
});

it("answers with a text, an event stream, or not at all", async () => {
  const { say, hears, chatId, turns } = await opened([
    (_body, response) => void response.setHeader("content-type", "text/plain").end("As text"),
    (_body, response) => {
      response.setHeader("content-type", "text/event-stream");
      response.write('data: {"delta":"As a "}\n\n');
      response.write('data: {"delta":"stream"}\n\ndata: [DO');
      response.end("NE]\n\n");
    },
    json({ content: null }),
    (_body, response) => void response.writeHead(204).end(),
  ]);
  const expected: string[] = [];
  for (const [said, answer] of [
    ["1", "main: As text"],
    ["2", "main: As a stream"],
    ["3", undefined],
    ["4", undefined],
  ] as const) {
    await say(chatId, said);
    expected.push(`ann: ${said}`, ...(answer === undefined ? [] : [answer]));
    await until(async () =>
      expect((await turns()).map(({ status }) => status)).toEqual(Array(Number(said)).fill("answered")),
    );
    await hears(chatId, expected);
  }
});

it("answers later through the API, until the claim ends", async () => {
  const { say, hears, chatId, posted, post, turns } = await opened([
    (_body, response) => void response.writeHead(202).end(),
  ]);
  await say(chatId, "Hi");
  await until(() => expect(posted).toHaveLength(1));
  const [{ body }] = posted as [(typeof posted)[number]];
  const { id: turn, claim } = body.turn;
  await until(async () => expect((await turns())[0]).toMatchObject({ status: "claimed" }));
  await post("agents.turns.answer", { turn, claim, content: "Later" });
  await hears(chatId, ["ann: Hi", "main: Later"]);
});

it("gets earlier messages if it wants them", async () => {
  const { say, hears, chatId, posted } = await opened([json({ content: "." })], { config: { history: 1_000 } });
  await say(chatId, "One");
  await hears(chatId, ["ann: One", "main: ."]);
  await say(chatId, "Two");
  await until(() => expect(posted).toHaveLength(2));
  expect(posted[1]?.body.history).toEqual([
    { actorId: "ann", text: "One" },
    { actorId: "main", text: "." },
  ]);
});

it.each<[string, Answer, RegExp]>([
  [
    "another type",
    (_b, response) => void response.setHeader("content-type", "text/html").end("<p>"),
    /type "text\/html"/,
  ],
  ["no content", json({ text: "x" }), /no text "content"/],
  [
    "no JSON",
    (_b, response) => void response.setHeader("content-type", "application/json").end("{"),
    /not a JSON object/,
  ],
  ["404", (_b, response) => void response.writeHead(404).end(), /status 404/],
  [
    "a redirect",
    (_b, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    /status 302/,
  ],
])("a response with %s is a failure that names it", async (_, answer, reason) => {
  const { say, chatId, turns } = await opened([answer]);
  await say(chatId, "Hi");
  await until(async () => expect((await turns())[0]?.reason).toMatch(reason));
});
