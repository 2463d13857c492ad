import { join } from "node:path";
import { type CompleteDriver, complete, currentEpoch, encodeKey, readsOf, Transaction } from "@postern/core/storage";
import postgres, { type PostgresOptions } from "@postern/storage-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { folder } from "../folder.ts";
import { startCluster } from "./cluster.ts";
import { addEntry, entries, entriesIn } from "./counting.ts";
import { startProxy } from "./proxy.ts";

async function open(url: string, options: Partial<PostgresOptions> = {}): Promise<CompleteDriver> {
  const store = await complete(postgres({ url, timeout: 30_000, ...options }));
  onTestFinished(async () => store.dispose?.());
  return store;
}

const epochOf = (store: CompleteDriver) => readsOf(new Transaction(store)).read(currentEpoch);

/** A primary with an asynchronous standby that has only the first 5 of 15 acknowledged commits. */
async function startLossyPair() {
  const primary = await startCluster();
  onTestFinished(() => primary.stop());
  const standby = await startCluster([], { primary });
  onTestFinished(() => standby.stop());
  let current = primary.port;
  const proxy = await startProxy(() => current);
  onTestFinished(() => proxy.stop());
  const url = primary.database().replace(`:${primary.port}/`, `:${proxy.port}/`);
  const database = new URL(url).pathname.slice(1);

  const store = await open(url);
  for (let n = 0; n < 5; n++) await addEntry(store, "kept", n);
  await until(() => expect(standby.sql("SELECT max(number) FROM postern.commits", database)).toBe("5"));
  standby.sql("ALTER SYSTEM SET primary_conninfo = ''");
  standby.sql("SELECT pg_reload_conf()");
  await until(() => expect(primary.sql("SELECT count(*) FROM pg_stat_replication")).toBe("0"));
  for (let n = 0; n < 10; n++) await addEntry(store, "lost", n);
  return {
    ...{ url, store },
    async failOver() {
      await primary.kill();
      current = standby.port;
      standby.sql("SELECT pg_promote()");
    },
  };
}

