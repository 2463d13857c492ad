import audio from "@postern/audio";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { heard as listen, openFixture } from "./fixture.ts";
import { keyRing } from "./key-ring.ts";
import { MPEG, refuses, speaks, startService } from "./speech-service.ts";

const KEY = "canary-key-5f1e";

async function openProvider(more: object = {}, first = speaks) {
  const service = await startService(first);
  const keys = keyRing({ key: KEY });
  const voiceprovider = { url: service.url, voice: "voice-1", ...more };
  const fixture = await openFixture({ config: { provider: "voiceprovider", voiceprovider }, keys });
  return { ...fixture, service, keys };
}

describe("the voice provider", () => {
  it("receives every field under its own name, and its sound is stored unchanged", async () => {
    const { say, becomes, sound, service, keys } = await openProvider();
    const { id } = await say("Hello there.", {
      voice: "a voice/1",
      model: "eleven_v3",
      lang: "de",
      format: "mp3_44100_192",
      speed: "1.1",
      voiceSettings: JSON.stringify({ stability: 0.4, similarityBoost: 0.7, style: 0.1, useSpeakerBoost: true }),
      voiceprovider: JSON.stringify({
        applyLanguageTextNormalization: true,
        applyTextNormalization: "auto",
        enableLogging: false,
        nextRequestIds: ["n1"],
        nextText: "After.",
        optimizeStreamingLatency: 3,
        previousRequestIds: ["p1", "p2"],
        previousText: "Before.",
        pronunciationDictionaryLocators: ["d1", "d2:v7"],
        seed: 42,
        usePvcAsIvc: true,
      }),
    });
    const ready = await becomes(id, "ready");
    expect(ready.sound).toEqual({ type: "audio/mpeg", bytes: MPEG.length });
    expect((await sound(id)).equals(MPEG)).toBe(true);
    const [asked] = service.heard;
    expect(asked).toMatchObject({ method: "POST", path: "/v1/text-to-speech/a%20voice%2F1" });
    expect(asked?.headers).toMatchObject({ "xi-api-key": KEY, "content-type": "application/json" });
    expect(asked?.query).toEqual({
      output_format: "mp3_44100_192",
      optimize_streaming_latency: "3",
      enable_logging: "false",
    });
    expect(asked?.body).toEqual({
      text: "Hello there.",
      model_id: "eleven_v3",
      language_code: "de",
      voice_settings: { stability: 0.4, similarity_boost: 0.7, style: 0.1, speed: 1.1, use_speaker_boost: true },
      pronunciation_dictionary_locators: [
        { pronunciation_dictionary_id: "d1" },
        { pronunciation_dictionary_id: "d2", version_id: "v7" },
      ],
      seed: 42,
      previous_text: "Before.",
      next_text: "After.",
      previous_request_ids: ["p1", "p2"],
      next_request_ids: ["n1"],
      use_pvc_as_ivc: true,
      apply_text_normalization: "auto",
      apply_language_text_normalization: true,
    });
    expect(keys.state.used).toEqual(["audio: speech"]);
  });

  it("receives no fields that were not set", async () => {
    const { say, becomes, service } = await openProvider();
    await becomes((await say("Hello")).id, "ready");
    expect(service.heard[0]).toMatchObject({
      path: "/v1/text-to-speech/voice-1",
      query: { output_format: "mp3_44100_128" },
      body: { text: "Hello" },
    });
    expect(Object.keys(service.heard[0]?.body)).toEqual(["text"]);
  });

  it("is named in the plan, and receives nothing in a dry run", async () => {
    const { post, service } = await openProvider();
    const { plan } = await post("audio.tts", { text: "Hello" });
    const host = new URL(service.url).host;
    expect(plan.summary).toBe(`Generate speech for 5 characters with ${host} and play it`);
    expect(plan.effects).toEqual([`sends the text to ${host}`, "clients play the sound"]);
    expect(service.heard).toEqual([]);
  });

  it("speaks for an agent with this default, while others speak locally", async () => {
    const service = await startService();
    const { post, say, becomes } = await openFixture({
      config: { engine: "flite", voiceprovider: { url: service.url } },
      keys: keyRing({ key: KEY }),
    });
    await post("agents.create", { id: "main", defaults: { speech: { provider: "voiceprovider", voice: "v9" } } });
    expect((await say("Hello")).voice.provider).toBe("local");
    const { id, voice } = await say("Hello", { agent: "main" });
    expect(voice).toMatchObject({ provider: "voiceprovider", voiceId: "v9", outputFormat: "mp3_44100_128" });
    await becomes(id, "ready");
    expect(service.heard).toHaveLength(1);
  });

  it.each([
    ["pcm_16000", 16_000, 2],
    ["ulaw_8000", 8_000, 1],
  ])("has its %s stored as a playable file", async (format, rate, bytes) => {
    const samples = Buffer.alloc(rate * bytes, 100);
    const { say, becomes, sound } = await openProvider({}, (_, response) =>
      response.writeHead(200, { "content-type": "audio/pcm" }).end(samples),
    );
    const { id } = await say("Hello", { format });
    expect((await becomes(id, "ready")).sound).toMatchObject({ type: "audio/wav", seconds: 1 });
    const wav = await sound(id);
    expect(wav.subarray(44).equals(samples)).toBe(true);
    if (format.startsWith("pcm")) expect(listen(wav).seconds).toBe(1);
  });

  it("is queried for its voices at most once a minute", async () => {
    const voices = [
      { voice_id: "v1", name: "Ada", labels: { language: "en", gender: "female" } },
      { voice_id: "v2", name: "Kurt", labels: { language: "de" } },
      { name: "nobody" },
      null,
    ];
    const { post, service, advance } = await openProvider({}, refuses(200, {}, { voices }));
    const first = await post("audio.voices.list", { provider: "voiceprovider" });
    expect(first.voices).toEqual([
      { id: "v1", name: "Ada", provider: "voiceprovider", lang: "en", gender: "female" },
      { id: "v2", name: "Kurt", provider: "voiceprovider", lang: "de" },
    ]);
    expect((await post("audio.voices.list", { provider: "voiceprovider", lang: "de" })).total).toBe(1);
    expect(service.heard).toMatchObject([{ method: "GET", path: "/v1/voices", headers: { "xi-api-key": KEY } }]);
    await advance(61_000);
    await post("audio.voices.list", { provider: "voiceprovider" });
    expect(service.heard).toHaveLength(2);
  });

  it("is reported as unavailable without its key if it cannot list its voices", async () => {
    for (const respond of [refuses(500), refuses(401, {}, { detail: `no ${KEY}` }), refuses(200, {}, { voices: 1 })]) {
      const { admin } = await openProvider({}, respond);
      const { status, body } = await admin.post("audio.voices.list", { provider: "voiceprovider" });
      expect({ status, code: body.code }).toEqual({ status: 503, code: "gateway.unavailable" });
      expect(JSON.stringify(body)).not.toContain(KEY);
    }
  });

  it("checks keys for the credentials plugin", async () => {
    const { keys, service } = await openProvider({}, refuses(200, {}, { voices: [] }));
    const provider = keys.state.providers.get("voiceprovider");
    const { Secret } = await import("@postern/credentials/services");
    const check = () => provider?.check(new Secret(KEY), { signal: AbortSignal.timeout(5_000) });
    expect(await check()).toEqual({ ok: true });
    service.answerWith(refuses(401, {}, { detail: { message: `Invalid key ${KEY}` } }));
    expect(await check()).toEqual({
      ok: false,
      reason: "The provider refused the key (401): Invalid key [secret]",
    });
  });

  it.each([
    "http://example.com",
    "ftp://127.0.0.1",
    "https://user:pass@example.com",
    "https://example.com/?key=1",
    "not an address",
  ])("is refused at the URL %s", async (url) => {
    const { admin, logged, stop } = await testGateway({ plugins: [audio({ voiceprovider: { url } })] });
    expect((await admin.post("audio.requests.list")).status).toBe(503);
    expect(JSON.stringify(logged)).toMatch(/voiceprovider\.url must/);
    await stop();
  });
});

