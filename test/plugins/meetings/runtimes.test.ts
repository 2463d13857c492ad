import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { bareMachine, keeping, openFixture, type Shown } from "./fixture.ts";

describe("the list of voice runtimes", () => {
  it("returns the documented fields only", async () => {
    const { post } = await openFixture();
    const answer = await post();
    expect(Object.keys(answer).sort()).toEqual(["candidates", "defaultRuntimeId", "recommendation"]);
    expect(answer.candidates.length).toBeGreaterThanOrEqual(10);
    for (const candidate of answer.candidates) {
      const { defaultModel: _, providerRuntime: __, ...needed } = candidate;
      expect(needed).toEqual({
        id: expect.stringMatching(/^[a-z0-9-]+$/),
        label: expect.stringMatching(/\S/),
        kind: expect.stringMatching(/^(realtime_api|hosted_agent|framework|local_pipeline)$/),
        availability: expect.stringMatching(/^(ready|needs_credentials|not_installed|planned)$/),
        docsUrl: expect.stringMatching(/^https:\/\/[a-z.]+(\/\S*)?$/),
        constraints: expect.arrayContaining([expect.any(String)]),
        strengths: expect.arrayContaining([expect.any(String)]),
      });
    }
    expect(new Set(answer.candidates.map(({ id }: Shown) => id)).size).toBe(answer.candidates.length);
  });

  it("rejects unknown fields", async () => {
    const { ask } = await openFixture();
    expect((await ask("", { limit: "5" })).body).toMatchObject({ status: 400, issues: [{ path: "/limit" }] });
  });

  it("reports on a machine without packages that no runtime is ready", async () => {
    bareMachine();
    const { post } = await openFixture();
    const { candidates, defaultRuntimeId, recommendation } = await post();
    expect(new Set(candidates.map(({ availability }: Shown) => availability))).toEqual(
      new Set(["not_installed", "planned"]),
    );
    expect(defaultRuntimeId).toBe("openai-realtime");
    expect(candidates[0].id).toBe(defaultRuntimeId);
    expect(candidates.at(-1)).toMatchObject({ id: "pipecat", availability: "planned" });
    expect(recommendation).toBe(
      "OpenAI Realtime API (openai-realtime) is the default by rank. It is not ready: missing package " +
        "@openai/agents-realtime and credentials for openai. No runtime is ready. Runtimes are ranked by " +
        "availability: ready, credentials missing, not installed, planned. Among equals, runtimes of plugins come " +
        "before the catalogue, then realtime APIs before hosted agents, frameworks and local pipelines. The default " +
        "changes when another runtime ranks higher, or is chosen with meetings.voice-runtimes.set-default.",
    );
  });
});

