import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineEvent, defineGroup, definePlugin, optional, type PluginContext, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { type Check, checks, counter, gauge } from "@postern/kit/checks";
import { defineConsumer, defineQueue } from "@postern/kit/queue";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";

type Options = Partial<Parameters<typeof testGateway>[0]>;

async function start(options: Options = {}) {
  const test = await testGateway({ plugins: [service(), notesPlugin()], ...options });
  onTestFinished(test.stop);
  const text = async (): Promise<string> => (await test.admin.send("/metrics")).body;
  const lines = async (name: string) =>
    (await text()).split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const figure = async (line: string) => {
    const found = (await text()).split("\n").find((one) => one.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };
  return { ...test, text, lines, figure };
}

describe("/metrics", () => {
  it("needs a key with its scope, which allows nothing else", async () => {
    const { gateway, client } = await start();
    const url = "http://localhost/metrics";
    expect((await gateway.fetch(new Request(url))).status).toBe(401);
    expect((await (await client(["notes:read", "service:read"])).send("/metrics")).status).toBe(403);
    const monitor = await client(["service:metrics"]);
    const answer = await monitor.send("/metrics");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect((await monitor.send("/metrics", { method: "HEAD" })).body).toBe("");
    expect((await monitor.post("service.status", {})).status).toBe(403);
  });

  it("counts calls by operation, mode and outcome, from HTTP and from this process", async () => {
    const { admin, client, gateway, lines } = await start();
    await admin.post("notes.add", { text: "tea" });
    await admin.post("notes.add", { text: "tea" });
    await gateway.call("notes.add", { text: "milk" });
    await admin.post("notes.add", { text: "cup" }, { "x-dry-run": "true" });
    await admin.post("notes.remove", { id: "note_1" });
    await admin.post("notes.remove", { id: "note_1", execute: true });
    const [note] = (await admin.post("notes.page", {})).body.notes;
    await admin.post("notes.remove", { id: note.id });
    await admin.post("notes.page", { limit: "none" });
    await (await client(["other:read"])).post("notes.page", {});
    const counts = (await lines("postern_calls_total")).map((line) =>
      line.replace(/^.*operation="(.*?)",mode="(.*?)",outcome="(.*?)"\} /, "$1 $2 $3 "),
    );
    expect(counts.sort()).toEqual([
      "notes.add execute done 2",
      "notes.add execute notes.text_taken 1",
      "notes.add plan done 1",
      "notes.page query done 1",
      "notes.page query gateway.invalid_input 1",
      "notes.remove execute notes.note_not_found 1",
      "notes.remove plan done 1",
      "notes.remove plan notes.note_not_found 1",
    ]);
    expect(await lines("postern_calls_running")).toEqual(["postern_calls_running 0"]);
  });

  it("has the durations of calls and the sizes of commit groups, whose buckets add up", async () => {
    const { gateway, figure, lines } = await start();
    const before = (await figure("postern_commit_group_size_sum")) ?? 0;
    await Promise.all(Array.from({ length: 30 }, (_, n) => gateway.call("notes.add", { text: `note ${n}` })));
    // The use of a key is recorded too.
    expect(await figure("postern_commit_group_size_sum")).toBeGreaterThanOrEqual(before + 30);
    const of = 'operation="notes.add"';
    const buckets = (await lines("postern_call_duration_seconds_bucket")).filter((line) => line.includes(of));
    const counts = buckets.map((line) => Number(line.split(" ")[1]));
    expect(buckets.at(-1)).toContain('le="+Inf"');
    expect(counts).toEqual([...counts].sort((left, right) => left - right));
    expect(counts.at(-1)).toBe(30);
    expect(await figure(`postern_call_duration_seconds_count{${of}}`)).toBe(30);
    expect(await figure(`postern_call_duration_seconds_sum{${of}}`)).toBeGreaterThan(0);
  });

  it("counts nothing if the plugin is told not to, and still has the rest", async () => {
    const { admin, lines } = await start({ plugins: [service({ metrics: false }), notesPlugin()] });
    await admin.post("notes.add", { text: "tea" });
    expect(await lines("postern_calls_total")).toEqual([]);
    expect(await lines("postern_plugin_running")).toHaveLength(2);
  });

  it("has the state of queues, with the age of due entries, and the lag of consumers", async () => {
    const group = defineGroup("rooms", { title: "Rooms" });
    const opened = defineEvent("rooms.room.opened", { summary: "A room was opened", data: T.Object({}) });
    let isOpen = false;
    let host: PluginContext | undefined;
    const work = defineQueue(group, "work", {
      one: "job",
      entry: T.Object({ n: T.Integer() }),
      backoff: [],
      async handle({ payload: { n } }) {
        if (n === 0) throw new Error("no luck");
        await until(() => expect(isOpen).toBe(true));
      },
      concurrency: 2,
    });
    const consumer = defineConsumer(group, "follow", {
      accept: ({ type }) => type === opened.type,
      async handle() {
        if (!isOpen) throw new Error("the door is closed");
      },
    });
    const rooms = definePlugin(group, {
      version: "1.0.0",
      operations: [],
      events: [opened],
      workers: [work, consumer],
      start(given) {
        host = given;
        return undefined;
      },
    });
    const { figure } = await start({ plugins: [service(), rooms()] });
    const entries = (state: string) => figure(`postern_queue_entries{queue="rooms.work",state="${state}"}`);
    await host?.transact((ctx) => work.add(ctx, { n: 0 }));
    await until(async () => expect(await entries("dead")).toBe(1));
    await host?.transact(async (ctx) => {
      for (const n of [1, 2, 3]) await work.add(ctx, { n });
      ctx.emit(opened, {});
    });
    await until(async () => expect([await entries("waiting"), await entries("running")]).toEqual([1, 2]));
    await until(async () =>
      expect(await figure('postern_queue_oldest_due_seconds{queue="rooms.work"}')).toBeGreaterThan(0.1),
    );
    await until(async () => {
      expect(await figure('postern_consumer_lag_commits{consumer="rooms.follow"}')).toBeGreaterThan(0);
      expect(await figure('postern_worker_stuck{worker="rooms.follow"}')).toBe(1);
    });
    isOpen = true;
    await until(async () => {
      expect(await entries("waiting")).toBe(0);
      expect(await figure('postern_queue_oldest_due_seconds{queue="rooms.work"}')).toBe(0);
    });
    await until(async () => {
      expect(await figure('postern_consumer_lag_commits{consumer="rooms.follow"}')).toBe(0);
      expect(await figure('postern_worker_stuck{worker="rooms.follow"}')).toBe(0);
    }, 90_000);
  });

  it("has the figures of the store, the journal, streams, plugins and the process", async () => {
    const path = mkdtempSync(join(tmpdir(), "postern-metrics-"));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    const plugins = [service(), notesPlugin(), events()];
    const { admin, figure, text } = await start({ plugins, storage: lmdb({ path }) });
    await admin.post("notes.add", { text: "tea" });
    await admin.post("notes.add", { text: "milk" });
    expect(await figure("postern_store_bytes")).toBeGreaterThan(4_096);
    expect(await figure("postern_store_writable")).toBe(1);
    expect(await figure("postern_journal_commits")).toBeGreaterThanOrEqual(2);
    expect(await figure("postern_streams_open")).toBe(0);
    expect(await figure('postern_plugin_running{plugin="notes"}')).toBe(1);
    expect(await figure("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(await text()).toContain('driver="lmdb"} 1');
  });

  it("measures the delay of the event loop between two reads", async () => {
    const { figure } = await start();
    await figure("nodejs_eventloop_lag_max_seconds");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const end = performance.now() + 300;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await figure("nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0.2);
  });
});

describe("the metrics of a group", () => {
  const group = defineGroup("shop", { title: "Shop", needs: { checks: optional(checks) } });
  const shop = (metrics: NonNullable<Check["metrics"]>) =>
    definePlugin(group, {
      version: "1.0.0",
      operations: [],
      setup({ services }) {
        services.checks?.register({ name: "shop", run: () => ({}), metrics });
      },
    })();

  it.skipIf(!has("prometheus"))("are valid with any text in labels (needs prometheus)", async () => {
    const door = 'a "red" door\\ with\nlines and 日本語';
    const { text } = await start({
      plugins: [
        service(),
        shop(() => [
          gauge("postern_shop_doors", "Doors\nwith \\ in their help", [{ labels: { door }, value: 0.5 }]),
          counter("postern_shop_sales_total", "Sales", Number.POSITIVE_INFINITY),
          gauge("postern_shop_nothing", "Nothing", []),
        ]),
      ],
    });
    const found = await text();
    expect(found).toContain('postern_shop_doors{door="a \\"red\\" door\\\\ with\\nlines and 日本語"} 0.5\n');
    expect(found).toContain("# HELP postern_shop_doors Doors\\nwith \\\\ in their help\n");
    expect(found).toContain("postern_shop_sales_total +Inf\n");
    const checked = spawnSync("promtool", ["check", "metrics"], { input: found, encoding: "utf8" });
    expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, "", ""]);
  });

  it("that fail leave the others as they are", async () => {
    const failing = await start({ plugins: [service(), shop(() => Promise.reject(new Error("closed")))] });
    expect(await failing.lines("postern_group_metrics_read")).toEqual(['postern_group_metrics_read{group="shop"} 0']);
    const working = await start({ plugins: [service(), shop(() => [])] });
    expect(await working.lines("postern_group_metrics_read")).toEqual(['postern_group_metrics_read{group="shop"} 1']);
  });
});
