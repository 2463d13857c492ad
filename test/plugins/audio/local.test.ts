import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { heard, openFixture, TEN_WORDS } from "./fixture.ts";

const engines = ["espeak-ng", "flite"] as const;
const isThere = (engine: string) => engine === "flite" || has("espeak-ng");

describe.each(engines)("%s (if it is installed)", (engine) => {
  const config = { engine } as const;
  const only = it.skipIf(!isThere(engine));

  only("speaks: ten words sound for some seconds, and are not silent", async () => {
    const { say, becomes, sound } = await openFixture({ config });
    const { id, voice } = await say(TEN_WORDS);
    expect(voice).toMatchObject({ provider: "local", outputFormat: "wav" });
    const { sound: shown } = await becomes(id, "ready");
    const wav = await sound(id);
    const { seconds, loudness } = heard(wav);
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(6);
    expect(loudness).toBeGreaterThan(0.02);
    expect(shown).toEqual({ type: "audio/wav", bytes: wav.length, seconds: expect.closeTo(seconds, 2) });
  });

  only("speaks twice as fast, and half as fast", async () => {
    const { say, becomes } = await openFixture({ config });
    const lengths: number[] = [];
    for (const speed of ["0.5", "1", "2"]) {
      const { id } = await say(TEN_WORDS, { speed });
      lengths.push((await becomes(id, "ready")).sound.seconds);
    }
    const [slow = 0, usual = 0, fast = 0] = lengths;
    expect(slow).toBeGreaterThan(usual * 1.5);
    expect(fast).toBeLessThan(usual * 0.75);
  });

  only("speaks a long text whole, in parts, while others get their turn", async () => {
    const { say, becomes, sound, post } = await openFixture({ config });
    const { id } = await say(`${TEN_WORDS} `.repeat(60).trim());
    let answered = 0;
    const asking = setInterval(() => void post("audio.requests.list").then(() => answered++), 10);
    await becomes(id, "ready");
    clearInterval(asking);
    const { seconds } = heard(await sound(id));
    expect(seconds).toBeGreaterThan(120);
    expect((await post("audio.requests.show", { id })).request.sound.bytes).toBeGreaterThan(3 * 2 ** 20);
    expect(answered).toBeGreaterThan(5);
  });

  only("speaks any text, and reports a text that cannot be spoken", async () => {
    const { say, becomes } = await openFixture({ config });
    for (const text of [
      "-v de --help",
      "<speak>Hello</speak>",
      "Grüße, 世界! 12,5 % \u0000 — ok \ud800",
      "a".repeat(2_000),
    ]) {
      const { id } = await say(text);
      expect((await becomes(id, "ready")).sound.bytes).toBeGreaterThan(1_000);
    }
    const { id } = await say("… !");
    const { error, state } = await becomes(id, engine === "flite" ? "failed" : "ready");
    if (state === "failed")
      expect(error).toMatchObject({ code: "silent", message: /contains nothing that can be spoken/ });
  });

  only("speaks several texts concurrently", async () => {
    const { say, becomes } = await openFixture({ config });
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => say(`Number ${n}.`)));
    for (const { id } of ids) await becomes(id, "ready");
  });
});

describe("a fresh machine", () => {
  it("speaks with the bundled engine if none is on the PATH", async () => {
    vi.stubEnv("PATH", "/nowhere");
    const { say, becomes, post } = await openFixture({ alone: true });
    const { id, voice } = await say("Hello there.");
    expect(voice).toMatchObject({
      provider: "local",
      voiceId: "slt",
      lang: "en-us",
      outputFormat: "wav",
      modelId: "",
    });
    await becomes(id, "ready");
    const { workers } = await post("audio.workers.list");
    expect(workers[0]).toEqual({ provider: "local", state: "running", engine: "flite", waiting: 0 });
  });

  it.skipIf(!has("espeak-ng"))("speaks with espeak-ng where that is on the PATH (needs it installed)", async () => {
    const { say, becomes, post } = await openFixture({ alone: true });
    const { id } = await say("Guten Tag.", { lang: "de-AT" });
    expect((await becomes(id, "ready")).voice).toMatchObject({ voiceId: "de", lang: "de-AT" });
    expect((await post("audio.workers.list")).workers[0].engine).toBe("espeak-ng");
  });

  it("reports a configured engine that is not installed", async () => {
    vi.stubEnv("PATH", "/nowhere");
    const { admin } = await openFixture({ config: { engine: "espeak-ng" } });
    const { status, body } = await admin.post("audio.tts", { text: "Hello" });
    expect({ status, code: body.code }).toEqual({ status: 503, code: "gateway.unavailable" });
    expect(body.detail).toMatch(/espeak-ng is configured but was not found on the PATH/);
  });
});

