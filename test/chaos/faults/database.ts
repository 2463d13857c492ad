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
export async function terminateBackend({ port }: Cluster, { amount, isAtCommit }: Fault): Promise<boolean> {
  if (isDown) return false;
  const names = isAtCommit ? "postern writer" : "postern %";
  const text =
    "SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE application_name LIKE $1 ORDER BY md5(pid::text || $2) LIMIT 1";
  // Not with psql, which would stop the clients and proxies of this process while it runs.
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ ended: boolean }>(text, [names, String(amount)]);
    return rows[0]?.ended === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
