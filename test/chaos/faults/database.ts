import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Cluster } from "../../storage-drivers/postgres/cluster.ts";
import type { Fault } from "../plan.ts";

/** How often the server is started again: processes of the killed one may still use its memory. */
const STARTS = 50;

let isDown = false;

/** Kills the server and starts it again. */
export async function killDatabase(cluster: Cluster, { amount }: Fault): Promise<boolean> {
  if (isDown) return false;
  isDown = true;
  try {
    await cluster.kill();
    await pause(amount);
    await startAgain(cluster);
  } finally {
    isDown = false;
  }
  return true;
}

async function startAgain(cluster: Cluster): Promise<void> {
  for (let start = 1; ; start++) {
    try {
      return await cluster.start();
    } catch (error) {
      if (start === STARTS) throw error;
      await pause(200);
    }
  }
}

/** Ends one of the connections of the gateways, chosen by the fault. */
export async function terminateBackend(cluster: Cluster, { amount, isAtCommit }: Fault): Promise<boolean> {
  const names = isAtCommit ? "postern writer" : "postern %";
  const text =
    "SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE application_name LIKE $1 ORDER BY md5(pid::text || $2) LIMIT 1";
  return withDatabase(cluster, async (client) => {
    const { rows } = await client.query<{ ended: boolean }>(text, [names, String(amount)]);
    return rows[0]?.ended === true;
  });
}

/** How often the readers are ended again, in milliseconds. */
const AGAIN = 5;

/** Ends all connections for reading again and again, while commits succeed. */
export async function terminateReaders(cluster: Cluster, { amount }: Fault): Promise<boolean> {
  const text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'postern reader'";
  return withDatabase(cluster, async (client) => {
    for (const until = performance.now() + amount; performance.now() < until; await pause(AGAIN))
      await client.query(text);
    return true;
  });
}

/** Not with psql, which would stop the clients and proxies of this process while it runs. */
async function withDatabase({ port }: Cluster, work: (client: Client) => Promise<boolean>): Promise<boolean> {
  if (isDown) return false;
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
