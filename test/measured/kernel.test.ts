import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { defineGroup, definePlugin, defineQuery, parseJson as parse, T } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { listen } from "@postern/core/server";
import { testGateway } from "@postern/core/testing";
import { TYPE_GLOB, typeMatcher } from "@postern/kit/cloudevents";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseJson } from "../../core/src/http/json.ts";
import { faultIn } from "../../core/src/http/json-fault.ts";
import { latest } from "../../core/src/journal/clock.ts";
import { notesPlugin } from "../core/fixtures/notes.ts";
import { until } from "../run/until.ts";
import { longestPause, processorTime } from "./pause.ts";

it("a glob of event types holds nobody up, however many stars it has", async () => {
  const match = () => typeMatcher(Array(16).fill("**").join("."))(`${Array(200).fill("a").join(".")}.b`);
  expect(await longestPause(100, match)).toBeLessThan(100);
  expect(new RegExp(TYPE_GLOB).test(Array(17).fill("**").join("."))).toBe(false);
});

describe("a JSON text", () => {
  it.each([
    ["64 kB with a fault at the end", 65_000, (size: number) => `[${"1,".repeat(size / 2)}x`],
    ["64 kB of a string that never ends", 65_000, (size: number) => `["${'\\"'.repeat(size / 2)}`],
    ["64 kB of one name", 65_000, (size: number) => `{${'"a":1,'.repeat(size / 6)}"b":1}`],
  ])("takes a few milliseconds to refuse: %s", async (_, size, make) => {
    const text = make(size);
    expect(text.length).toBeLessThan(65_536);
    const refuse = () => {
      expect(() => parseJson(Buffer.from(text), { values: 1e9 })).toThrow();
      faultIn(text);
    };
    expect(await processorTime(200, refuse)).toBeLessThan(200);
  });

  it("costs a small multiple of what the platform's parser takes", async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({
      id: n,
      title: `row ${n}`,
      tags: ["a", "b"],
      done: false,
    }));
    const bytes = Buffer.from(JSON.stringify(rows));
    const plain = await processorTime(0, () => JSON.parse(bytes.toString("utf8")));
    const ours = () => parse(bytes, { values: Number.POSITIVE_INFINITY });
    expect(await processorTime(plain * 6, ours)).toBeLessThan(plain * 6);
  });

  it("with a hundred thousand members is refused at once", async () => {
    const { admin, stop } = await testGateway({ plugins: [notesPlugin()] });
    onTestFinished(stop);
    const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}":1`).join()}}`;
    const [many, few] = [members(100_000), members(40_000)];
    const refuse = async () => {
      expect((await admin.post("notes.page", many)).status).toBe(400);
      const reply = await admin.post("notes.page", few);
      expect([reply.status, reply.body.issues.length]).toEqual([400, 20]);
    };
    expect(await processorTime(1_000, refuse)).toBeLessThan(1_000);
  });
});

it("a hundred plugins with a thousand operations start within two seconds", async () => {
  const make = () =>
    Array.from({ length: 100 }, (_, p) => {
      const group = defineGroup(`p${p}`, { title: `P ${p}` });
      const operations = Array.from({ length: 10 }, (_, o) =>
        defineQuery(group, {
          id: `p${p}.ask${o}`,
          summary: "Ask",
          input: T.Object({ a: T.Optional(T.String({ maxLength: o + 1 })) }),
          output: T.Object({ at: T.Integer() }),
          run: () => ({ at: p * 10 + o }),
        }),
      );
      return definePlugin(group, { version: "1.0.0", operations })();
    });
  const start = async () => {
    const { admin, gateway, stop } = await testGateway({ plugins: make() });
    onTestFinished(stop);
    expect((await admin.post("p99.ask9")).body).toEqual({ at: 999 });
    expect(JSON.stringify(gateway.manifest)).toContain("p42.ask7");
  };
  expect(await processorTime(2_000, start)).toBeLessThan(2_000);
});

it("a background loop leaves time to others when it has been busy for a second", async () => {
  let busy = 0;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const loop = createLoop({
    name: "test",
    log,
    async step() {
      const began = performance.now();
      while (performance.now() - began < 40);
      busy += 40;
      return 0;
    },
  });
  onTestFinished(() => loop.stop());
  loop.wake();
  // The share of the time is what is measured, after the first second.
  await wait(1_500);
  const before = busy;
  const began = performance.now();
  await wait(2_000);
  expect((busy - before) / (performance.now() - began)).toBeLessThan(0.85);
});

it("a thousand wrong keys a second write nothing, and a right one is answered as ever", async () => {
  const storage = memory();
  let commits = 0;
  const { admin, gateway, stop } = await testGateway({
    plugins: [notesPlugin()],
    storage: {
      ...storage,
      commit: (batches) => {
        commits++;
        return storage.commit(batches);
      },
    },
  });
  const door = await listen(gateway, { port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(async () => {
    agent.destroy();
    await door.close({ grace: 0 });
    await stop();
  });
  const ask = (key: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      request({ port: door.port, path: "/api/v1/notes/page", method: "POST", headers, agent }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      })
        .on("error", reject)
        .end();
    });
  expect(await ask(admin.key)).toBe(200);
  // The use of the key is noted in its own commit.
  await until(async () => expect(await storage.getItem(latest.key, {})).not.toBeNull());
  const before = commits;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const wrong: Promise<number>[] = [];
  const took: number[] = [];
  for (let tick = 0; tick < 40; tick++) {
    for (let n = 0; n < 50; n++) wrong.push(ask(`rctx_${String(tick * 50 + n).padStart(43, "x")}`));
    const at = performance.now();
    expect(await ask(admin.key)).toBe(200);
    took.push(performance.now() - at);
    await wait(Math.max(0, (tick + 1) * 50 - (performance.now() - begun)));
  }
  expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
  expect(commits).toBe(before);
  expect(took.sort((a, b) => a - b)[Math.floor(took.length * 0.9)]).toBeLessThan(100);
  const { user, system } = process.cpuUsage(cpu);
  // Client and gateway together: 2,000 refusals cost less than the two seconds in which they came.
  expect((user + system) / 1e6).toBeLessThan(2);
});
