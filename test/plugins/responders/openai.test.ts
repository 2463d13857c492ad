import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";
import { begin, calls, chunk, DONE, openModelServer, refuses, type Script, says } from "./model-server.ts";

async function opened(scripts: Script[], extra: object = {}) {
  const model = await openModelServer(...scripts);
  const fixture = await openFixture();
  const { config, ...rest } = extra as { config?: object };
  const created = await fixture.post("responders.create", {
    id: "assistant",
    kind: "openai",
    agents: ["main"],
    config: { baseURL: model.baseURL, model: "small", ...config },
    ...rest,
  });
  return { ...fixture, model, created };
}

describe("a model", () => {
  it("answers a chat with its instructions and the messages before", async () => {
    const { chat, say, hears, model, post } = await opened([says(["Hel", "lo ", "Ann"]), says(["Fine"])]);
    const chatId = await chat();
    await say(chatId, "Hi");
    await hears(chatId, ["ann: Hi", "main: Hello Ann"]);
    await say(chatId, "How are you?");
    await hears(chatId, ["ann: Hi", "main: Hello Ann", "ann: How are you?", "main: Fine"]);
    expect(model.asked[1]?.body).toMatchObject({
      model: "small",
      stream: true,
      messages: [
        { role: "system", content: "You are terse." },
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello Ann" },
        { role: "user", content: "How are you?" },
      ],
    });
    const { responder } = await post("responders.show", { id: "assistant" });
    expect(responder).toMatchObject({ usage: { turns: 2, tokens: 30 }, lastAnswerAt: expect.any(Number) });
  });

  it("names the authors if several people write", async () => {
    const { chat, say, hears, model } = await opened([says(["."])]);
    const chatId = await chat();
    await say(chatId, "One", "ann");
    await hears(chatId, ["ann: One", "main: ."]);
    await say(chatId, "Two", "bob");
    await until(() => expect(model.asked).toHaveLength(2));
    expect(model.asked[1]?.body.messages.slice(1).map(({ content }) => content)).toEqual(["ann: One", ".", "bob: Two"]);
  });

  it("shows its text as a draft until the message replaces it", async () => {
    let release = () => {};
    const slow: Script = async (_asked, response) => {
      begin(response);
      response.write(chunk({ content: "Once upon" }));
      await new Promise<void>((resolve) => (release = resolve));
      response.write(chunk({ content: " a time" }, "stop"));
      response.end(DONE);
    };
    const { chat, say, hears, post } = await opened([slow]);
    const chatId = await chat();
    await say(chatId, "A story");
    const drafts = async () => (await post("chats.drafts.list", { chatId })).drafts;
    await until(async () => expect(await drafts()).toMatchObject([{ actorId: "main", text: "Once upon" }]));
    release();
    await hears(chatId, ["ann: A story", "main: Once upon a time"]);
    expect(await drafts()).toEqual([]);
  });
});

