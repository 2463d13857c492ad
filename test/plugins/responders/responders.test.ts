import { gatewayView } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";
import { openModelServer, refuses, says } from "./model-server.ts";

const model = (baseURL = "https://models.example/v1") => ({ baseURL, model: "small" });
const bot = (extra: object = {}) => ({ id: "bot", kind: "openai", agents: ["main"], config: model(), ...extra });

describe("a responder", () => {
  it("is created, shown, listed, changed, disabled, enabled and removed", async () => {
    const { post, events } = await openFixture();
    const { responder } = await post("responders.create", bot({ budget: { turns: "5" } }));
    expect(responder).toMatchObject({
      ...bot(),
      status: "enabled",
      scopes: [],
      concurrency: 4,
      budget: { turns: 5 },
      usage: { turns: 0, tokens: 0, cost: 0 },
    });
    expect(responder).not.toHaveProperty("contextId");
    expect((await post("responders.show", { id: "bot" })).responder).toEqual(responder);
    expect((await post("responders.list", { agent: "main" })).responders).toEqual([responder]);
    expect((await post("responders.list", { agent: "other" })).total).toBe(0);
    await post("responders.update", { id: "bot", concurrency: "2", config: { ...model(), maxTokens: 5 }, budget: {} });
    const disabled = (await post("responders.disable", { id: "bot" })).responder;
    expect(disabled).toMatchObject({
      status: "disabled",
      concurrency: 2,
      problem: "The responder is disabled",
      budget: {},
    });
    expect((await post("responders.list", { status: "enabled" })).total).toBe(0);
    await post("responders.enable", { id: "bot" });
    expect(await post("responders.remove", { id: "bot" })).toMatchObject({ dryRun: true });
    await post("responders.remove", { id: "bot", execute: true });
    expect((await post("responders.list")).total).toBe(0);
    const types = events.map(({ type }) => type).filter((type) => type.startsWith("responders."));
    expect(types).toEqual(
      ["created", "updated", "disabled", "enabled", "removed"].map((past) => `responders.responder.${past}`),
    );
  });

  it("has the configuration of its kind, and its agents exist", async () => {
    const { admin, post } = await openFixture();
    const wrong = await admin.post("responders.create", bot({ config: { baseURL: "nowhere", models: "x" } }));
    expect(wrong).toMatchObject({ status: 400, body: { code: "gateway.invalid_input" } });
    expect(wrong.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      "/config/baseURL",
      "/config/model",
      "/config/models",
    ]);
    const unknown = await admin.post("responders.create", bot({ kind: "openapi" }));
    expect(unknown.body.issues[0].message).toMatch(/must be one of acp, command, external, http, openai/);
    const nobody = await admin.post("responders.create", bot({ agents: ["nobody"] }));
    expect(nobody).toMatchObject({ status: 404, body: { code: "responders.agent_not_found" } });
    await post("responders.create", bot());
    expect((await admin.post("responders.create", bot())).body.code).toBe("responders.responder_exists");
    expect((await admin.post("responders.show", { id: "other" })).body.code).toBe("responders.responder_not_found");
    expect((await post("responders.kinds")).kinds.map(({ id }: { id: string }) => id).sort()).toEqual([
      "acp",
      "command",
      "external",
      "http",
      "openai",
    ]);
  });

  it("is for those who may receive the turns of its agents, and gets no scope that its creator lacks", async () => {
    const { client, post, admin } = await openFixture();
    const writer = await client(["responders:write", "context:write"]);
    expect(await writer.post("responders.create", bot())).toMatchObject({
      status: 403,
      body: { scope: "agents:turns@main" },
    });
    const owner = await client(["responders:write", "context:write", "agents:turns@main"]);
    expect(await owner.post("responders.create", bot({ scopes: ["tasks:write"] }))).toMatchObject({
      status: 403,
      body: { scope: "tasks:write" },
    });
    expect(await owner.post("responders.create", bot())).toMatchObject({ status: 200 });
    expect(await writer.post("responders.show", { id: "bot" })).toMatchObject({ status: 404 });
    expect(await writer.post("responders.update", { id: "bot", concurrency: "1" })).toMatchObject({ status: 404 });
    expect((await post("responders.list", {}, writer)).total).toBe(0);
    expect(await admin.post("responders.show", { id: "bot" })).toMatchObject({ status: 200 });
  });

  it.each(["http://127.0.0.1:11434/v1", "http://localhost/v1", "http://192.168.0.7/v1", "http://[::1]/v1"])(
    "at %s needs an admin",
    async (baseURL) => {
      const { client, post, admin } = await openFixture();
      const owner = await client(["responders:write", "agents:turns@main"]);
      const config = { config: model(baseURL) };
      expect(await owner.post("responders.create", bot(config))).toMatchObject({
        status: 403,
        body: { code: "gateway.address_not_allowed" },
      });
      await post("responders.create", bot(), owner);
      expect(await owner.post("responders.update", { id: "bot", ...config })).toMatchObject({ status: 403 });
      expect(await admin.post("responders.update", { id: "bot", ...config })).toMatchObject({ status: 200 });
      // What the admin has named stays allowed.
      expect(await owner.post("responders.update", { id: "bot", concurrency: "1" })).toMatchObject({ status: 200 });
    },
  );

  it("never reaches a metadata service", async () => {
    const { admin } = await openFixture();
    const config = { config: model("http://169.254.169.254/v1") };
    expect(await admin.post("responders.create", bot(config))).toMatchObject({
      status: 403,
      body: { code: "gateway.address_not_allowed" },
    });
  });

  it("has its own key, which changes with its scopes and ends with it", async () => {
    const { post } = await openFixture();
    const first = (await post("responders.create", bot({ scopes: ["tasks:read"] }))).responder.contextId;
    const status = async (id: string) => (await post("context.show", { id })).context.status;
    expect(await status(first)).toBe("active");
    const second = (await post("responders.update", { id: "bot", scopes: ["tasks:write"] })).responder.contextId;
    expect([await status(first), await status(second)]).toEqual(["revoked", "active"]);
    expect((await post("responders.update", { id: "bot", concurrency: "2" })).responder.contextId).toBe(second);
    await post("responders.remove", { id: "bot", execute: true });
    expect(await status(second)).toBe("revoked");
  });

  it("sends its secret only to the server for which it was named", async () => {
    const { post, admin } = await openFixture();
    const connection = { provider: "openai", connection: "models", secret: "sk-canary" };
    await post("credentials.connections.create", { ...connection, execute: true });
    await post("responders.create", bot({ connection: "models" }));
    const other = { id: "bot", config: model("https://evil.example/v1") };
    const refused = await admin.post("responders.update", other);
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "/connection", code: "required" }] } });
    expect(await admin.post("responders.update", { ...other, connection: "models" })).toMatchObject({
      status: 409,
      body: { code: "credentials.connection_bound" },
    });
    const unused = await admin.post(
      "responders.create",
      bot({ id: "x", kind: "external", config: {}, connection: "models" }),
    );
    expect(unused.body.issues).toMatchObject([{ path: "/connection", code: "unused" }]);
  });
});

