import { hostname } from "node:os";
import { defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { notes, notesPlugin } from "../../core/fixtures/notes.ts";

const group = defineGroup("broken", { title: "Broken" });
const look = defineQuery(group, {
  id: "broken.look",
  summary: "Look",
  input: T.Object({}),
  output: T.Object({}),
  run: () => ({}),
});
const broken = definePlugin(group, {
  version: "2.0.0",
  operations: [look],
  setup() {
    throw new Error("no tools");
  },
});

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

describe("service.status", () => {
  it("shows the status and the store", async () => {
    const test = await testGateway({ plugins: [service(), notesPlugin()], storage: memory() });
    stop = test.stop;
    const { body } = await test.admin.post("service.status");
    expect(body).toEqual({
      status: "ok",
      queues: [
        { name: "service.membership", waiting: 0, running: 0, dead: 0 },
        { name: "service.schedule", waiting: 0, running: 0, dead: 0 },
        // Its first run is scheduled soon after the start.
        expect.objectContaining({ name: "service.sweep-undo", waiting: 0, running: 0, dead: 0 }),
      ],
      indexes: [],
      version: test.gateway.manifest.core,
      interface: test.gateway.manifest.digest,
      host: hostname(),
      startedAt: expect.any(Number),
      uptime: expect.any(Number),
      store: {
        driver: "memory",
        guarantees: { durable: false, processes: "one", atomic: "native", checksum: expect.any(String) },
        damaged: 0,
      },
      plugins: expect.arrayContaining([
        { id: "service", state: "running" },
        { id: "notes", state: "running" },
      ]),
      checks: [],
      lastErrors: [],
      problems: [],
    });
  });

  it("shows the uptime, which is never negative", async () => {
    let time = 1_800_000_000_000;
    const test = await testGateway({ plugins: [service()], now: () => time });
    stop = test.stop;
    time += 5_000;
    expect((await test.admin.post("service.status")).body).toMatchObject({ uptime: 5_000 });
    time -= 60_000;
    expect((await test.admin.post("service.status")).body.uptime).toBe(0);
  });

  it("shows which plugin failed to start and why, and health is degraded", async () => {
    const test = await testGateway({ plugins: [service(), broken()] });
    stop = test.stop;
    const { body } = await test.admin.post("service.status");
    expect(body.status).toBe("degraded");
    expect(body.plugins).toContainEqual({ id: "broken", state: "failed", reason: "no tools" });
    expect(body.problems).toEqual([
      {
        check: "plugin.failed",
        severity: "error",
        message: "broken: no tools",
        fix: "postern service plugins --status failed",
      },
    ]);
    expect((await test.admin.send("/health")).body).toEqual({ status: "degraded" });
    expect((await test.admin.post("broken.look")).status).toBe(503);
  });

  it("and doctor work if the newest record of the journal is damaged", async () => {
    const storage = memory();
    const test = await testGateway({ plugins: [service(), notesPlugin()], storage });
    stop = test.stop;
    await test.gateway.call("notes.add", { text: "tea" });
    const places = (await storage.getKeys("", {})).filter((key) => key.startsWith("journal")).sort();
    await storage.setItem?.(places.at(-1) as string, "{", {});
    expect((await test.admin.post("service.doctor")).status).toBe(200);
    const again = await test.admin.post("service.doctor");
    expect(again.body.findings).toContainEqual(expect.objectContaining({ id: "store.damaged" }));
  });

  it("and doctor report a failed check as a finding", async () => {
    const test = await testGateway({ plugins: [service({ data: "no-such-folder-at-all" })] });
    stop = test.stop;
    const { status, body } = await test.admin.post("service.doctor");
    expect(status).toBe(200);
    expect(body.findings).toContainEqual({
      id: "check.failed",
      severity: "error",
      evidence: expect.stringContaining('The check "data folder" failed: ENOENT'),
      fix: "postern service verify",
    });
  });

  it("shows the number of damaged records", async () => {
    const storage = memory();
    const test = await testGateway({ plugins: [service(), notesPlugin()], storage });
    stop = test.stop;
    await test.gateway.call("notes.add", { text: "tea" });
    const place = (await storage.getKeys("", {})).find((key) => key.startsWith(`${notes.head}!:`));
    await storage.setItem?.(place as string, "{", {});
    expect((await test.admin.post("notes.page")).body.notes).toEqual([]);
    expect((await test.admin.post("service.status")).body).toMatchObject({ status: "degraded", store: { damaged: 1 } });
  });
});

describe("service.plugins", () => {
  it("lists each plugin with its version, state and operations", async () => {
    const test = await testGateway({ plugins: [service(), notesPlugin(), broken()] });
    stop = test.stop;
    const { body } = await test.admin.post("service.plugins");
    expect(body.total).toBe(3);
    expect(body.plugins).toContainEqual({ id: "notes", version: "1.0.0", state: "running", operations: 7 });
    const failed = await test.admin.post("service.plugins", { status: "failed", fields: "id,error" });
    expect(failed.body).toMatchObject({ plugins: [{ id: "broken", error: "no tools" }], total: 1 });
    expect((await test.admin.post("service.plugins", { status: "broken" })).status).toBe(400);
  });
});
