import { type CompleteDriver, complete } from "@postern/core/storage";
import postgres, { type PostgresOptions } from "@postern/storage-postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { addEntry, entriesIn, expectExactly } from "./counting.ts";
import { load } from "./load.ts";
import { type Fate, startProxy } from "./proxy.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

async function open(url: string, options: Partial<PostgresOptions> = {}): Promise<CompleteDriver> {
  const store = await complete(postgres({ url, ...options }));
  onTestFinished(async () => store.dispose?.());
  return store;
}

/** A store behind a proxy, and the same store without it. */
async function proxied(options: Partial<PostgresOptions> = {}) {
  const url = cluster.database();
  const proxy = await startProxy(cluster.port);
  onTestFinished(() => proxy.stop());
  const direct = await open(url);
  const store = await open(url.replace(`:${cluster.port}/`, `:${proxy.port}/`), options);
  return { proxy, store, direct, url };
}

describe.skipIf(!has("postgresql"))("a commit whose connection breaks", () => {
  const isCommit = (data: Buffer) => data.includes("advance");

  it.each<Fate>(["cut before", "cut after", "cut half"])("is written once: %s", async (fate) => {
    const { proxy, store, direct } = await proxied();
    const acknowledged: string[] = [];
    for (let n = 0; n < 5; n++) {
      let left = 1;
      proxy.decide((data) => (isCommit(data) && left-- > 0 ? fate : "pass"));
      expect(await addEntry(store, "x", n)).toBe(2 * n + 1);
      expect(left).toBeLessThan(1);
      acknowledged.push(`x ${n}`);
      await addEntry(direct, "y", n);
      acknowledged.push(`y ${n}`);
    }
    await expectExactly(direct, acknowledged);
  });

  it("is written once if it breaks while the outcome is resolved", async () => {
    const { proxy, store, direct } = await proxied();
    let cuts = 0;
    proxy.decide((data) => {
      const isResolving = cuts > 0 && cuts < 4 && data.includes("flown");
      if (isResolving || (cuts === 0 && isCommit(data))) {
        cuts++;
        return "cut after";
      }
      return "pass";
    });
    await addEntry(store, "x", 0);
    expect(cuts).toBe(4);
    await expectExactly(direct, ["x 0"]);
  });

  it("is reported as unknown if the server does not come back in time", async () => {
    const { proxy, store, direct } = await proxied({ timeout: 300 });
    let isCut = false;
    proxy.decide((data) => {
      if (isCut) return "cut before";
      isCut = isCommit(data);
      return isCut ? "cut after" : "pass";
    });
    await expect(addEntry(store, "x", 0)).rejects.toMatchObject({ nothingWritten: false });
    expect((await entriesIn(direct)).total).toBe(1);
    proxy.decide(() => "pass");
    await addEntry(store, "x", 1);
    await expectExactly(direct, ["x 0", "x 1"]);
  });

  it("blocks other gateways for a few seconds only, even if its end is not noticed", async () => {
    const { proxy, store, direct } = await proxied({ statementTimeout: 1_000 });
    await addEntry(store, "x", 0);
    let isSilent = false;
    proxy.decide((data) => {
      if (isSilent) return "pass";
      isSilent = isCommit(data);
      return isSilent ? "silence" : "pass";
    });
    const stuck = addEntry(store, "x", 1);
    await until(() => expect(isSilent).toBe(true));
    await addEntry(direct, "y", 0);
    await stuck;
    await expectExactly(direct, ["x 0", "x 1", "y 0"]);
  });
});

describe.skipIf(!has("postgresql"))("a store on a server that fails", () => {
  it("loses and repeats nothing while its connections are terminated at random", async () => {
    const url = cluster.database();
    const stores = [await open(url), await open(url)];
    const database = new URL(url).pathname.slice(1);
    const writing = load(stores, 8);
    for (let fault = 0; fault < 25; fault++) {
      cluster.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' ORDER BY random() LIMIT 2`,
      );
      const before = writing.acknowledged.length;
      await until(() => expect(writing.acknowledged.length).toBeGreaterThan(before + 20));
    }
    const { acknowledged, failures } = await writing.stop();
    expect(failures).toEqual([]);
    await expectExactly(stores[0] as CompleteDriver, acknowledged);
  });

  it("loses and repeats nothing when the server is killed and started again", async () => {
    const url = cluster.database();
    const stores = [await open(url, { timeout: 60_000 }), await open(url, { timeout: 60_000 })];
    const writing = load(stores, 8);
    for (let fault = 0; fault < 3; fault++) {
      const before = writing.acknowledged.length;
      await until(() => expect(writing.acknowledged.length).toBeGreaterThan(before + 50));
      await cluster.kill();
      await cluster.start();
    }
    const { acknowledged, failures } = await writing.stop();
    expect(failures).toEqual([]);
    await expectExactly(stores[0] as CompleteDriver, acknowledged);
  });

  it("refuses reads at once and writes after the limit, and works again afterwards", async () => {
    const store = await open(cluster.database(), { timeout: 400 });
    await addEntry(store, "x", 0);
    await cluster.kill();
    try {
      await expect(store.getItem("x")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      const refused = { code: "STORE_UNAVAILABLE", reason: "timeout", nothingWritten: true };
      await expect(addEntry(store, "x", 1)).rejects.toMatchObject(refused);
      expect(store.trouble()).toMatchObject({ message: expect.stringContaining("127.0.0.1") });
    } finally {
      await cluster.start();
    }
    await addEntry(store, "x", 2);
    expect(store.trouble()).toBeUndefined();
    await expectExactly(store, ["x 0", "x 2"]);
  });
});
