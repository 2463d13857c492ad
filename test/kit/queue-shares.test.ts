import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { jobsPlugin } from "./fixtures/jobs.ts";

const shareOf = ({ name }: { name: string }) => name.split(" ")[1];

async function start(share: { most?: number } = {}, concurrency = 8) {
  const jobs = jobsPlugin({ concurrency, share: { of: shareOf, ...share }, backoff: [100_000] });
  const found = await testGateway({ plugins: [jobs.plugin()] });
  onTestFinished(() => found.stop());
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  return {
    ...jobs,
    ...found,
    post,
    ask: async (name: string): Promise<string> => (await post("jobs.ask", { name })).id,
    totalOf: async (status: string): Promise<number> => (await post("jobs.work.list", { status })).total,
  };
}

describe("a queue with shares", () => {
  it("limits concurrent entries per share, alongside other shares", async () => {
    const { ask, attempts, totalOf } = await start({ most: 2 });
    for (let n = 0; n < 30; n++) await ask(`hangs a ${n}`);
    await until(() => expect(attempts).toHaveLength(2));
    for (let n = 0; n < 5; n++) await ask(`good b ${n}`);
    await until(async () => expect(await totalOf("done")).toBe(5));
    expect(attempts.filter(({ name }) => name.startsWith("hangs"))).toHaveLength(2);
  });

  it("finds an entry of another share behind hundreds without room", async () => {
    const { ask, attempts, totalOf } = await start({ most: 1 }, 4);
    for (let n = 0; n < 300; n++) await ask(`hangs ${n % 2 ? "a" : "b"} ${n}`);
    await until(() => expect(attempts).toHaveLength(2));
    const began = performance.now();
    await ask("good c");
    await until(async () => expect(await totalOf("done")).toBe(1));
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it("pauses a share after five consecutive failures, without losing attempts", async () => {
    const { ask, attempts, totalOf, advance, post } = await start({ most: 1 });
    for (let n = 0; n < 20; n++) await ask(`fails a ${n}`);
    await until(() => expect(attempts).toHaveLength(5));
    const { work } = await post("jobs.work.list", { limit: "50" });
    expect(work.filter((one: { attempts: number }) => one.attempts === 0)).toHaveLength(15);
    await ask("good b");
    await until(async () => expect(await totalOf("done")).toBe(1));
    // After the pause one entry is attempted. As it fails too, the share is paused for longer.
    await advance(1_500);
    await until(() => expect(attempts.filter(({ name }) => name.startsWith("fails"))).toHaveLength(6));
    await ask("good a");
    await advance(2_500);
    await until(() => expect(attempts.filter(({ name }) => name.startsWith("fails"))).toHaveLength(7));
  });

  it("fully resumes a share after its first success", async () => {
    const { ask, attempts, totalOf, advance } = await start({ most: 8 });
    for (let n = 0; n < 5; n++) await ask(`fails a ${n}`);
    await until(() => expect(attempts).toHaveLength(5));
    for (let n = 0; n < 10; n++) await ask(`good a ${n}`);
    expect(await totalOf("done")).toBe(0);
    await advance(1_500);
    await until(async () => expect(await totalOf("done")).toBe(10));
  });
});
