import { describe, expect, it } from "vitest";
import { openFixture, TEN_WORDS } from "./fixture.ts";

const SECRET_TEXT = "Plums taste of canary.";
const config = { engine: "flite" } as const;
const quiet = { config, background: false };

describe("audio.tts", () => {
  it("shows a plan without the text, and writes nothing", async () => {
    const { post, events } = await openFixture({ ...quiet, alone: true });
    const { dryRun, plan } = await post("audio.tts", { text: SECRET_TEXT, clientId: "desk", speed: "1.5" });
    expect(dryRun).toBe(true);
    expect(plan).toEqual({
      summary: "Generate speech for 22 characters on this machine and play it",
      effects: ["clients play the sound"],
      voice: {
        provider: "local",
        voiceId: "slt",
        lang: "en-us",
        outputFormat: "wav",
        voiceSettings: { speed: 1.5 },
      },
      target: {},
      playback: { autoplay: true, target: "extension", clientId: "desk" },
      textLength: 22,
      limits: { textLength: 40_000 },
    });
    expect(JSON.stringify(plan)).not.toMatch(/canary/);
    expect((await post("audio.requests.list")).total).toBe(0);
    expect(await events()).toEqual([]);
  });

  it("returns every field of the request and publishes it on its topic", async () => {
    const { post, events, admin, gateway } = await openFixture(quiet);
    await post("agents.create", { id: "main" });
    const { chat } = await post("chats.create", { title: "Release" });
    const answer = await post("audio.tts", {
      text: SECRET_TEXT,
      account: "acc",
      agent: "main",
      channel: "mail",
      chat: chat.id,
      clientId: "desk",
      noAutoplay: true,
      session: "morning",
      sessionKey: "agent:main:morning",
      voice: "rms",
      voiceSettings: '{"stability":0.5,"speed":1.2}',
      speed: "0.9",
      voiceprovider: '{"seed":7,"previousText":"Before."}',
      model: "m1",
      format: "wav",
      lang: "en-US",
      id: "one",
      execute: true,
    });
    const hex = /^[a-z]+_[0-9a-f]{24}$/;
    expect(answer).toEqual({
      ok: true,
      topic: "svc.tts",
      request: {
        id: "one",
        requestId: expect.stringMatching(hex),
        emitId: expect.stringMatching(hex),
        text: SECRET_TEXT,
        agentId: "main",
        sessionKey: "agent:main:morning",
        sessionName: "morning",
        createdAt: expect.any(Number),
        metadata: {},
        source: { operation: "audio.tts", contextId: admin.contextId },
        playback: { autoplay: false, target: "extension", clientId: "desk" },
        target: {
          ...{ accountId: "acc", channel: "mail", chatId: chat.id, canonicalChatId: chat.id },
          ...{ instanceId: "acc", threadId: "" },
        },
        voice: {
          provider: "local",
          voiceId: "rms",
          modelId: "m1",
          lang: "en-US",
          outputFormat: "wav",
          voiceSettings: { ...NO_SETTINGS, stability: 0.5, speed: 0.9 },
          voiceprovider: { ...NOTHING_MORE, seed: 7, previousText: "Before." },
        },
      },
    });
    const [event] = await events();
    expect(event).toMatchObject({ type: "audio.request.published", subject: "one", data: answer.request });
    const entry = gateway.manifest.events.find(({ type }) => type === "audio.request.published");
    expect(entry).toMatchObject({ topic: "svc.tts", scope: "audio:read" });
  });

  it("lists unused settings in its plan, without the surrounding texts", async () => {
    const { post } = await openFixture(quiet);
    const { plan } = await post("audio.tts", {
      text: "x",
      model: "m1",
      voiceSettings: '{"style":1,"speed":2}',
      voiceprovider: '{"previousText":"canary","nextText":"canary","seed":1}',
    });
    expect(plan.unused).toEqual([
      "model",
      "voiceSettings.style",
      "voiceprovider.previousText",
      "voiceprovider.nextText",
      "voiceprovider.seed",
    ]);
    expect(JSON.stringify(plan)).not.toMatch(/canary/);
  });

  it("generates ids, and publishes again without an id of the caller", async () => {
    const { say, post } = await openFixture(quiet);
    const [one, two] = [await say("Hello"), await say("Hello")];
    expect(one.id).toMatch(/^speech_[0-9a-f]{24}$/);
    expect(two.id).not.toBe(one.id);
    expect((await post("audio.requests.list")).total).toBe(2);
  });
});

/** Settings in answers if none are set. */
const NO_SETTINGS = { stability: 0, similarityBoost: 0, style: 0, speed: 1, useSpeakerBoost: false };
const NOTHING_MORE = {
  ...{ applyLanguageTextNormalization: false, applyTextNormalization: "", enableLogging: false, usePvcAsIvc: false },
  ...{ nextRequestIds: [], nextText: "", previousRequestIds: [], previousText: "" },
  ...{ optimizeStreamingLatency: 0, pronunciationDictionaryLocators: [], seed: 0 },
};

