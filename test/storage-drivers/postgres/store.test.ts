import {
  type CompleteDriver,
  complete,
  currentEpoch,
  encodeKey,
  encodeRecord,
  readsOf,
  type StoreUnavailable,
  Transaction,
} from "@postern/core/storage";
import postgres, { type PostgresOptions } from "@postern/storage-postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { removeFolder, tempFolder } from "../../plugins/channels/servers/programs.ts";
import { makeCertificate } from "../../run/certificate.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { addEntry, entries, entriesIn } from "./counting.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["password_encryption=scram-sha-256"]);
});
afterAll(() => cluster.stop());

async function open(url: string, options: Partial<PostgresOptions> = {}): Promise<CompleteDriver> {
  const store = await complete(postgres({ url, ...options }));
  onTestFinished(async () => store.dispose?.());
  return store;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const sql = (url: string, text: string) => cluster.sql(text, nameOf(url));

describe.skipIf(!has("postgresql"))("opening a store in PostgreSQL", () => {
  it("creates its tables in the schema of the URL, once for several gateways that start together", async () => {
    const url = cluster.database("?schema=team_a");
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    await Promise.all(stores.map((store, n) => addEntry(store, "x", n)));
    expect(sql(url, "SELECT count(*) > 4 FROM team_a.records")).toBe("t");
    expect((await entriesIn(stores[0] as CompleteDriver)).total).toBe(4);
  });

  it("creates nothing with create: false", async () => {
    const url = cluster.database();
    await expect(open(url, { create: false })).rejects.toMatchObject({ reason: "missing" });
    expect(sql(url, "SELECT count(*) FROM pg_namespace WHERE nspname = 'postern'")).toBe("0");
  });

  it("needs no right to create anything once the tables exist", async () => {
    const url = cluster.database();
    const refused = url.replace("postgres@", "gateway:secret@");
    sql(url, "CREATE ROLE gateway LOGIN PASSWORD 'secret'");
    const error = await open(refused).catch((error: StoreUnavailable) => error);
    expect(error).toMatchObject({ reason: "read_only", message: expect.stringContaining("permission denied") });
    expect((error as Error).message).not.toContain("secret");
    await (await open(url)).dispose?.();
    sql(
      url,
      "GRANT USAGE ON SCHEMA postern TO gateway; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA postern TO gateway",
    );
    const store = await open(refused);
    await addEntry(store, "x", 0);
    expect((await entriesIn(store)).total).toBe(1);
    // The id of a transaction whose first digits name the server.
    expect(sql(url, "SELECT flight FROM postern.commits WHERE number = 1")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
  });

  it("refuses tables of a newer version", async () => {
    const url = cluster.database();
    await (await open(url)).dispose?.();
    sql(url, "COMMENT ON TABLE postern.records IS 'postern 99'");
    await expect(open(url)).rejects.toThrow("have version 99");
  });

  it.each(["fsync", "synchronous_commit"])("refuses a server that can lose commits: %s is off", async (setting) => {
    const url = cluster.database();
    const unsafe = setting === "fsync" ? await unsafeUrl() : url;
    if (setting === "synchronous_commit") sql(url, `ALTER DATABASE ${nameOf(url)} SET synchronous_commit = off`);
    await expect(open(unsafe)).rejects.toThrow(`${setting} is off`);
    const store = await open(`${unsafe}?allowDataLoss=true`);
    expect(store.guarantees.durable).toBe("as the driver");
    await addEntry(store, "x", 0);
  });

  it("encrypts its connections as the URL asks, and refuses a certificate that it does not trust", async () => {
    const folder = tempFolder();
    onTestFinished(() => removeFolder(folder));
    const { keyFile: key, certFile: cert } = makeCertificate(folder, ["localhost"]);
    const secure = await startCluster(["ssl=on"], { tls: { key, cert } });
    onTestFinished(() => secure.stop());
    const url = secure.database("?sslmode=verify-full").replace("127.0.0.1", "localhost");
    await expect(open(url)).rejects.toThrow("self-signed certificate");
    await open(`${url}&sslrootcert=${cert}`);
    const used =
      "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'postern%'";
    await addEntry(await open(`${url}&sslrootcert=${cert}`), "x", 0);
    expect(secure.sql(used)).toBe("t");
  });

  it("says which option or part of the URL is invalid", () => {
    const opening = (options: PostgresOptions) => expect(() => postgres(options));
    opening({ url: "mysql://x" }).toThrow("The URL must be like postgres://user@host:5432/database");
    opening({ url: "postgres://x/y?schema=A%22" }).toThrow('not "A\\""');
    for (const schema of ["information_schema", "pg_catalog", "pg_toast", "pg_temp", "pg_"]) {
      opening({ url: "postgres://x/y", schema }).toThrow(`The schema "${schema}" belongs to PostgreSQL itself`);
      opening({ url: `postgres://x/y?schema=${schema}` }).toThrow(
        `The schema "${schema}" belongs to PostgreSQL itself`,
      );
    }
    opening({ url: "postgres://x/y", readers: 1 }).toThrow("readers must be an integer of at least 2, not 1");
  });
});

async function unsafeUrl(): Promise<string> {
  const other = await startCluster(["fsync=off"]);
  onTestFinished(() => other.stop());
  return other.database();
}

describe.skipIf(!has("postgresql"))("a snapshot", () => {
  it("ends when nothing is read for too long, and its reader is told", async () => {
    const url = cluster.database();
    const store = await open(url, { snapshotTimeout: 500 });
    const snapshot = store.snapshot();
    await snapshot.getItem("x");
    const idle = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'";
    expect(sql(url, `${idle} AND datname = '${nameOf(url)}'`)).toBe("1");
    await until(() => expect(sql(url, `${idle} AND datname = '${nameOf(url)}'`)).toBe("0"));
    await expect(async () => snapshot.getItem("x")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    snapshot.release();
    await expect(async () => snapshot.getItem("x")).rejects.toMatchObject({ reason: "closed" });
    expect(await store.getItem("x")).toBeNull();
  });

  it("is shared by queries that wait for a connection, and never older than what they must see", async () => {
    const url = cluster.database();
    const store = await open(url, { readers: 2 });
    const holder = store.snapshot();
    await holder.getItem("x");
    await addEntry(store, "x", 0);
    const waiting = Array.from({ length: 50 }, () => store.snapshot());
    const seen = Promise.all(waiting.map(async (snapshot) => (await entriesIn(snapshot)).total));
    expect((await entriesIn(holder)).total).toBe(0);
    const readers = sql(url, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'postern reader'");
    expect(Number(readers)).toBeLessThanOrEqual(2);
    expect(await seen).toEqual(waiting.map(() => 1));
    for (const snapshot of [holder, ...waiting]) snapshot.release();
  });

  it("knows its number while others commit", async () => {
    const url = cluster.database();
    const [store, other] = [await open(url), await open(url)];
    await addEntry(other, "x", 0);
    const snapshot = store.snapshot();
    expect((await entriesIn(snapshot)).total).toBe(1);
    await addEntry(other, "x", 1);
    expect(await snapshot.position?.()).toBe(1);
    expect(await store.position?.()).toBe(2);
    snapshot.release();
  });
});

describe.skipIf(!has("postgresql"))("several gateways on one database", () => {
  it("number their commits in order and without gaps, and one of two conflicting commits is refused", async () => {
    const url = cluster.database();
    const stores = await Promise.all([open(url), open(url), open(url)]);
    await Promise.all(stores.flatMap((store, at) => Array.from({ length: 60 }, (_, n) => addEntry(store, `${at}`, n))));
    const found = await entriesIn(stores[0] as CompleteDriver);
    expect(found.total).toBe(180);
    expect(found.entries.map(({ number }) => number)).toEqual(Array.from({ length: 180 }, (_, n) => n + 1));

    const write = (store: CompleteDriver, n: number) => {
      const check = { start: "k", end: "k\0", found: [] };
      return store.commit([{ checks: [check], writes: [{ key: "k", value: encodeRecord(n) }] }]);
    };
    const answers = (await Promise.all(stores.map(write))).flat();
    expect(answers.filter((answer) => answer !== false)).toHaveLength(1);
  });

  it("notice each other's commits, also after the listening connection was lost", async () => {
    const url = cluster.database();
    const [store, other] = [await open(url), await open(url)];
    const seen: number[] = [];
    const unwatch = store.onCommit?.((number) => seen.push(number));
    onTestFinished(() => unwatch?.());
    await addEntry(other, "x", 0);
    await until(() => expect(seen).toContain(1));
    sql(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'postern listener'");
    await addEntry(other, "x", 1);
    await until(() => expect(seen).toContain(2));
    expect(store.committed?.()).toBe(2);
  });
});

describe.skipIf(!has("postgresql"))("a server that has lost acknowledged commits", () => {
  it("begins a new epoch, so that no number is used twice", async () => {
    const url = cluster.database();
    const store = await open(url);
    for (let n = 0; n < 5; n++) await addEntry(store, "x", n);
    // What the promotion of a standby that is behind does.
    const later = `'${encodeKey([entries.name, 3])}'`;
    sql(url, `DELETE FROM postern.commits WHERE number > 3; DELETE FROM postern.records WHERE key > ${later}`);
    const number = Number(await addEntry(store, "x", 5));
    expect(number).toBeGreaterThan(1_000_000);
    const epoch = await readsOf(new Transaction(store)).read(currentEpoch);
    expect(epoch?.first).toBe(number - 1);
    expect((await entriesIn(store)).entries.map(({ n }) => n)).toEqual([0, 1, 2, 5]);
  });
});