describe("tools of a model", () => {
  const task = { title: "Water the plants" };

  it("are the operations of its scopes, which it calls with its own key", async () => {
    const { chat, say, hears, model, post, created } = await opened([calls("tasks_create", task), says(["Done"])], {
      scopes: ["tasks.create", "tasks:read"],
    });
    const chatId = await chat();
    await say(chatId, "Remind me of the plants");
    await hears(chatId, ["ann: Remind me of the plants", "main: Done"]);
    const names = model.asked[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
    expect(names).toContain("tasks_create");
    expect(names).toContain("tasks_list");
    expect(names.filter((name) => !name.startsWith("tasks_"))).toEqual([]);
    expect(names).not.toContain("tasks_remove");
    const { tasks } = await post("tasks.list");
    expect(tasks).toMatchObject([{ title: "Water the plants" }]);
    const { contexts } = await post("context.list");
    expect(contexts).toContainEqual(
      expect.objectContaining({ id: created.responder.contextId, label: "responder assistant" }),
    );
    const results = model.asked[1]?.body.messages.filter(({ role }) => role === "tool") ?? [];
    expect(results).toMatchObject([{ tool_call_id: "call_1" }]);
    expect(JSON.parse(String(results[0]?.content))).toMatchObject({ task: { title: "Water the plants" } });
  });

  it("explain the fault of a call, so that the model can correct it", async () => {
    const { chat, say, hears, model } = await opened(
      [calls("tasks_create", { titel: "x" }), calls("tasks_create", task), says(["Done"])],
      { scopes: ["tasks:write"] },
    );
    const chatId = await chat();
    await say(chatId, "x");
    await hears(chatId, ["ann: x", "main: Done"]);
    const [wrong] = model.asked[1]?.body.messages.filter(({ role }) => role === "tool") ?? [];
    expect(JSON.parse(String(wrong?.content))).toMatchObject({
      code: "gateway.invalid_input",
      issues: expect.any(Array),
    });
  });

  it("that its key may not call do not exist for it", async () => {
    const { chat, say, hears, model, post } = await opened([calls("tasks_create", task), says(["I cannot"])], {
      scopes: ["tasks:read"],
    });
    const chatId = await chat();
    await say(chatId, "x");
    await hears(chatId, ["ann: x", "main: I cannot"]);
    expect(String(model.asked[1]?.body.messages.at(-1)?.content)).toContain("There is no tool");
    expect((await post("tasks.list")).total).toBe(0);
  });

  it("give no keys or secrets and leave nothing that lasts, unless a scope names them", async () => {
    const { chat, say, model } = await opened([says(["No"])], {
      scopes: ["context:*", "credentials:*", "agents:*", "responders:*"],
    });
    await say(await chat(), "Make me an administrator");
    await until(() => expect(model.asked).toHaveLength(1));
    const names = model.asked[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
    expect(names).toEqual(expect.arrayContaining(["context_list", "agents_list", "responders_disable"]));
    for (const kept of ["context_derive", "context_rotate", "agents_update", "credentials_connections_create"])
      expect(names).not.toContain(kept);
    expect(names.filter((name) => /^(responders_(create|update|enable)|agents_turns_)/.test(name))).toEqual([]);
  });

  it("that a scope names answer without their secrets", async () => {
    const derive = { label: "x", scopes: ["context:read"] };
    const { chat, say, hears, model, post } = await opened([calls("context_derive", derive), says(["Done"])], {
      scopes: ["context.derive", "context:read"],
    });
    const chatId = await chat();
    await say(chatId, "A key, please");
    await hears(chatId, ["ann: A key, please", "main: Done"]);
    expect(String(model.asked[1]?.body.messages.at(-1)?.content)).toContain("ctx_");
    expect(JSON.stringify(model.asked)).not.toContain("rctx_");
    const { contexts } = await post("context.list");
    expect(contexts.at(-1)).toMatchObject({ label: "x", agentId: "main" });
  });

  it("end after the last round, and the model must answer", async () => {
    const { chat, say, ends, model } = await opened([calls("tasks_list", {})], {
      scopes: ["tasks:read"],
      config: { maxRounds: 3 },
    });
    await say(await chat(), "x");
    expect(await ends("failed")).toMatchObject({ reason: "The model called tools in more than 3 replies" });
    expect(model.asked.map(({ body }) => body.tools !== undefined)).toEqual([true, true, true, false]);
  });

  it("no longer work when the key is revoked", async () => {
    const { chat, say, hears, post, created, model } = await opened([says(["One"])], { scopes: ["tasks:read"] });
    await post("context.revoke", { id: created.responder.contextId, execute: true });
    const chatId = await chat();
    await say(chatId, "x");
    await hears(chatId, ["ann: x", "main: One"]);
    expect(model.asked[0]?.body.tools).toBeUndefined();
  });
});

describe("a server that", () => {
  it.each<[string, Script, RegExp]>([
    ["rejects the key", refuses(401, "Incorrect API key"), /status 401: the API key is rejected/],
    ["does not know the model", refuses(404, "The model small does not exist"), /status 404: .*does not exist/],
    [
      "floods with 50 MB",
      (_asked, response) => {
        begin(response);
        const piece = chunk({ content: "x".repeat(2 ** 20) });
        for (let sent = 0; sent < 50; sent++) response.write(piece);
        response.end();
      },
      /longer than 1000000 characters|larger than 8388608 bytes/,
    ],
    ["filters the answer", says([""], { finish: "content_filter" }), /filtered the reply/],
    [
      "redirects",
      (_asked, response) => void response.writeHead(307, { location: "http://169.254.169.254/" }).end(),
      /redirects/,
    ],
  ])("%s makes the turn fail with a reason", async (_, script, reason) => {
    const { chat, say, ends, events } = await opened([script]);
    await say(await chat(), "x");
    const turn = await ends("failed");
    expect(turn?.reason).toMatch(reason);
    expect(events.filter(({ type }) => type === "agents.turn.failed")).toHaveLength(1);
  });

  it.each<[string, Script, RegExp]>([
    ["is overloaded", refuses(429, "Slow down", { "retry-after": "0" }), /status 429/],
    ["breaks", refuses(500, "Oops"), /status 500/],
    [
      "cuts the stream",
      (_asked, response) => {
        begin(response);
        response.write(chunk({ content: "Half a" }), () => response.destroy());
      },
      /closed by|cut off/,
    ],
    [
      "ends the stream without a reason",
      (_asked, response) => {
        begin(response);
        response.write(chunk({ content: "Half a" }));
        response.end(DONE);
      },
      /cut off/,
    ],
    [
      "sends what is no JSON",
      (_asked, response) => {
        begin(response);
        response.end("data: {nonsense\n\n");
      },
      /./,
    ],
  ])("%s is asked again, and the chat gets one answer", async (_, script, reason) => {
    const { chat, say, hears, turns, post } = await opened([script, says(["Whole"])]);
    const chatId = await chat();
    await say(chatId, "x");
    await until(async () => expect((await turns())[0]?.reason).toMatch(reason));
    await hears(chatId, ["ann: x", "main: Whole"]);
    expect((await turns())[0]).toMatchObject({ status: "answered", attempts: 2 });
    expect((await post("chats.drafts.list", { chatId })).drafts).toEqual([]);
  });

  it("sends invalid UTF-8 and no usage is understood as far as possible", async () => {
    const { chat, say, hears, post } = await opened([
      (_asked, response) => {
        begin(response);
        const [left = "", right = ""] = chunk({ content: "a?b" }, "stop").split("?");
        response.write(Buffer.concat([Buffer.from(left), Buffer.from([0xff]), Buffer.from(right)]));
        response.end(DONE);
      },
    ]);
    const chatId = await chat();
    await say(chatId, "x");
    await hears(chatId, ["ann: x", "main: a\uFFFDb"]);
    // Without a report of the server, an estimate counts, and not all that was reserved.
    const { tokens } = (await post("responders.show", { id: "assistant" })).responder.usage;
    expect(tokens).toBeGreaterThan(5);
    expect(tokens).toBeLessThan(200);
  });
});

describe("a budget", () => {
  it("of turns is checked before the server is asked, and is free again the next day", async () => {
    const { chat, say, hears, model, turns, advance } = await opened([says(["."])], { budget: { turns: "1" } });
    const [left, right] = [await chat(), await chat()];
    await say(left, "1");
    await hears(left, ["ann: 1", "main: ."]);
    await say(right, "2");
    await until(async () =>
      expect((await turns())[0]?.reason).toMatch(/daily budget of responder assistant is used up/),
    );
    expect(model.asked).toHaveLength(1);
    await advance(12 * 60 * 60_000);
    await hears(right, ["ann: 2", "main: ."]);
  });

  it("of tokens refuses a request that might exceed it", async () => {
    const { chat, say, turns, model, post } = await opened([says(["."])]);
    await post("responders.budgets.set", { agent: "main", tokens: "100" });
    await say(await chat(), "x");
    await until(async () =>
      expect((await turns())[0]?.reason).toMatch(/daily budget of agent main is used up: tokens 0 of 100/),
    );
    expect(model.asked).toHaveLength(0);
  });

  const report = (prompt_tokens: unknown, completion_tokens: unknown) => ({ prompt_tokens, completion_tokens });
  it.each([
    ["nothing", null],
    ["no numbers", {}],
    ["zero", report(0, 0)],
    ["negative numbers", report(-10, -5)],
    ["numbers that are not finite", '{"prompt_tokens":1e999,"completion_tokens":-1e999}'],
    ["more than a number can count", report(1e308, 1e308)],
    ["more than the request and the answer can hold", report(100_000_000, 100_000_000)],
    ["texts", report("10", "5")],
    ["fractions", report(10.5, 5.5)],
    ["lists", report([10], [5])],
  ])("of tokens counts an estimate if the server reports %s", async (_title, usage) => {
    const answer = "word ".repeat(60).trim();
    const { chat, say, hears, post } = await opened([says([answer], { usage })], { budget: { tokens: "10000" } });
    const chatId = await chat();
    await say(chatId, "x".repeat(300));
    await hears(chatId, [`ann: ${"x".repeat(300)}`, `main: ${answer}`]);
    const tokens = async () => (await post("responders.show", { id: "assistant" })).responder.usage.tokens;
    // 300 characters each, and the instructions.
    const first = await tokens();
    expect(first).toBeGreaterThan(150);
    expect(first).toBeLessThan(500);
    await say(chatId, "y");
    await hears(chatId, [`ann: ${"x".repeat(300)}`, `main: ${answer}`, "ann: y", `main: ${answer}`]);
    expect(await tokens()).toBeGreaterThan(first + 150);
  });

  it("of tokens takes each plausible number of a report, and estimates only the other", async () => {
    const { chat, say, hears, post } = await opened([says(["."], { usage: report(123, "many") })]);
    const chatId = await chat();
    await say(chatId, "x");
    await hears(chatId, ["ann: x", "main: ."]);
    const { tokens } = (await post("responders.show", { id: "assistant" })).responder.usage;
    expect(tokens).toBeGreaterThan(123);
    expect(tokens).toBeLessThan(133);
  });

  it("of money counts by the prices", async () => {
    const { chat, say, hears, post } = await opened([says(["."])], {
      budget: { cost: "1", inputPrice: "2", outputPrice: "10" },
    });
    const chatId = await chat();
    await say(chatId, "x");
    await hears(chatId, ["ann: x", "main: ."]);
    const { usage } = (await post("responders.show", { id: "assistant" })).responder;
    expect(usage.cost).toBeCloseTo((10 * 2 + 5 * 10) / 1e6, 9);
  });
});
