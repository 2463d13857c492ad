import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBlobs } from "../../../storage-drivers/postgres/src/blobs/index.ts";
import { has } from "../../run/programs.ts";
import { type Cluster, startCluster } from "../postgres/cluster.ts";
import { isComplete, keyOf } from "./values.ts";

const value = randomBytes(2_500_000);
const key = keyOf("audio", value);
const databaseOf = (url: string) => new URL(url).pathname.slice(1);

describe.skipIf(!has("postgresql"))("large values in PostgreSQL (needs postgresql)", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.stop());

  it("are stored in parts of 1 MiB, which are deleted with them", async () => {
    const url = cluster.database();
    const blobs = openBlobs({ url });
    const parts = () => cluster.sql("SELECT part, length(value) FROM postern.blob_parts ORDER BY 1", databaseOf(url));
    await blobs.setItemRaw(key, value);
    await blobs.setItemRaw(key, value);
    expect(parts().split("\n")).toEqual(["0|1048576", "1|1048576", "2|402848"]);
    await blobs.removeItem(key);
    expect(parts()).toBe("");
  });

  it("are in the schema that the URL names", async () => {
    const url = cluster.database("?schema=other");
    await openBlobs({ url }).setItemRaw(key, value);
    expect(cluster.sql("SELECT count(*) FROM other.blobs", databaseOf(url))).toBe("1");
  });

  it("get their tables once, when many gateways start at the same time", async () => {
    const url = cluster.database();
    const gateways = Array.from({ length: 10 }, () => openBlobs({ url }));
    await Promise.all(gateways.map((blobs) => blobs.setItemRaw(key, value)));
    for (const blobs of gateways) expect(await blobs.getKeys()).toEqual([key]);
  });

  it("need no right to create tables that exist", async () => {
    const url = cluster.database();
    await openBlobs({ url }).setItemRaw(key, value);
    cluster.sql(
      "CREATE ROLE limited LOGIN; GRANT USAGE ON SCHEMA postern TO limited; GRANT SELECT ON ALL TABLES IN SCHEMA postern TO limited",
      databaseOf(url),
    );
    const limited = openBlobs({ url: url.replace("postgres@", "limited@") });
    expect(isComplete(key, await limited.getItemRaw(key))).toBe(true);
    await expect(limited.setItemRaw(key, value)).rejects.toMatchObject({ reason: "read_only" });
  });

  it("are read and written after the server has ended all connections, or was killed", async () => {
    const blobs = openBlobs({ url: cluster.database() });
    await blobs.setItemRaw(key, value);
    cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'postern blobs'");
    expect(isComplete(key, await blobs.getItemRaw(key))).toBe(true);
    await cluster.kill();
    await expect(blobs.getItemRaw(key)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await cluster.start();
    expect(isComplete(key, await blobs.getItemRaw(key))).toBe(true);
    await blobs.setItemRaw(key, value);
  });

  it("are an error if a part is missing", async () => {
    const url = cluster.database();
    const blobs = openBlobs({ url });
    await blobs.setItemRaw(key, value);
    cluster.sql("DELETE FROM postern.blob_parts WHERE part = 1", databaseOf(url));
    await expect(blobs.getItemRaw(key)).rejects.toThrow("is incomplete");
  });

  it("use at most two connections", async () => {
    const url = cluster.database();
    const blobs = openBlobs({ url });
    await blobs.setItemRaw(key, value);
    const found = await Promise.all(Array.from({ length: 12 }, () => blobs.getItemRaw(key)));
    expect(found.every((read) => isComplete(key, read))).toBe(true);
    const count = `SELECT count(*) FROM pg_stat_activity WHERE datname = '${databaseOf(url)}' AND application_name = 'postern blobs'`;
    expect(cluster.sql(count)).toBe("2");
    await blobs.dispose();
    await expect.poll(() => cluster.sql(count)).toBe("0");
    await expect(blobs.getItemRaw(key)).rejects.toMatchObject({ reason: "closed" });
  });

  it("fail without repeating the password", async () => {
    const blobs = openBlobs({ url: "postgres://someone:hidden@127.0.0.1:1/store" });
    const failure = await blobs.getItemRaw(key).catch((error) => error);
    expect(failure).toMatchObject({ code: "STORE_UNAVAILABLE", message: expect.stringContaining("ECONNREFUSED") });
    expect(inspect(failure, { depth: 10 })).not.toContain("hidden");
  });
});
