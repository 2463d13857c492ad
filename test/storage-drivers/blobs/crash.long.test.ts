import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BlobStorage } from "@postern/core/storage";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBlobs as openPostgres } from "../../../storage-drivers/postgres/src/blobs/index.ts";
import { openBlobs as openS3 } from "../../../storage-drivers/s3/src/index.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { startCluster } from "../postgres/cluster.ts";
import { s3Key } from "./s3-keys.ts";
import { startS3Server } from "./s3-server.ts";
import { isComplete } from "./values.ts";

const onPostgres = it.skipIf(!has("postgresql"));

const WRITER = fileURLToPath(new URL("writer.mjs", import.meta.url));
const ROUNDS = 4;

/** Runs the built driver in a process that writes values, and kills it in the middle of one. Returns what it confirmed. */
async function killedWriter(driver: string, options: object, round: number): Promise<string[]> {
  const { child, confirmed } = startWriter(driver, options);
  await until(() => expect(confirmed().length).toBeGreaterThanOrEqual(2));
  // In another phase of a write each time.
  await pause(round * 7);
  const ended = new Promise((done) => child.once("close", done));
  child.kill("SIGKILL");
  await ended;
  return confirmed();
}

function startWriter(driver: string, options: object) {
  const child = spawn(process.execPath, [WRITER, driver, JSON.stringify(options)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return { child, confirmed: () => text.split("\n").slice(0, -1) };
}

/** Every value that was confirmed is there, and every value that is there is complete. */
async function expectWhole(blobs: BlobStorage, confirmed: readonly string[]): Promise<void> {
  const keys = await blobs.getKeys();
  expect(keys).toEqual(expect.arrayContaining([...confirmed]));
  for (const key of keys) expect([key, isComplete(key, await blobs.getItemRaw(key))]).toEqual([key, true]);
}

describe("large values of a gateway that is killed", () => {
  it.skipIf(!has("swift"))("are complete or missing in S3 (needs python3-swift)", async () => {
    const server = await startS3Server();
    onTestFinished(server.stop);
    const options = { url: await server.createBucket("values"), ...s3Key };
    const confirmed: string[] = [];
    for (let round = 0; round < ROUNDS; round++)
      confirmed.push(...(await killedWriter("@postern/storage-s3", options, round)));
    await expectWhole(openS3(options), confirmed);
  });

  onPostgres("are complete or missing in PostgreSQL (needs postgresql)", async () => {
    const cluster = await startCluster();
    onTestFinished(cluster.stop);
    const options = { url: cluster.database() };
    const confirmed: string[] = [];
    for (let round = 0; round < ROUNDS; round++)
      confirmed.push(...(await killedWriter("@postern/storage-postgres/blobs", options, round)));
    await expectWhole(openPostgres(options), confirmed);
  });

  onPostgres("survive a crash of PostgreSQL once they are confirmed (needs postgresql)", async () => {
    // The driver asks for durability, whatever the server does by default.
    const cluster = await startCluster(["synchronous_commit=off", "wal_writer_delay=10000"]);
    onTestFinished(cluster.stop);
    const options = { url: cluster.database() };
    const { child, confirmed } = startWriter("@postern/storage-postgres/blobs", options);
    const ended = new Promise((done) => child.once("close", done));
    await until(() => expect(confirmed().length).toBeGreaterThanOrEqual(5));
    await cluster.kill();
    await ended;
    await cluster.start();
    await expectWhole(openPostgres(options), confirmed());
  });
});
