import agents, { agentArchived, agentCreated, agentUnarchived, agentUpdated } from "@postern/agents";
import { agentDirectory } from "@postern/agents/services";
import { defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brief } from "../../run/titled.ts";

const group = defineGroup("asker", { title: "Asker", needs: { agents: agentDirectory } });
const find = defineQuery(group, {
  id: "asker.find",
  summary: "Find an agent",
  input: T.Object({ id: T.String() }),
  output: T.Object({ found: T.Unknown() }),
  run: async ({ services }, { id }) => ({ found: (await services.agents.find(id)) ?? "none" }),
});
const asker = definePlugin(group, { version: "1.0.0", operations: [find] });

let fixture: Awaited<ReturnType<typeof start>>;
const start = () => testGateway({ plugins: [agents(), asker()] });
beforeAll(async () => {
  fixture = await start();
});
afterAll(() => fixture.stop());

const post = (id: string, body?: unknown) => fixture.admin.post(id, body);
let made = 0;
async function make(body: object = {}): Promise<string> {
  const id = `agent-${++made}`;
  expect((await post("agents.create", { id, ...body })).status).toBe(200);
  return id;
}
const shown = async (id: string) => (await post("agents.show", { id })).body.agent;
const pathsOf = (body: { issues?: { path: string }[] }) => body.issues?.map(({ path }) => path);

const speech = {
  provider: "voiceprovider",
  voice: "june",
  model: "swift-2",
  lang: "pt-BR",
  format: "mp3_44100_128",
  speed: 1.2,
  voiceSettings: { stability: 0, similarityBoost: 1, style: 0.5, speed: 0.25, useSpeakerBoost: true },
  voiceprovider: { applyTextNormalization: "auto", seed: 7, enableLogging: false },
};