describe("the voice of a request", () => {
  it("is its own, then the agent's default, then the configured one", async () => {
    const { post, say, client } = await openFixture(quiet);
    const speech = {
      voice: "rms",
      lang: "en-GB",
      speed: 1.5,
      voiceSettings: { stability: 0.2, style: 0.3 },
      voiceprovider: { seed: 1, enableLogging: false },
    };
    await post("agents.create", { id: "main", defaults: { speech } });
    const usual = await say("Hello", { agent: "main" });
    expect(usual.voice).toEqual({
      provider: "local",
      voiceId: "rms",
      modelId: "",
      lang: "en-GB",
      outputFormat: "wav",
      voiceSettings: { ...NO_SETTINGS, stability: 0.2, style: 0.3, speed: 1.5 },
      voiceprovider: { ...NOTHING_MORE, seed: 1 },
    });
    const own = await say("Hello", {
      agent: "main",
      voice: "awb",
      speed: "2",
      voiceSettings: '{"style":0.9}',
      voiceprovider: '{"seed":2}',
    });
    expect(own.voice).toMatchObject({
      voiceId: "awb",
      voiceSettings: { stability: 0.2, style: 0.9, speed: 2 },
      voiceprovider: { seed: 2, enableLogging: false },
    });
    const current = await client(["audio:write"], "main");
    const { request } = await post("audio.tts", { text: "Hello", execute: true }, current);
    expect(request).toMatchObject({ agentId: "main", voice: { voiceId: "rms" } });
    expect((await say("Hello")).voice.voiceId).toBe("slt");
  });

  it("is refused at the agent if the agent's defaults are invalid", async () => {
    const { post, admin } = await openFixture(quiet);
    await post("agents.create", { id: "main", defaults: { speech: { voice: "Rachel" } } });
    const { status, body } = await admin.post("audio.tts", { text: "Hello", agent: "main" });
    expect(status).toBe(400);
    const message = expect.stringMatching(/the agent's voice must be a voice of flite/);
    expect(body.issues).toMatchObject([{ path: "/agent", message }]);
  });
});

describe("audio.tts refuses, also in a dry run,", () => {
  const wrong: [string, object, string][] = [
    ["no text", {}, "/text"],
    ["an empty text", { text: "" }, "/text"],
    ["a blank text", { text: " \n\t " }, "/text"],
    ["a text that is too long", { text: "a".repeat(40_001) }, "/text"],
    ["a text of a million characters", { text: "a".repeat(1_000_000) }, "/text"],
    ["settings that are empty", { voiceSettings: "" }, "/voiceSettings"],
    ["settings that are not JSON", { voiceSettings: "{" }, "/voiceSettings"],
    ["settings that are a list", { voiceSettings: "[]" }, "/voiceSettings"],
    ["settings that are null", { voiceSettings: "null" }, "/voiceSettings"],
    ["settings that are a text", { voiceSettings: '"x"' }, "/voiceSettings"],
    ["a number that is too large for JSON", { voiceSettings: '{"stability":1e309}' }, "/voiceSettings"],
    ["an unknown setting", { voiceSettings: '{"stabilty":1}' }, "/voiceSettings"],
    ["a prototype", { voiceSettings: '{"__proto__":{"stability":1}}' }, "/voiceSettings"],
    ["settings of a megabyte", { voiceSettings: JSON.stringify({ a: "a".repeat(900_000) }) }, "/voiceSettings"],
    ["provider settings that are not JSON", { voiceprovider: "seed=1" }, "/voiceprovider"],
    ["an unknown provider setting", { voiceprovider: '{"speed":1}' }, "/voiceprovider"],
    ["an invalid seed", { voiceprovider: '{"seed":1.5}' }, "/voiceprovider"],
    ["an invalid normalization", { voiceprovider: '{"applyTextNormalization":"maybe"}' }, "/voiceprovider"],
    ["no speed", { speed: "" }, "/speed"],
    ["a speed as a number", { speed: 1 }, "/speed"],
    ["a speed like 1e1", { speed: "1e1" }, "/speed"],
    ["too slow", { speed: "0.24" }, "/speed"],
    ["too fast", { speed: "4.1" }, "/speed"],
    ["an id that is a path", { id: "../x" }, "/id"],
    ["an id with a line in it", { id: "a\r\nb" }, "/id"],
    ["a voice that is an option", { voice: "-x" }, "/voice"],
    ["a voice that is a path", { voice: "../../etc" }, "/voice"],
    ["an invalid language", { lang: "english please" }, "/lang"],
    ["an unsupported format", { format: "mp3_44100_128" }, "/format"],
    ["a client with a space", { clientId: "my desk" }, "/clientId"],
    ["an unknown field", { txt: "x" }, "/txt"],
  ];
  it.each(wrong)("%s", async (_, fields, path) => {
    const { admin, events } = await openFixture({ ...quiet, alone: true });
    const text = "text" in fields || path === "/text" ? {} : { text: "Hello" };
    for (const execute of [{}, { execute: true }]) {
      const { status, body } = await admin.post("audio.tts", { ...text, ...fields, ...execute });
      expect({ status, code: body.code }).toEqual({ status: 400, code: "gateway.invalid_input" });
      expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    }
    expect(await events()).toEqual([]);
  });

  it("only values that it can judge, and shows the length limit in the plan", async () => {
    const { post, say } = await openFixture(quiet);
    const asked = {
      voiceSettings: '{"stability":1.1}',
      voiceprovider: '{"nextRequestIds":["1","2","3","4"]}',
      session: "s".repeat(1_000),
      id: "i".repeat(1_000),
      clientId: "c".repeat(1_000),
      model: "m".repeat(1_000),
    };
    expect((await post("audio.tts", { text: "Hello", ...asked })).plan.limits).toEqual({ textLength: 40_000 });
    expect((await say("Hello", asked)).voice.voiceSettings).toEqual({ ...NO_SETTINGS, stability: 1.1 });
  });

  it("an unknown agent or chat, but not a chat of another system", async () => {
    const { admin, say } = await openFixture(quiet);
    for (const execute of [false, true]) {
      const agent = await admin.post("audio.tts", { text: "x", agent: "nobody", execute });
      expect({ status: agent.status, code: agent.body.code }).toEqual({ status: 404, code: "audio.agent_not_found" });
      const chat = await admin.post("audio.tts", { text: "x", chat: "chat_0123456789abcdef01234567", execute });
      expect({ status: chat.status, code: chat.body.code }).toEqual({ status: 404, code: "audio.chat_not_found" });
    }
    expect((await say("x", { chat: "C0123@channel" })).target).toMatchObject({
      chatId: "C0123@channel",
      canonicalChatId: "",
    });
  });
});

describe("an id chosen by the caller", () => {
  it("returns the existing request and publishes nothing", async () => {
    const { say, post, events, admin, client } = await openFixture(quiet);
    const first = await say(TEN_WORDS, { id: "one" });
    expect(await say(TEN_WORDS, { id: "one" })).toEqual(first);
    const other = await client(["audio:write"]);
    expect((await post("audio.tts", { text: TEN_WORDS, id: "one", execute: true }, other)).request).toEqual(first);
    const { plan } = await post("audio.tts", { text: TEN_WORDS, id: "one" });
    expect(plan.summary).toBe("Return the request one, which was published earlier");
    expect(await events("audio.request.published")).toHaveLength(1);
    for (const execute of [false, true]) {
      const { status, body } = await admin.post("audio.tts", { text: "Other words", id: "one", execute });
      expect({ status, code: body.code }).toEqual({ status: 409, code: "audio.request_conflict" });
    }
  });

  it("is published once by fifty concurrent calls", async () => {
    const { say, events } = await openFixture(quiet);
    const all = await Promise.all(Array.from({ length: 50 }, () => say("Hello", { id: "one" })));
    expect(new Set(all.map(({ emitId }) => emitId)).size).toBe(1);
    expect(await events("audio.request.published")).toHaveLength(1);
  });

  it("can be replaced by an idempotency key, also in twenty concurrent calls", async () => {
    const { admin, events } = await openFixture(quiet);
    const asked = { text: "Hello", execute: true };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => admin.post("audio.tts", asked, { "idempotency-key": "once" })),
    );
    expect(new Set(all.map(({ status, body }) => `${status} ${body.request?.id}`)).size).toBe(1);
    expect(await events("audio.request.published")).toHaveLength(1);
  });

  it("goes to one of fifty concurrent calls with different content", async () => {
    const { admin, events } = await openFixture(quiet);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) => admin.post("audio.tts", { text: `Hello ${n}`, id: "one", execute: true })),
    );
    const codes = all.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === "audio.request_conflict")).toHaveLength(49);
    expect(await events("audio.request.published")).toHaveLength(1);
  });

  it("stays reserved after the request is deleted, and after a restart", async () => {
    const fixture = await openFixture(quiet);
    const more = '{"previousText":"canary","seed":1}';
    await fixture.say("Hello", { id: "two", voiceprovider: more });
    await fixture.post("audio.requests.remove", { id: "two", execute: true });
    const first = await fixture.say("Hello", { id: "one" });
    await fixture.post("audio.requests.remove", { id: "one", execute: true });
    await fixture.stop();
    const { say, admin, events } = await openFixture({ ...quiet, storage: fixture.storage });
    expect(await say("Hello", { id: "one" })).toEqual(first);
    expect((await admin.post("audio.tts", { text: "Other", id: "one", execute: true })).status).toBe(409);
    expect((await say("Hello", { id: "two", voiceprovider: more })).voice.voiceprovider).toEqual({
      ...NOTHING_MORE,
      seed: 1,
    });
    expect(await events("audio.request.published")).toHaveLength(2);
  });

  it("cannot be a generated id", async () => {
    const { say, admin } = await openFixture(quiet);
    const { id } = await say("Hello");
    expect((await admin.post("audio.tts", { text: "Hello", id, execute: true })).body.code).toBe(
      "audio.request_conflict",
    );
  });
});
