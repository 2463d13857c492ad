import { expect, it } from "vitest";
import { openFixture } from "./fixture.ts";
import { calls, openModelServer, refuses, says } from "./model-server.ts";

const CANARY = "sk-canary-5f1c0c29e0d14b1b";

/** A gateway whose model needs a secret, and everything that people, events and the model's prompts show. */
async function opened(...scripts: Parameters<typeof openModelServer>) {
  const fixture = await openFixture();
  const { post, gateway, turns, texts, events } = fixture;
  const server = await openModelServer(...scripts);
  await post("credentials.connections.create", { provider: "openai", connection: "key", secret: CANARY });
  await post("responders.create", {
    id: "bot",
    kind: "openai",
    agents: ["main"],
    config: { baseURL: server.baseURL, model: "small" },
    connection: "key",
    scopes: ["credentials:read", "responders:read", "agents:read", "context:read"],
  });
  const chatId = await fixture.chat();
  return {
    ...fixture,
    server,
    chatId,
    shown: async () =>
      JSON.stringify([
        server.asked.map(({ body }) => body),
        await turns(),
        await texts(chatId),
        events,
        await post("responders.list"),
        await post("credentials.connections.list"),
        gateway.manifest,
      ]),
  };
}

it("a prompt holds no secret, even if a model asks for it", async () => {
  const { say, ends, chatId, server, shown } = await opened(
    calls("credentials_connections_list", {}),
    calls("credentials_connections_show", { provider: "openai", connection: "key" }),
    says(["There is one."]),
  );
  await say(chatId, "Which secrets are there?");
  await ends("answered");
  expect(server.asked).toHaveLength(3);
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${CANARY}`));
  expect(await shown()).not.toContain(CANARY);
});

it("a server that repeats the secret in an error does not reveal it", async () => {
  const { say, ends, chatId, shown } = await opened(refuses(401, `Incorrect API key provided: ${CANARY}`));
  await say(chatId, "Hi");
  expect(await ends("failed")).toMatchObject({ reason: expect.any(String) });
  expect(await shown()).not.toContain(CANARY);
});

it.each([
  ["an error of its own", refuses(400, `Bad request with ${CANARY}`)],
  ["an overload", refuses(429, `Limit for ${CANARY}`, { "retry-after": "600" })],
])("a server that repeats the secret in %s does not reveal it", async (_, script) => {
  const { say, turns, chatId, shown, server } = await opened(script);
  await say(chatId, "Hi");
  await expect.poll(async () => (await turns())[0]?.reason).toEqual(expect.any(String));
  expect(server.asked.length).toBeGreaterThan(0);
  expect(await shown()).not.toContain(CANARY);
});

it("an answer that repeats the secret does not reach the chat", async () => {
  const { say, turns, chatId, shown } = await opened(says([`My key is ${CANARY}`]));
  await say(chatId, "What is your key?");
  await expect.poll(async () => (await turns())[0]?.status).toMatch(/answered|failed/);
  expect(await shown()).not.toContain(CANARY);
});