describe("an agent", () => {
  it("is created with the given fields only", async () => {
    const { status, body } = await post("agents.create", { id: "bare" });
    const { createdAt } = body.agent;
    expect(status).toBe(200);
    expect(body).toEqual({ agent: { id: "bare", debounceMs: 0, createdAt, updatedAt: createdAt } });
    const full = { name: "Main", description: "Answers", cwd: "/srv/main", model: "big-1", defaults: { speech } };
    const id = await make({ ...full, debounceMs: "1500" });
    expect(await shown(id)).toMatchObject({ id, ...full, debounceMs: 1500, waiting: { messages: 0, chats: 0 } });
  });

  it("has a unique id, also among archived agents; one of fifty concurrent calls creates it", async () => {
    const id = await make();
    await post("agents.archive", { id });
    expect(await post("agents.create", { id })).toMatchObject({
      status: 409,
      body: { code: "agents.agent_exists", agentId: id, fix: `postern agents show --id ${id}` },
    });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post("agents.create", { id: "racer", name: `N${n}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  it("has a case-sensitive id", async () => {
    await post("agents.create", { id: "Case" });
    expect((await post("agents.create", { id: "case" })).status).toBe(200);
  });

  it.each(
    [
      "",
      "a b",
      " a",
      "a ",
      "../x",
      "a/b",
      "-a",
      ".a",
      "a\r\nb",
      "a\0",
      "agent:main",
      "ä",
      "а",
      "x".repeat(129),
      "%00",
    ].map((value) => [brief(value), value] as const),
  )("cannot have the id %s", async (_title, id) => {
    for (const operation of ["agents.create", "agents.show", "agents.debounce", "agents.turns.flush"]) {
      const { status, body } = await post(operation, { id });
      expect({ status, paths: pathsOf(body) }).toMatchObject({ status: 400, paths: expect.arrayContaining(["/id"]) });
    }
  });

  it("can have an id of 128 characters", async () => {
    expect((await post("agents.create", { id: "x".repeat(128) })).status).toBe(200);
  });

  it.each(["relative", "./here", "~/main", "/with\nnewline", "/nul\0", "file"])(
    "does not work in the folder %j",
    async (cwd) => {
      const id = await make();
      for (const [operation, body] of [
        ["agents.create", { id: "nowhere", cwd }],
        ["agents.update", { id, cwd }],
      ] as const) {
        const reply = await post(operation, body);
        expect(reply.status).toBe(400);
        expect(reply.body.issues).toEqual([
          { path: "/cwd", code: "pattern", message: expect.stringContaining("absolute path") },
        ]);
      }
    },
  );

  it.each(["/srv/main", "C:\\agents\\main", "\\\\host\\share", "/"])("works in %j", async (cwd) => {
    expect(await shown(await make({ cwd }))).toMatchObject({ cwd });
  });

  it.each([
    ["/name", { name: "x".repeat(201) }],
    ["/description", { description: "x".repeat(2001) }],
    ["/model", { model: "x".repeat(129) }],
    ["/cwd", { cwd: `/${"x".repeat(4096)}` }],
    ["/debounceMs", { debounceMs: 5.5 }],
    ["/debounceMs", { debounceMs: "600001" }],
    ["/defaults/voice", { defaults: { voice: "june" } }],
    ["/defaults/speech/pitch", { defaults: { speech: { pitch: 1 } } }],
    ["/defaults/speech/provider", { defaults: { speech: { provider: "nobody" } } }],
    ["/defaults/speech/speed", { defaults: { speech: { speed: 0.24 } } }],
    ["/defaults/speech/speed", { defaults: { speech: { speed: 4.01 } } }],
    ["/defaults/speech/speed", { defaults: { speech: { speed: "1" } } }],
    ["/defaults/speech/lang", { defaults: { speech: { lang: "en_US!" } } }],
    ["/defaults/speech/format", { defaults: { speech: { format: "../x" } } }],
    ["/defaults/speech/voice", { defaults: { speech: { voice: "" } } }],
    ["/defaults/speech/voiceSettings/stability", { defaults: { speech: { voiceSettings: { stability: 1.1 } } } }],
    ["/defaults/speech/voiceSettings/style", { defaults: { speech: { voiceSettings: { style: -0.1 } } } }],
    ["/defaults/speech/voiceSettings", { defaults: { speech: { voiceSettings: "{}" } } }],
    ["/defaults/speech/voiceprovider/key", { defaults: { speech: { voiceprovider: { key: "x" } } } }],
    ["/defaults/speech", { defaults: { speech: [] } }],
    ["/defaults", { defaults: null }],
  ])("is rejected for an invalid value at %s", async (path, wrong) => {
    const id = await make();
    for (const reply of [
      await post("agents.create", { id: "odd", ...wrong }),
      await post("agents.update", { id, ...wrong }),
    ])
      expect({ status: reply.status, paths: pathsOf(reply.body) }).toEqual({ status: 400, paths: [path] });
  });

  it("rejects a speed that is too large for a number", async () => {
    const body = '{"id":"huge","defaults":{"speech":{"speed":1e309}}}';
    expect((await fixture.admin.post("agents.create", body, { "content-type": "application/json" })).status).toBe(400);
  });

  it("changes the given fields and keeps the rest; an empty text clears a field", async () => {
    const id = await make({ name: "One", model: "big-1", cwd: "/srv", description: "x", debounceMs: "5" });
    await post("agents.update", { id, name: "Two" });
    expect(await shown(id)).toMatchObject({ name: "Two", model: "big-1", cwd: "/srv", debounceMs: 5 });
    const { body } = await post("agents.update", { id, name: "", model: "", cwd: "", description: "" });
    expect(Object.keys(body.agent).sort()).toEqual(["createdAt", "debounceMs", "id", "updatedAt"]);
  });

  it("has its defaults replaced as a whole, and cleared by an empty object", async () => {
    const id = await make({ defaults: { speech } });
    await post("agents.update", { id, name: "kept" });
    expect((await shown(id)).defaults).toEqual({ speech });
    await post("agents.update", { id, defaults: { speech: { voice: "may" } } });
    expect((await shown(id)).defaults).toEqual({ speech: { voice: "may" } });
    for (const none of [{}, { speech: {} }]) {
      await post("agents.update", { id, defaults: { speech } });
      expect((await post("agents.update", { id, defaults: none })).body.agent).not.toHaveProperty("defaults");
    }
  });

  it("can be archived and restored repeatedly", async () => {
    const id = await make();
    const first = (await post("agents.archive", { id })).body.agent;
    expect(first.archivedAt).toEqual(expect.any(Number));
    expect((await post("agents.archive", { id })).body.agent).toEqual(first);
    const back = (await post("agents.unarchive", { id })).body.agent;
    expect(back).not.toHaveProperty("archivedAt");
    expect((await post("agents.unarchive", { id })).body.agent).toEqual(back);
    for (let n = 0; n < 30; n++) {
      await post("agents.archive", { id });
      await post("agents.unarchive", { id });
    }
    expect(await shown(id)).not.toHaveProperty("archivedAt");
  });

  it.each(["show", "update", "archive", "unarchive", "debounce", "turns.flush", "turns.discard"])(
    "answers 404 with a fix for %s if it does not exist",
    async (operation) => {
      const { status, body } = await post(`agents.${operation}`, { id: "nobody" });
      expect({ status, ...body }).toMatchObject({
        status: 404,
        code: "agents.agent_not_found",
        agentId: "nobody",
        fix: "postern agents create --id nobody",
      });
    },
  );

  it("is found by other plugins, with its speech defaults", async () => {
    const id = await make({ name: "Found", cwd: "/srv", model: "m", defaults: { speech } });
    expect((await post("asker.find", { id })).body.found).toEqual({
      id,
      name: "Found",
      cwd: "/srv",
      model: "m",
      speech,
    });
    await post("agents.archive", { id });
    expect((await post("asker.find", { id })).body.found).toMatchObject({ id, archivedAt: expect.any(Number) });
    for (const none of ["", "nobody", "a/b"]) expect((await post("asker.find", { id: none })).body.found).toBe("none");
  });

  it("emits one event per change, and none if nothing changed", async () => {
    const received: string[] = [];
    const ends = [agentCreated, agentUpdated, agentArchived, agentUnarchived].map((event) =>
      fixture.gateway.on(event, ({ type, subject }) => received.push(`${type} ${subject}`)),
    );
    const id = await make({ name: "A" });
    await post("agents.update", { id, name: "B" });
    await post("agents.update", { id, name: "B" });
    await post("agents.update", { id });
    await post("agents.debounce", { id, ms: "10" });
    await post("agents.debounce", { id, ms: "10" });
    await post("agents.archive", { id });
    await post("agents.archive", { id });
    await post("agents.unarchive", { id });
    await post("agents.unarchive", { id });
    for (const end of ends) end();
    const things = ["created", "updated", "updated", "archived", "unarchived"];
    expect(received).toEqual(things.map((past) => `agents.agent.${past} ${id}`));
  });

  it("is accessible to a key that is narrowed to it, and to no other narrowed key", async () => {
    const [mine, other] = [await make(), await make()];
    const client = await fixture.client([`agents:write@${mine}`]);
    expect((await client.post("agents.update", { id: mine, name: "Mine" })).status).toBe(200);
    expect((await client.post("agents.turns.list", { agent: mine })).status).toBe(200);
    for (const operation of ["agents.show", "agents.update", "agents.debounce", "agents.turns.flush"])
      expect((await client.post(operation, { id: other })).status).toBe(403);
    expect((await client.post("agents.turns.list", {})).body.total).toBe(0);
    expect((await client.post("agents.list", {})).body).toMatchObject({ agents: [{ id: mine }], total: 1 });
  });
});

describe("the list of agents", () => {
  it("is ordered by id and filters by model and archived state", async () => {
    const own = await start();
    const ask = async (body: object = {}) => (await own.admin.post("agents.list", body)).body;
    for (const [id, model] of [
      ["c", "m1"],
      ["a", "m2"],
      ["b", "m1"],
      ["d", ""],
    ] as const)
      await own.admin.post("agents.create", { id, model });
    await own.admin.post("agents.archive", { id: "b" });
    const idsOf = async (body?: object) => (await ask(body)).agents.map(({ id }: { id: string }) => id);
    expect(await idsOf()).toEqual(["a", "c", "d"]);
    expect(await idsOf({ archived: true })).toEqual(["b"]);
    expect(await idsOf({ model: "m1" })).toEqual(["c"]);
    expect(await idsOf({ model: "m1", archived: true })).toEqual(["b"]);
    expect(await idsOf({ model: "nobody's" })).toEqual([]);
    expect(await ask({ limit: "1", offset: "1", fields: "id,model" })).toEqual({
      agents: [{ id: "c", model: "m1" }],
      total: 3,
      limit: 1,
      offset: 1,
      nextOffset: 2,
    });
    expect(await ask({ offset: "9" })).toMatchObject({ agents: [], total: 3 });
    await own.stop();
  });

  it.each(["abc", "", " 50 ", "5.0", "0x10", "1e3", "+5", "٥", "NaN", "-1", "0", "501", "00050"])(
    "takes no limit %j",
    async (limit) => {
      for (const id of ["agents.list", "agents.turns.list"])
        expect(await post(id, { limit })).toMatchObject({ status: 400, body: { code: "gateway.invalid_input" } });
    },
  );
});

describe("agents.debounce", () => {
  it("shows, sets and turns off the debounce time, and reports changes", async () => {
    const id = await make();
    const ask = async (body: object) => (await post("agents.debounce", { id, ...body })).body;
    expect(await ask({})).toEqual({ agentId: id, debounceMs: 0, enabled: false, changed: false });
    expect(await ask({ ms: "2000" })).toEqual({ agentId: id, debounceMs: 2000, enabled: true, changed: true });
    expect(await ask({ ms: "2000" })).toEqual({ agentId: id, debounceMs: 2000, enabled: true, changed: false });
    expect(await ask({})).toEqual({ agentId: id, debounceMs: 2000, enabled: true, changed: false });
    expect(await ask({ ms: "600000" })).toMatchObject({ debounceMs: 600_000 });
    expect(await ask({ ms: "0" })).toEqual({ agentId: id, debounceMs: 0, enabled: false, changed: true });
    expect(await shown(id)).toMatchObject({ debounceMs: 0 });
  });

  it.each(["-1", "1.5", "1e3", "600001", "999999999999", "", " 5", "0x10", "٥", "NaN", "00", "2147483648"])(
    "refuses %j, and says what would be right",
    async (ms) => {
      const { status, body } = await post("agents.debounce", { id: await make(), ms });
      expect(status).toBe(400);
      expect(new Set(pathsOf(body))).toEqual(new Set(["/ms"]));
      expect(body.detail).toMatch(/written as a string|from 0 to 600000/);
    },
  );

  it("rejects a number and asks for a string", async () => {
    const { status, body } = await post("agents.debounce", { id: await make(), ms: 2000 });
    expect({ status, message: body.issues[0].message }).toMatchObject({
      status: 400,
      message: expect.stringContaining("written as a string"),
    });
  });
});
