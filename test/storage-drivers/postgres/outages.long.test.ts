import { randomBytes } from "node:crypto";
import { type CompleteDriver, complete } from "@postern/core/storage";
import postgres, { type PostgresOptions } from "@postern/storage-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { startCluster } from "./cluster.ts";
import { addEntry, entriesIn, expectExactly } from "./counting.ts";
import { load } from "./load.ts";
import { startProxy } from "./proxy.ts";

const asRoot = describe.skipIf(!(has("postgresql") && process.getuid?.() === 0));

async function open(url: string, options: Partial<PostgresOptions> = {}): Promise<CompleteDriver> {
  const store = await complete(postgres({ url, ...options }));
  onTestFinished(async () => store.dispose?.());
  return store;
}

describe.skipIf(!has("postgresql"))("a store on a synchronous pair of servers", () => {
  it("loses and repeats nothing when the primary is killed and the standby promoted", async () => {
    const primary = await startCluster();
    onTestFinished(() => primary.stop());
    const standby = await startCluster([], { primary });
    onTestFinished(() => standby.stop());
    const url = primary.database();
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'; SELECT pg_reload_conf()");
    await until(() => expect(primary.sql("SELECT sync_state FROM pg_stat_replication")).toBe("sync"));

    let current = primary.port;
    const proxy = await startProxy(() => current);
    onTestFinished(() => proxy.stop());
    const behind = url.replace(`:${primary.port}/`, `:${proxy.port}/`);
    const stores = [await open(behind, { timeout: 60_000 }), await open(behind, { timeout: 60_000 })];
    const writing = load(stores, 8);
    await until(() => expect(writing.acknowledged.length).toBeGreaterThan(100));
    await primary.kill();
    // As long as it is a standby, it refuses writes.
    current = standby.port;
    const early = addEntry(await open(behind, { timeout: 500 }), "early", 0);
    await expect(early).rejects.toMatchObject({ reason: "timeout", nothingWritten: true });
    const before = writing.acknowledged.length;
    standby.sql("SELECT pg_promote()");
    await until(() => expect(writing.acknowledged.length).toBeGreaterThan(before + 100));
    const { acknowledged, failures } = await writing.stop();
    expect(failures).toEqual([]);
    await expectExactly(stores[0] as CompleteDriver, acknowledged, 1);
  });
});

describe.skipIf(!has("postgresql"))("a store on a server whose synchronous standby is away", () => {
  it("refuses commits within the limit, says why, and repeats nothing when the standby is back", async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.stop());
    const store = await open(cluster.database(), { timeout: 1_000 });
    await addEntry(store, "x", 0);
    const wait = (names: string) =>
      cluster.sql(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`) + cluster.sql("SELECT pg_reload_conf()");
    wait("away");
    const kept = ["x 0"];
    let n = 1;
    // The server applies the setting a moment later.
    const untilWaiting = async () => {
      for (; ; n++) {
        await addEntry(store, "x", n);
        kept.push(`x ${n}`);
      }
    };
    const began = performance.now();
    const message = expect.stringContaining("waits for a synchronous standby that does not answer");
    await expect(untilWaiting()).rejects.toMatchObject({ reason: "timeout", nothingWritten: false, message });
    await expect(addEntry(store, "x", n + 1)).rejects.toMatchObject({
      reason: "timeout",
      nothingWritten: true,
      message,
    });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(store.trouble()).toMatchObject({ message });
    wait("");
    await addEntry(store, "y", 0);
    expect(store.trouble()).toBeUndefined();
    await expectExactly(store, [...kept, `x ${n}`, "y 0"]);
  });
});

asRoot("a store on a server whose disk is full (skipped unless root)", () => {
  it("refuses writes, answers reads, and continues when there is space", async () => {
    const cluster = await startCluster([], { disk: 120 });
    onTestFinished(() => cluster.stop());
    const store = await open(cluster.database());
    const names: string[] = [];
    const write = async (n: number) => {
      const by = randomBytes(8_000).toString("hex");
      await addEntry(store, by, n);
      names.push(`${by} ${n}`);
    };
    await write(0);
    cluster.disk?.fill(2);
    const filling = async () => {
      for (let n = 1; n < 1_000; n++) await write(n);
    };
    await expect(filling()).rejects.toMatchObject({
      ...{ code: "STORE_UNAVAILABLE", reason: "full", nothingWritten: true },
      message: expect.stringContaining("No space left on device"),
    });
    expect(names.length).toBeGreaterThan(1);
    expect((await entriesIn(store)).total).toBe(names.length);
    cluster.disk?.free();
    await write(1_000);
    expect(store.trouble()).toBeUndefined();
    await expectExactly(store, names);
  });
});