/** Expects that no number up to 15, that of the last lost commit, was used again. */
async function expectNewNumbers(store: CompleteDriver, count: number): Promise<void> {
  const found = (await entriesIn(store)).entries;
  expect(found.slice(0, 5).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  const later = found.slice(5);
  expect(later).toHaveLength(count);
  const first = (await epochOf(store))?.first as number;
  expect(first).toBeGreaterThan(1_000_000);
  for (const { number } of later) expect(number).toBeGreaterThan(first);
}

describe.skipIf(!has("postgresql"))("a standby without the last commits that was promoted", () => {
  it("begins a new epoch for a gateway that keeps running", async () => {
    const { store, failOver } = await startLossyPair();
    await failOver();
    await addEntry(store, "new", 0);
    await expectNewNumbers(store, 1);
  });

  it("begins a new epoch for a gateway that was restarted before the failover", async () => {
    const { store, url, failOver } = await startLossyPair();
    await store.dispose?.();
    const restarted = await open(url);
    await failOver();
    for (let n = 0; n < 12; n++) await addEntry(restarted, "new", n);
    await expectNewNumbers(restarted, 12);
  });

  it("begins a new epoch when a gateway starts after the failover, before any other commit", async () => {
    const { store, url, failOver } = await startLossyPair();
    await store.dispose?.();
    await failOver();
    const restarted = await open(url);
    expect((await epochOf(restarted))?.first).toBeGreaterThan(1_000_000);
    for (let n = 0; n < 12; n++) await addEntry(restarted, "new", n);
    await expectNewNumbers(restarted, 12);
  });

  it("begins one new epoch if a gateway that knows nothing is the first to commit", async () => {
    const { store, url, failOver } = await startLossyPair();
    await failOver();
    const fresh = await open(url);
    for (let n = 0; n < 20; n++) await addEntry(fresh, "fresh", n);
    const epoch = await epochOf(fresh);
    await addEntry(store, "new", 0);
    expect(await epochOf(store)).toEqual(epoch);
    await expectNewNumbers(store, 21);
  });
});

describe.skipIf(!has("postgresql"))("a server that was set back to a point in time with its archived log", () => {
  /** A server that is set back from commit 15 to 5. */
  async function startArchived() {
    const cluster = await startCluster([], { archived: true });
    onTestFinished(() => cluster.stop());
    const url = cluster.database();
    const store = await open(url);
    for (let n = 0; n < 5; n++) await addEntry(store, "kept", n);
    await cluster.archive?.point("five");
    for (let n = 0; n < 10; n++) await addEntry(store, "lost", n);
    return {
      ...{ url, store },
      async setBack() {
        await cluster.kill();
        await cluster.archive?.restore("five");
      },
    };
  }

  it("begins a new epoch for a gateway that keeps running", async () => {
    const { store, setBack } = await startArchived();
    await setBack();
    await addEntry(store, "new", 0);
    await expectNewNumbers(store, 1);
  });

  it("begins a new epoch for a gateway that was restarted before", async () => {
    const { store, url, setBack } = await startArchived();
    await store.dispose?.();
    const restarted = await open(url);
    await setBack();
    for (let n = 0; n < 12; n++) await addEntry(restarted, "new", n);
    await expectNewNumbers(restarted, 12);
  });

  it("begins a new epoch when a gateway starts afterwards, before any other commit", async () => {
    const { store, url, setBack } = await startArchived();
    await store.dispose?.();
    await setBack();
    const restarted = await open(url);
    for (let n = 0; n < 12; n++) await addEntry(restarted, "new", n);
    await expectNewNumbers(restarted, 12);
  });

  it("begins one new epoch if a gateway that knows nothing is the first to commit", async () => {
    const { store, url, setBack } = await startArchived();
    await setBack();
    const fresh = await open(url);
    for (let n = 0; n < 20; n++) await addEntry(fresh, "fresh", n);
    const epoch = await epochOf(fresh);
    await addEntry(store, "new", 0);
    expect(await epochOf(store)).toEqual(epoch);
    await expectNewNumbers(store, 21);
  });
});

describe.skipIf(!has("postgresql"))("a database that was set back on the same server", () => {
  /** A database that a restore has set back from commit 15 to 5, while its gateway was stopped. */
  async function startSetBack(options: Partial<PostgresOptions>) {
    const cluster = await startCluster();
    onTestFinished(() => cluster.stop());
    const url = cluster.database();
    const store = await open(url, options);
    for (let n = 0; n < 15; n++) await addEntry(store, n < 5 ? "kept" : "lost", n);
    await store.dispose?.();
    const later = `'${encodeKey([entries.name, 5])}~'`;
    const database = new URL(url).pathname.slice(1);
    cluster.sql(
      `DELETE FROM postern.commits WHERE number > 5; DELETE FROM postern.records WHERE key > ${later} AND key LIKE '%entry%'`,
      database,
    );
    return url;
  }

  it("begins a new epoch if the gateway keeps the last commit in a file", async () => {
    const options = { positionFile: join(folder(), "last-commit.json") };
    const restarted = await open(await startSetBack(options), options);
    expect((await epochOf(restarted))?.first).toBeGreaterThan(1_000_000);
    for (let n = 0; n < 12; n++) await addEntry(restarted, "new", n);
    await expectNewNumbers(restarted, 12);
  });

  it("begins a new epoch also if another gateway has already used the number in the file", async () => {
    const options = { positionFile: join(folder(), "last-commit.json") };
    const url = await startSetBack(options);
    const fresh = await open(url);
    for (let n = 0; n < 12; n++) await addEntry(fresh, "fresh", n);
    expect(await epochOf(fresh)).toBeUndefined();
    const restarted = await open(url, options);
    expect((await epochOf(restarted))?.first).toBeGreaterThan(1_000_000);
  });

  it("continues as before if nothing was lost", async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.stop());
    const url = cluster.database();
    const options = { positionFile: join(folder(), "last-commit.json") };
    for (let n = 0; n < 3; n++) {
      const store = await open(url, options);
      expect(await addEntry(store, "x", n)).toBe(n + 1);
      await store.dispose?.();
      await cluster.kill();
      await cluster.start();
    }
    expect(await epochOf(await open(url, options))).toBeUndefined();
  });
});