describe("availability of a runtime", () => {
  it("depends on its packages, which are not loaded, and its credentials", async () => {
    const machine = bareMachine();
    const { availabilityOf } = await openFixture({ connections: ["elevenlabs"] });
    expect(await availabilityOf("hume-evi")).toBe("not_installed");
    expect(await availabilityOf("elevenlabs-agents")).toBe("not_installed");
    machine.installPackage("hume");
    machine.installPackage("@elevenlabs/elevenlabs-js");
    expect(await availabilityOf("hume-evi")).toBe("needs_credentials");
    expect(await availabilityOf("elevenlabs-agents")).toBe("ready");
  });

  it("depends on its programs on the PATH, which are not started", async () => {
    const machine = bareMachine();
    const { availabilityOf, post } = await openFixture();
    machine.installProgram("whisper-cli");
    machine.installProgram("llama-server", 0o644);
    mkdirSync(join(machine.bin, "piper"));
    const shown = async () => (await post(".show", { id: "local-pipeline" })).runtime;
    expect(await shown()).toMatchObject({
      availability: "not_installed",
      missing: [
        { what: "program", name: "llama-server", fix: "Install llama-server and add it to the PATH" },
        { what: "program", name: "espeak-ng or piper", fix: "Install espeak-ng or piper and add it to the PATH" },
      ],
    });
    machine.installProgram("llama-server");
    machine.installProgram("espeak-ng");
    expect(await availabilityOf("local-pipeline")).toBe("ready");
    expect(await shown()).toMatchObject({ missing: [], isDefault: true });
  });

  it("ignores an empty or invalid PATH", async () => {
    bareMachine();
    const { availabilityOf } = await openFixture();
    for (const path of ["", "::", "/nowhere"]) {
      vi.stubEnv("PATH", path);
      expect(await availabilityOf("local-pipeline")).toBe("not_installed");
    }
  });

  it("uses the connections of the credentials plugin", async () => {
    const machine = bareMachine();
    for (const name of ["hume", "@deepgram/sdk", "@google/genai"]) machine.installPackage(name);
    const vault = keeping(
      { id: "conn_1", provider: "hume", connection: "main", status: "active" },
      { id: "conn_2", provider: "deepgram", connection: "old", status: "disabled" },
    );
    const { post } = await openFixture({}, [vault]);
    const shown = async (id: string) => (await post(".show", { id })).runtime;
    expect(await shown("hume-evi")).toMatchObject({ availability: "ready", missing: [] });
    expect(await shown("deepgram-voice-agent")).toMatchObject({
      availability: "needs_credentials",
      missing: [{ fix: "postern credentials connections enable --provider deepgram --connection old" }],
    });
    expect(await shown("gemini-live")).toMatchObject({
      missing: [{ fix: "postern credentials connections create --provider google --connection NAME" }],
    });
  });

  it("ranks ready runtimes first and recommends the best", async () => {
    const machine = bareMachine();
    for (const name of ["whisper-cli", "llama-server", "piper"]) machine.installProgram(name);
    machine.installPackage("@google/genai");
    const { post } = await openFixture();
    const { candidates, defaultRuntimeId, recommendation } = await post();
    expect(candidates.slice(0, 3).map(({ id }: Shown) => id)).toEqual([
      "local-pipeline",
      "gemini-live",
      "openai-realtime",
    ]);
    expect(defaultRuntimeId).toBe("local-pipeline");
    expect(recommendation).toContain("It is ready to use.");
  });
});

describe("a voice runtime", () => {
  it("is shown with missing requirements and fixes", async () => {
    bareMachine();
    const { post } = await openFixture();
    const { runtime } = await post(".show", { id: "openai-realtime" });
    expect(runtime).toMatchObject({
      id: "openai-realtime",
      isDefault: true,
      source: "catalogue",
      missing: [
        { what: "package", name: "@openai/agents-realtime", fix: "npm install @openai/agents-realtime" },
        {
          what: "connection",
          name: "openai",
          fix: 'Add "openai" to the option connections of the meetings plugin',
        },
      ],
    });
  });

  it("is 404 if it does not exist, with the available ids", async () => {
    const { ask } = await openFixture();
    for (const verb of [".show", ".set-default"])
      expect((await ask(verb, { id: "constructor" })).body).toMatchObject({
        status: 404,
        code: "meetings.runtime_not_found",
        runtimeId: "constructor",
        candidates: expect.arrayContaining(["openai-realtime", "local-pipeline"]),
        fix: "postern meetings voice-runtimes",
      });
  });

  it.each(["", " openai-realtime", "../x", "OpenAI", "a\r\nb", "x".repeat(64), "%00"])(
    "rejects the id %j",
    async (id) => {
      const { ask } = await openFixture();
      for (const verb of [".show", ".set-default"])
        expect((await ask(verb, { id })).body).toMatchObject({ status: 400, issues: [{ path: "/id" }] });
    },
  );
});

it("an invalid provider in the configuration prevents the start of the plugin", async () => {
  const { gateway, admin, logged } = await openFixture({ connections: ["Open AI"] });
  expect((await admin.post("meetings.voice-runtimes")).status).toBe(503);
  expect(JSON.stringify(logged)).toContain("/connections/0");
  await gateway.stop();
});
