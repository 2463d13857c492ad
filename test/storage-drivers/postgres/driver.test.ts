import { testDriver } from "@postern/core/testing";
import postgres from "@postern/storage-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, describe, it } from "vitest";
import { has } from "../../run/programs.ts";
import { type Cluster, startCluster } from "./cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

testDriver(
  "postgres",
  () => {
    const url = cluster.database();
    return {
      lasting: true,
      open: () => postgres({ url }),
      async tamper(key, text) {
        const client = new Client(url);
        await client.connect();
        await client.query("UPDATE postern.records SET value = $2 WHERE key = $1", [key, text]);
        await client.end();
      },
    };
  },
  { describe: describe.skipIf(!has("postgresql")), it },
);