describe("the check of a responder", () => {
  it("says whether the server has the model", async () => {
    const { post } = await openFixture();
    const server = await openModelServer(says(["x"]));
    await post("responders.create", bot({ config: model(server.baseURL) }));
    expect(await post("responders.check", { id: "bot" })).toEqual({
      ok: true,
      detail: "The server has the model small",
    });
    await post("responders.update", { id: "bot", config: { ...model(server.baseURL), model: "big" } });
    expect(await post("responders.check", { id: "bot" })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('does not list the model "big". It lists small'),
    });
    await post("responders.update", { id: "bot", config: model("http://127.0.0.1:9/v1") });
    expect(await post("responders.check", { id: "bot" })).toMatchObject({ ok: false });
  });
});

describe("turns of a responder", () => {
  it("wait while it is disabled, and are answered when it is enabled", async () => {
    const { post, chat, say, hears, turns } = await openFixture();
    const server = await openModelServer(says(["Hello"]));
    await post("responders.create", bot({ config: model(server.baseURL) }));
    await post("responders.disable", { id: "bot" });
    const chatId = await chat();
    await say(chatId, "Hi");
    await until(async () => expect(await turns()).toMatchObject([{ status: "ready" }]));
    expect(server.asked).toHaveLength(0);
    await post("responders.enable", { id: "bot" });
    await hears(chatId, ["ann: Hi", "main: Hello"]);
  });

  it("that are answered when it is disabled are given back", async () => {
    const { post, chat, say, turns, hears, gateway } = await openFixture();
    const running = async () =>
      (await gateway.service(gatewayView)?.workers())?.find(({ name }) => name === "responders.answers")?.running;
    const server = await openModelServer(() => {});
    await post("responders.create", bot({ config: model(server.baseURL) }));
    const chatId = await chat();
    await say(chatId, "Hi");
    await until(() => expect(server.asked).toHaveLength(1));
    expect(await running()).toBe(1);
    await post("responders.disable", { id: "bot" });
    await until(async () => expect(await turns()).toMatchObject([{ status: "ready", attempts: 0 }]));
    await until(async () => expect(await running()).toBe(0));
    server.script(says(["Now"]));
    await post("responders.enable", { id: "bot" });
    await hears(chatId, ["ann: Hi", "main: Now"]);
    expect((await post("responders.show", { id: "bot" })).responder.usage.turns).toBe(1);
  });

  it("are answered at the same time up to its concurrency, each chat in order", async () => {
    const { post, chat, say, hears } = await openFixture();
    const waiting: (() => void)[] = [];
    const server = await openModelServer(async (asked, response) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await says([`re ${asked.body.messages.at(-1)?.content}`])(asked, response);
    });
    await post("responders.create", bot({ config: model(server.baseURL), concurrency: "2" }));
    const [a, b, c] = [await chat(), await chat(), await chat()];
    await say(a, "a1");
    await say(a, "a2");
    await say(b, "b1");
    await say(c, "c1");
    await until(() => expect(waiting).toHaveLength(2));
    expect(server.asked.map(({ body }) => body.messages.at(-1)?.content).sort()).toEqual(["a1", "b1"]);
    const release = setInterval(() => waiting.shift()?.(), 5);
    await hears(a, ["ann: a1", "ann: a2", "main: re a1", "main: re a2"]);
    await hears(b, ["ann: b1", "main: re b1"]);
    await hears(c, ["ann: c1", "main: re c1"]);
    clearInterval(release);
  });

  it("that are canceled are not answered", async () => {
    const { post, chat, say, turns, texts } = await openFixture();
    let finish = () => {};
    const server = await openModelServer(async (asked, response) => {
      await new Promise<void>((resolve) => (finish = resolve));
      await says(["Too late"])(asked, response);
    });
    await post("responders.create", bot({ config: model(server.baseURL) }));
    const chatId = await chat();
    await say(chatId, "Hi");
    await until(() => expect(server.asked).toHaveLength(1));
    const [turn] = await turns();
    await post("agents.turns.cancel", { turn: turn?.id });
    finish();
    await until(async () => expect(await turns()).toMatchObject([{ status: "discarded" }]));
    await say(chatId, "Again");
    await until(() => expect(server.asked).toHaveLength(2));
    expect(await texts(chatId)).toEqual(["ann: Hi", "ann: Again"]);
    expect((await post("responders.show", { id: "bot" })).responder.lastError).toBeUndefined();
  });

  it("show in the status of the gateway if they fail", async () => {
    const { post, chat, say, ends } = await openFixture();
    const server = await openModelServer(refuses(401, "no"));
    await post("responders.create", bot({ config: model(server.baseURL) }));
    await say(await chat(), "Hi");
    await ends("failed");
    expect((await post("responders.show", { id: "bot" })).responder).toMatchObject({
      lastError: expect.stringContaining("the API key is rejected"),
    });
  });
});
