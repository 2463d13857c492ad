import { setTimeout as pause } from "node:timers/promises";
import { createLoop } from "@postern/core/background";
import { testGateway } from "@postern/core/testing";
import { createKnown } from "@postern/kit/queue";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { dueIn, watchLooks } from "../run/looks.ts";
import { until } from "../run/until.ts";
import { jobsPlugin } from "./fixtures/jobs.ts";

async function open(storage = memory()) {
  const jobs = jobsPlugin();
  const watched = watchLooks(storage, dueIn("jobs.work"));
  let shift = 0;
  const gateway = await testGateway({
    plugins: [jobs.plugin()],
    storage: watched.storage,
    now: () => Date.now() + shift,
  });
  onTestFinished(gateway.stop);
  const post = async (id: string, body: object) => (await gateway.admin.post(id, body)).body;
  return {
    ...jobs,
    ...watched,
    post,
    shift: (by: number) => {
      shift += by;
    },
  };
}

describe("the worker of an idle queue", () => {
  it("does not read the store while nothing is committed", async () => {
    const { looks, looked } = await open();
    await looked();
    // What the start has committed is noticed a moment later.
    let before = -1;
    while (before !== looks()) {
      before = looks();
      await pause(500);
    }
    await pause(2_500);
    expect(looks() - before).toBe(0);
  });

  it("notices a clock that was set ahead without a commit", async () => {
    const { post, shift, attempts } = await open();
    await post("jobs.ask", { name: "fails once" });
    await until(() => expect(attempts).toHaveLength(1));
    shift(2_000);
    await until(() => expect(attempts).toHaveLength(2));
  });

  it("notices what another gateway on the same store commits", async () => {
    const storage = memory();
    const [one, other] = [await open(storage), await open(storage)];
    await one.looked();
    const before = one.looks();
    await other.post("jobs.ask", { name: "tea" });
    await until(() => expect(one.looks()).toBeGreaterThan(before));
  });
});

describe("what is known from a reading", () => {
  it("is read again after a commit, and after a reading during which there was one", async () => {
    let due = 100;
    let reads = 0;
    let during = () => {};
    const known = createKnown(async () => {
      reads++;
      during();
      return due;
    });
    expect(await known.current()).toBe(100);
    due = 50;
    expect(await known.current()).toBe(100);
    known.noteCommit();
    expect([await known.current(), reads]).toEqual([50, 2]);
    expect([await known.current(), reads]).toEqual([50, 2]);
    during = known.noteCommit;
    known.noteCommit();
    await known.current();
    expect([await known.current(), reads]).toEqual([50, 4]);
  });
});

describe("idle loops", () => {
  it("that were started at different times wake at the same times", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const times: number[][] = [[], [], []];
    for (const woken of times) {
      const step = async () => {
        woken.push(performance.now());
        return 500;
      };
      const loop = createLoop({ name: "idle", log, step });
      onTestFinished(() => loop.stop());
      loop.wake();
      await vi.advanceTimersByTimeAsync(130);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    const [first = []] = times.map((woken) => woken.slice(-3));
    expect(first.map((time) => Math.floor(time) % 500)).toEqual([0, 0, 0]);
    for (const woken of times) expect(woken.slice(-3)).toEqual(first);
  });
});