describe("permanent failures of the voice provider", () => {
  it.each([
    ["400", refuses(400, {}, { detail: { message: "Text is too long" } }), "provider_refused", /400: Text is too long/],
    ["403", refuses(403), "provider_refused", /403/],
    [
      "404",
      refuses(404, {}, { detail: { status: "voice_not_found", message: "No such voice" } }),
      "provider_refused",
      /No such voice/,
    ],
    ["410", refuses(410), "provider_refused", /410/],
    ["422", refuses(422, {}, { detail: [{ msg: "x" }] }), "provider_refused", /422/],
    [
      "a redirect",
      refuses(302, { location: "http://127.0.0.1:1/" }),
      "provider_redirects",
      /redirects are not followed/,
    ],
  ] as const)("%s fails the request with the reason, and can be retried", async (_, respond, code, words) => {
    const { say, becomes, service, post, events } = await openProvider({}, respond);
    const { id } = await say("Hello");
    expect((await becomes(id, "failed")).error).toMatchObject({ code, message: expect.stringMatching(words) });
    expect(service.heard).toHaveLength(1);
    expect((await post("audio.work.list")).work).toMatchObject([{ request: id, status: "dead" }]);
    expect((await events("audio.request.failed"))[0]).toMatchObject({ subject: id });
    service.answerWith(speaks);
    await post("audio.requests.retry", { id });
    const { error } = await becomes(id, "ready");
    expect(error).toBeUndefined();
  });

  it("can also be retried through the job", async () => {
    const { say, becomes, service, post } = await openProvider({}, refuses(400));
    const { id } = await say("Hello");
    const { job } = await becomes(id, "failed");
    service.answerWith(speaks);
    await post("audio.work.retry", { id: job });
    await becomes(id, "ready");
  });
});

