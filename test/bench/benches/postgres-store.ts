import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startCluster } from "../../storage-drivers/postgres/cluster.ts";
import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

/** Groups of commits on PostgreSQL, and how soon another gateway learns of them. */
export async function flights({ rounds, seconds }: Effort): Promise<void> {
  announce("flights: groups of 256 commits on PostgreSQL, and notifications of another gateway at 1,000 commits/s");
  const cluster = await startCluster();
  try {
    const groups: { rowsPerSecond: number; groupMs: number }[] = [];
    const delays: { p50: number; p99: number; idle: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      groups.push(await runProgram("pg-flights", halves.servers, { STORE: cluster.database() }));
      delays.push(await wakeUps(cluster.database(), seconds));
    }
    printFindings([
      { what: "rows per second", values: groups.map(({ rowsPerSecond }) => rowsPerSecond) },
      {
        what: "a group, and the longest that the lock is held",
        values: groups.map(({ groupMs }) => groupMs),
        unit: "ms",
      },
      {
        what: "wake-up of another gateway, p50",
        values: delays.map(({ p50 }) => p50),
        unit: "ms",
        goal: { atMost: 15 },
      },
      {
        what: "wake-up of another gateway, p99",
        values: delays.map(({ p99 }) => p99),
        unit: "ms",
        goal: { atMost: 50 },
      },
      {
        what: "the idle driver alone, share of a core",
        values: delays.map(({ idle }) => idle),
        goal: { atMost: 0.01 },
      },
    ]);
  } finally {
    await cluster.stop();
  }
}

/** How long after the acknowledgment of each commit another gateway sees it or a later one. */
async function wakeUps(url: string, seconds: number): Promise<{ p50: number; p99: number; idle: number }> {
  const idleMs = sized(10_000, 500);
  const env = { STORE: url, FOLDER: newFolder("wake-ups"), IDLE_MS: String(idleMs), SECONDS: String(seconds) };
  const woken = runProgram<{ seen: [number, number][]; idle: number }>("pg-woken", halves.servers, env);
  // Until it is connected and has measured how much it needs when nothing happens.
  await pause(idleMs + 2_500);
  const { acknowledged } = await runProgram<{ acknowledged: [number, number][] }>("pg-waker", halves.load, env);
  await pause(200);
  writeFileSync(join(env.FOLDER, "over"), "");
  const { seen, idle } = await woken;
  let at = 0;
  const delays: number[] = [];
  for (const [number, time] of acknowledged) {
    while (at < seen.length && (seen[at]?.[0] ?? 0) < number) at++;
    const found = seen[at];
    if (found) delays.push(found[1] - time);
  }
  if (delays.length < acknowledged.length) throw new Error("Not every commit was noticed");
  delays.sort((a, b) => a - b);
  const share = (part: number) => delays[Math.floor(part * (delays.length - 1))] as number;
  return { p50: share(0.5), p99: share(0.99), idle };
}

/** Pages of a large store on PostgreSQL, against the same on LMDB. */
export async function largePostgres({ rounds }: Effort): Promise<void> {
  const messages = sized(1_000_000, 10_000);
  const chats = messages / 10;
  announce(`large-postgres: ${messages} messages in ${chats} chats on PostgreSQL and on LMDB`);
  const cluster = await startCluster(["shared_buffers=1GB", "max_wal_size=4GB"]);
  const sizes = { CHAT_COUNT: String(chats), MESSAGE_COUNT: String(messages) };
  const stores = {
    lmdb: { ...sizes, FOLDER: newFolder("large-lmdb") },
    postgres: { ...sizes, FOLDER: newFolder("large-postgres"), STORE: cluster.database() },
  };
  try {
    for (const env of Object.values(stores)) await runProgram("fill", halves.servers, env);
    const pages = async (env: Record<string, string>) => ({
      messages: (await runProgram<{ pageMs: number }>("cold", halves.servers, env)).pageMs,
      members: (await runProgram<{ pageMs: number }>("members", halves.servers, env)).pageMs,
    });
    const measured: { lmdb: Awaited<ReturnType<typeof pages>>; postgres: Awaited<ReturnType<typeof pages>> }[] = [];
    for (let round = 0; round < rounds; round++)
      measured.push({ lmdb: await pages(stores.lmdb), postgres: await pages(stores.postgres) });
    printFindings([
      {
        what: "a page of 50 messages",
        values: measured.map(({ postgres }) => postgres.messages),
        unit: "ms",
        goal: { atMost: 2 },
      },
      { what: "a page of 50 messages on LMDB", values: measured.map(({ lmdb }) => lmdb.messages), unit: "ms" },
      {
        what: "a page of 50 members : on LMDB",
        values: measured.map(({ lmdb, postgres }) => postgres.members / lmdb.members),
        goal: { atMost: 3 },
      },
    ]);
  } finally {
    await cluster.stop();
  }
}