describe("local voices", () => {
  it("are listed, and found by language", async () => {
    const { post } = await openFixture({ config: { engine: "flite" } });
    const { voices, total } = await post("audio.voices.list");
    expect(total).toBe(5);
    expect(voices[0]).toEqual({
      id: "slt",
      name: "Slt",
      lang: "en-us",
      gender: "female",
      provider: "local",
      engine: "flite",
    });
    expect((await post("audio.voices.list", { lang: "en-gb", fields: "id" })).voices).toEqual([{ id: "awb" }]);
    expect((await post("audio.voices.list", { lang: "de" })).voices).toEqual([]);
  });

  it.skipIf(!has("espeak-ng"))("are the voices of espeak-ng, each under its own id (needs it installed)", async () => {
    const { post } = await openFixture({ config: { engine: "espeak-ng" } });
    const { voices } = await post("audio.voices.list", { limit: "500" });
    expect(voices.length).toBeGreaterThan(80);
    expect(new Set(voices.map(({ id }: { id: string }) => id)).size).toBe(voices.length);
    const german = await post("audio.voices.list", { lang: "de" });
    expect(german.voices).toMatchObject([{ id: "de", name: "German", gender: "male" }]);
  });

  it("are required in requests, also in a dry run", async () => {
    const { admin } = await openFixture({ config: { engine: "flite" } });
    for (const [field, value, words] of [
      ["voice", "Rachel", /must be a voice of flite; list voices with "postern audio voices list"/],
      ["lang", "de", /must be a language of flite.*install espeak-ng/],
      ["format", "mp3_44100_128", /must be wav, the only format of the local provider/],
    ] as const) {
      for (const execute of [false, true]) {
        const { status, body } = await admin.post("audio.tts", { text: "Hello", [field]: value, execute });
        expect(status).toBe(400);
        expect(body.issues).toMatchObject([{ path: `/${field}`, message: expect.stringMatching(words) }]);
      }
    }
  });
});

describe("an engine that fails", () => {
  it("is retried, and its reason contains no path of this machine", async () => {
    const bin = mkdtempSync(join(tmpdir(), "postern-audio-"));
    onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
    const listing = "Pty Language Age/Gender VoiceName File\\n 5 en --/M English gmw/en\\n";
    const complaint = "Error processing file '/usr/lib/data/phontab': No such file";
    const script = `#!/bin/sh\n[ "$1" = --voices ] && printf '${listing}' && exit 0\necho "${complaint}" >&2\nexit 1\n`;
    writeFileSync(join(bin, "espeak-ng"), script, { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
    const { say, show, post } = await openFixture({ alone: true });
    const { id } = await say("Hello");
    await until(async () => expect((await show(id)).error?.code).toBe("engine_failed"));
    expect((await show(id)).error.message).toBe(
      "espeak-ng could not generate sound: Error processing file '…': No such file",
    );
    // The attempt is stored after the request shows its error.
    await until(async () => {
      const [job] = (await post("audio.work.list")).work;
      expect(job.lastError).toMatch(/could not generate sound: .*'…'/);
    });
  });

  it("is ended with the gateway if it hangs, and the request continues after a restart", async () => {
    const bin = mkdtempSync(join(tmpdir(), "postern-audio-"));
    onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
    const listing = "Pty Language Age/Gender VoiceName File\\n 5 en-us --/M English gmw/en\\n";
    const script = `#!/bin/sh\n[ "$1" = --voices ] && printf '${listing}' && exit 0\nexec sleep 600\n`;
    writeFileSync(join(bin, "espeak-ng"), script, { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
    const fixture = await openFixture({ alone: true });
    const { id } = await fixture.say("Hello");
    await fixture.becomes(id, "generating");
    await fixture.stop();
    writeFileSync(join(bin, "espeak-ng"), script.replace("exec sleep 600", "exit 1"), { mode: 0o755 });
    const later = await openFixture({ alone: true, storage: fixture.storage });
    await until(async () => expect((await later.show(id)).error?.code).toBe("engine_failed"));
  });
});