describe("temporary failures of the voice provider", () => {
  const nonsense =
    (type: string, body: string | Buffer) => (_: unknown, response: import("node:http").ServerResponse) =>
      response.writeHead(200, { "content-type": type }).end(body);
  it.each([
    ["500", refuses(500), "provider_failed"],
    ["503", refuses(503), "provider_failed"],
    ["429", refuses(429), "provider_busy"],
    ["a web page", nonsense("text/html", "<html>"), "provider_nonsense"],
    ["JSON", nonsense("application/json", "{}"), "provider_nonsense"],
    ["text instead of MPEG", nonsense("audio/mpeg", "this is no sound at all, but text"), "provider_nonsense"],
    ["nothing", nonsense("audio/mpeg", ""), "provider_nonsense"],
    [
      "a connection that breaks in the middle",
      (_: unknown, response: import("node:http").ServerResponse) => {
        response.writeHead(200, { "content-type": "audio/mpeg", "content-length": String(MPEG.length * 2) });
        response.write(MPEG);
        setTimeout(() => response.destroy(), 50);
      },
      "provider_unreachable",
    ],
    [
      "silence in the middle",
      (_: unknown, response: import("node:http").ServerResponse) => {
        response.writeHead(200, { "content-type": "audio/mpeg" });
        response.write(MPEG);
      },
      "provider_silent",
    ],
    ["silence", () => {}, "provider_silent"],
  ] as const)("%s is tried again, and says why it waits", async (_, respond, code) => {
    const { say, becomes, service, events, show } = await openProvider({ timeout: 300 }, respond);
    const { id } = await say("Hello");
    await until(async () => expect(await show(id)).toMatchObject({ state: "published", error: { code } }));
    expect((await events("audio.request.delayed"))[0]).toMatchObject({ data: { request: { error: { code } } } });
    service.answerWith(speaks);
    expect((await becomes(id, "ready")).error).toBeUndefined();
  });

  it("respect Retry-After", async () => {
    const { say, show, service, post } = await openProvider({}, refuses(429, { "retry-after": "120" }));
    const { id } = await say("Hello");
    await until(async () => expect((await show(id)).error?.code).toBe("provider_busy"));
    await until(async () => {
      const [job] = (await post("audio.work.list")).work;
      expect(job.status).toBe("waiting");
      expect(job.nextAttemptAt - Date.now()).toBeGreaterThan(100_000);
    });
    expect(service.heard).toHaveLength(1);
  });

  it("are retried until the attempts are used up", async () => {
    const { say, becomes, service, advance, show, post } = await openProvider();
    service.close();
    const { id } = await say("Hello");
    for (let attempt = 1; attempt <= 7; attempt++) {
      await until(async () => {
        const [job] = (await post("audio.work.list")).work;
        expect(job.attempts).toBe(attempt);
        expect(job.status).not.toBe("running");
      });
      await advance(45 * 60_000);
    }
    const { error } = await becomes(id, "failed");
    expect(error.code).toBe("provider_unreachable");
    expect(error.message).toMatch(
      /^The provider is not reachable: Connection refused by 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
    );
    expect((await show(id)).state).toBe("failed");
  });
});
