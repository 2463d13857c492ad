import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, testGateway } from "@postern/core/testing";
import meetings, { defaultChosen, defaultCleared } from "@postern/meetings";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { bareMachine, offering, openFixture, runtime } from "./fixture.ts";

it("the default can be chosen, ready or not, and cleared again", async () => {
  bareMachine();
  const { gateway, post } = await openFixture();
  const received: unknown[] = [];
  gateway.on(defaultChosen, ({ type, subject, data }) => received.push([type, subject, data]));
  gateway.on(defaultCleared, ({ type, subject, data }) => received.push([type, subject, data]));
  const chosen = await post(".set-default", { id: "hume-evi" });
  expect(chosen).toEqual({ defaultRuntimeId: "hume-evi", changed: true, recommendation: expect.any(String) });
  expect(chosen.recommendation).toContain("it was chosen with meetings.voice-runtimes.set-default");
  expect(chosen.recommendation).toContain("It is not ready: missing package hume and credentials for hume.");
  expect(chosen.recommendation).toContain("clear-default, the default would be OpenAI Realtime API");
  expect(await post(".set-default", { id: "hume-evi" })).toEqual({ ...chosen, changed: false });
  expect(await post()).toMatchObject({ defaultRuntimeId: "hume-evi", recommendation: chosen.recommendation });
  expect((await post(".show", { id: "hume-evi" })).runtime.isDefault).toBe(true);
  await post(".set-default", { id: "vapi" });
  expect(await post(".clear-default")).toMatchObject({ defaultRuntimeId: "openai-realtime", changed: true });
  expect(await post(".clear-default")).toMatchObject({ defaultRuntimeId: "openai-realtime", changed: false });
  expect(received).toEqual([
    ["meetings.default.chosen", "hume-evi", { runtimeId: "hume-evi" }],
    ["meetings.default.chosen", "vapi", { runtimeId: "vapi", formerId: "hume-evi" }],
    ["meetings.default.cleared", "vapi", { formerId: "vapi" }],
  ]);
});

it("the chosen default stays when another runtime becomes ready", async () => {
  const machine = bareMachine();
  const { post } = await openFixture();
  await post(".set-default", { id: "hume-evi" });
  for (const name of ["whisper-cli", "llama-server", "piper"]) machine.installProgram(name);
  const { defaultRuntimeId, recommendation } = await post();
  expect(defaultRuntimeId).toBe("hume-evi");
  expect(recommendation).toContain("Ready runtimes: Local pipeline of whisper.cpp, llama.cpp and espeak-ng or Piper.");
});

it("a chosen runtime of a disabled plugin is the default again when the plugin is back", async () => {
  bareMachine();
  const storage = memory();
  const before = await openFixture({}, [offering("loud", [runtime()])], storage);
  await before.post(".set-default", { id: "megaphone" });
  await before.stop();
  const without = await openFixture({}, [], storage);
  const { defaultRuntimeId, recommendation } = await without.post();
  expect(defaultRuntimeId).toBe("openai-realtime");
  expect(recommendation).toContain("the chosen runtime megaphone is no longer available");
  await without.stop();
  const after = await openFixture({}, [offering("loud", [runtime()])], storage);
  expect((await after.post()).defaultRuntimeId).toBe("megaphone");
});

it("two gateways on one database agree on the default after concurrent choices", async () => {
  const path = mkdtempSync(join(tmpdir(), "postern-meetings-"));
  const fixtures = await Promise.all([1, 2].map(() => testGateway({ plugins: [meetings()], storage: lmdb({ path }) })));
  onTestFinished(async () => {
    for (const fixture of fixtures) await fixture.stop();
    rmSync(path, { recursive: true, force: true });
  });
  const callers = fixtures.map(({ admin }) => admin) as [Client, Client];
  const ids = ["vapi", "hume-evi", "gemini-live", "nova-sonic"];
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      callers[n % 2 ? 0 : 1].post("meetings.voice-runtimes.set-default", { id: ids[n % ids.length] }),
    ),
  );
  expect(replies.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
  const [one, other] = await Promise.all(callers.map((caller) => caller.post("meetings.voice-runtimes")));
  expect(ids).toContain(one?.body.defaultRuntimeId);
  expect(other?.body.defaultRuntimeId).toBe(one?.body.defaultRuntimeId);
});

it("a narrowed key can only choose the runtime it is narrowed to", async () => {
  const { client } = await openFixture();
  const narrow = await client(["meetings:write@vapi"]);
  expect((await narrow.post("meetings.voice-runtimes.set-default", { id: "vapi" })).status).toBe(200);
  expect((await narrow.post("meetings.voice-runtimes.set-default", { id: "hume-evi" })).status).toBe(403);
  expect((await narrow.post("meetings.voice-runtimes.clear-default")).status).toBe(403);
});
