import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineCommand, defineGroup, definePlugin, type PluginContext, T } from "@postern/core";
import { defineQueue, nonRetryable } from "@postern/core/queue";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { dueIn, watchLooks } from "../run/looks.ts";
import { until } from "../run/until.ts";
import { folder } from "../storage-drivers/folder.ts";
import { start as child } from "../storage-drivers/processes/spawn.ts";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

type Outcome = "done" | "dead" | "again";
interface Job {
  lane: string;
  n: number;
}

/** A queue whose handler the test controls. */
async function start({ concurrency = 8, storage = memory(), held = false } = {}) {
  const group = defineGroup("toil", { title: "Toil" });
  const begun: Job[] = [];
  const atWork = new Map<string, (outcome: Outcome) => void>();
  const work = defineQueue(group, "work", {
    one: "job",
    entry: T.Object({ lane: T.String(), n: T.Integer() }),
    about: { field: "lane", of: ({ lane }) => lane },
    lane: ({ lane }) => (lane === "none" ? undefined : lane),
    backoff: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    concurrency,
    async handle({ payload }) {
      begun.push(payload);
      if (!held) return;
      const outcome = await new Promise<Outcome>((resolve) => atWork.set(`${payload.lane} ${payload.n}`, resolve));
      atWork.delete(`${payload.lane} ${payload.n}`);
      if (outcome === "dead") throw nonRetryable("as requested");
      if (outcome === "again") throw new Error("as requested");
    },
  });
  const ask = defineCommand(group, {
    id: "toil.ask",
    summary: "Ask for jobs",
    input: T.Object({ jobs: T.Array(T.Object({ lane: T.String(), n: T.Integer() })) }),
    output: T.Object({ ids: T.Array(T.String()) }),
    plan: () => ({ summary: "Ask" }),
    async execute(ctx, _plan, { jobs }) {
      const ids: string[] = [];
      for (const job of jobs) ids.push(await work.add(ctx, job));
      return { ids };
    },
  });
  const giveUpLane = defineCommand(group, {
    id: "toil.leave",
    summary: "Give a lane up",
    input: T.Object({ lane: T.String() }),
    output: T.Object({ count: T.Integer() }),
    plan: () => ({ summary: "Leave" }),
    execute: async (ctx, _plan, { lane }) => ({ count: await work.discardAbout(ctx, lane) }),
  });
  let host: PluginContext | undefined;
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [ask, giveUpLane],
    workers: [work],
    start(given) {
      host = given as PluginContext;
      return () => {};
    },
  });
  const watched = watchLooks(storage, dueIn("toil.work"));
  const found = await testGateway({ plugins: [plugin()], storage: watched.storage });
  open.push(found);
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  return {
    ...found,
    host: host as unknown as PluginContext,
    work,
    begun,
    atWork,
    storage,
    looked: watched.looked,
    post,
    ask: async (...jobs: Job[]): Promise<string[]> => (await post("toil.ask", { jobs })).ids,
    tell: async (lane: string, n: number, outcome: Outcome) => {
      await until(() => expect(atWork.has(`${lane} ${n}`)).toBe(true));
      atWork.get(`${lane} ${n}`)?.(outcome);
    },
    statusOf: async (id: string) => (await post("toil.work.show", { id })).job,
  };
}

const jobs = (lane: string, count: number): Job[] => Array.from({ length: count }, (_, n) => ({ lane, n }));

describe("entries of one lane", () => {
  it("are handled in the order in which they were added, even within a commit", async () => {
    const { ask, begun } = await start();
    await ask(...jobs("a", 60), ...jobs("b", 60));
    for (let n = 60; n < 80; n++) await ask({ lane: "a", n });
    await until(() => expect(begun).toHaveLength(140));
    expect(begun.filter(({ lane }) => lane === "a").map(({ n }) => n)).toEqual(jobs("a", 80).map(({ n }) => n));
    expect(begun.filter(({ lane }) => lane === "b").map(({ n }) => n)).toEqual(jobs("b", 60).map(({ n }) => n));
  });

  it("are handled one at a time, concurrently with other lanes and entries without one", async () => {
    const { ask, atWork, tell, statusOf, looked } = await start({ held: true });
    const ids = await ask(...jobs("a", 3), ...jobs("b", 2), ...jobs("none", 2));
    await until(() => expect([...atWork.keys()].toSorted()).toEqual(["a 0", "b 0", "none 0", "none 1"]));
    const waiting = await statusOf(ids[1] as string);
    expect(waiting).toMatchObject({ status: "waiting", attempts: 0 });
    expect(waiting).not.toHaveProperty("nextAttemptAt");
    await tell("a", 0, "done");
    await until(() => expect(atWork.has("a 1")).toBe(true));
    await looked();
    expect([...atWork.keys()].toSorted()).toEqual(["a 1", "b 0", "none 0", "none 1"]);
    for (const [lane, n] of [
      ["a", 1],
      ["a", 2],
      ["b", 0],
      ["b", 1],
      ["none", 0],
      ["none", 1],
    ] as const)
      await tell(lane, n, "done");
  });

  it("wait while the one before them is retried, and continue when it is dead", async () => {
    const { ask, tell, begun, statusOf, atWork } = await start({ held: true });
    const [first] = await ask(...jobs("a", 2));
    await tell("a", 0, "again");
    await until(() => expect(begun).toHaveLength(2));
    expect(begun.map(({ n }) => n)).toEqual([0, 0]);
    await tell("a", 0, "dead");
    await until(() => expect(atWork.has("a 1")).toBe(true));
    expect(await statusOf(first as string)).toMatchObject({ status: "dead" });
    await tell("a", 1, "done");
  });

  it("enter the lane again at the end if they are retried", async () => {
    const { ask, tell, post, begun, statusOf, atWork } = await start({ held: true });
    const [dead, second, third] = await ask(...jobs("a", 3));
    await tell("a", 0, "dead");
    await until(() => expect(atWork.has("a 1")).toBe(true));
    const { job } = await post("toil.work.retry", { id: dead });
    expect(job).toMatchObject({ status: "waiting", attempts: 0 });
    expect(job).not.toHaveProperty("nextAttemptAt");
    // A waiting entry keeps its position.
    expect((await post("toil.work.retry", { id: third })).job).not.toHaveProperty("nextAttemptAt");
    for (const n of [1, 2, 0]) await tell("a", n, "done");
    await until(async () => expect(await statusOf(dead as string)).toMatchObject({ status: "done" }));
    expect(begun.map(({ n }) => n)).toEqual([0, 1, 2, 0]);
    expect(await statusOf(second as string)).toMatchObject({ status: "done" });
  });

  it("release the next one when the first is discarded, and are skipped if discarded", async () => {
    const { ask, tell, post, begun, atWork } = await start({ held: true, concurrency: 1 });
    // The only worker is busy with another entry, so the first entry of the lane is still waiting.
    await ask({ lane: "none", n: 9 });
    await until(() => expect(atWork.has("none 9")).toBe(true));
    const ids = await ask(...jobs("a", 4));
    await post("toil.work.discard", { id: ids[1] });
    await post("toil.work.discard", { id: ids[0] });
    expect((await post("toil.work.show", { id: ids[2] })).job).toHaveProperty("nextAttemptAt");
    await tell("none", 9, "done");
    await tell("a", 2, "done");
    await tell("a", 3, "done");
    await until(async () => expect((await post("toil.work.list", { status: "done" })).total).toBe(3));
    expect(begun.map(({ n }) => n)).toEqual([9, 2, 3]);
    // An empty lane leaves nothing.
    const [again] = await ask({ lane: "a", n: 7 });
    await tell("a", 7, "done");
    await until(async () => expect((await post("toil.work.show", { id: again })).job.status).toBe("done"));
  });

  it("can be discarded together by the thousand, and the lane continues with later ones", async () => {
    const { ask, tell, post, atWork, work, host, begun } = await start({ held: true });
    await ask(...jobs("a", 3_000), ...jobs("b", 2));
    await until(() => expect(atWork.has("a 0")).toBe(true));
    expect(await work.state(host)).toMatchObject({ waiting: 3_000, running: 2, dead: 0 });
    expect(await post("toil.leave", { lane: "a" })).toEqual({ count: 2_999 });
    await ask({ lane: "a", n: 5_000 });
    await tell("a", 0, "done");
    await tell("a", 5_000, "done");
    for (const n of [0, 1]) await tell("b", n, "done");
    expect(begun.filter(({ lane }) => lane === "a").map(({ n }) => n)).toEqual([0, 5_000]);
  });

  it("do not slow down claims while they wait: 5,000 behind one", async () => {
    const { ask, tell, atWork, host } = await start({ held: true });
    await ask(...jobs("a", 5_000));
    await until(() => expect(atWork.has("a 0")).toBe(true));
    const found = await host.store.count(
      // Like the worker: its index only contains entries that are due or running.
      (await import("../../core/src/queue/entry.ts")).entriesOf("toil.work"),
      { by: "byDue" },
    );
    expect(found).toBe(1);
    await ask({ lane: "b", n: 0 });
    await tell("b", 0, "done");
    await tell("a", 0, "done");
  });
});

describe("a queue with lanes", () => {
  it("behaves like a simple model for random sequences of operations", async () => {
    const lane = fc.constantFrom("a", "b", "c", "none");
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant("add" as const),
          lanes: fc.array(lane, { minLength: 1, maxLength: 4 }),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant("tell" as const),
          which: fc.nat(20),
          outcome: fc.constantFrom<Outcome>("done", "done", "dead", "again"),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("discard" as const), which: fc.nat(40) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("retry" as const), which: fc.nat(40) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("leave" as const), lane: fc.constantFrom("a", "b", "c") }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { ask, tell, post, atWork, begun, statusOf, stop } = await start({ held: true, concurrency: 1_000 });
        /** Each lane in order; its first entry is running. */
        const model = new Map<string, { id: string; n: number }[]>([
          ["a", []],
          ["b", []],
          ["c", []],
        ]);
        const free = new Map<string, { id: string; n: number }>();
        const finished: { id: string; lane: string; n: number; status: string }[] = [];
        let n = 0;
        const expected = () => {
          const heads = [...model].flatMap(([lane, [head]]) => (head ? [`${lane} ${head.n}`] : []));
          return [...heads, ...[...free.values()].map((job) => `none ${job.n}`)].toSorted();
        };
        for (const what of steps) {
          if (what.do === "add") {
            const asked = what.lanes.map((lane) => ({ lane, n: n++ }));
            const ids = await ask(...asked);
            asked.forEach(({ lane, n }, at) => {
              const job = { id: ids[at] as string, n };
              if (lane === "none") free.set(job.id, job);
              else model.get(lane)?.push(job);
            });
          } else if (what.do === "tell") {
            const running = expected();
            const name = running[what.which % Math.max(1, running.length)];
            if (!name) continue;
            const [lane, number] = name.split(" ") as [string, string];
            const before = begun.length;
            await tell(lane, Number(number), what.outcome);
            // Between two attempts it is waiting, so it could be discarded.
            if (what.outcome === "again") await until(() => expect(begun.length).toBe(before + 1));
            if (what.outcome === "again") continue;
            const job =
              lane === "none" ? [...free.values()].find((one) => one.n === Number(number)) : model.get(lane)?.shift();
            if (!job) throw new Error("the model has lost it");
            free.delete(job.id);
            finished.push({ ...job, lane, status: what.outcome });
            await until(async () => expect((await statusOf(job.id)).status).toBe(what.outcome));
          } else if (what.do === "discard") {
            const behind = [...model].flatMap(([lane, all]) => all.slice(1).map((job) => ({ ...job, lane })));
            const job = behind[what.which % Math.max(1, behind.length)];
            if (!job) continue;
            await post("toil.work.discard", { id: job.id });
            model.set(job.lane, model.get(job.lane)?.filter(({ id }) => id !== job.id) ?? []);
            finished.push({ ...job, status: "discarded" });
          } else if (what.do === "retry") {
            const over = finished.filter(({ status }) => status !== "done");
            const job = over[what.which % Math.max(1, over.length)];
            if (!job) continue;
            await post("toil.work.retry", { id: job.id });
            finished.splice(finished.indexOf(job), 1);
            if (job.lane === "none") free.set(job.id, job);
            else model.get(job.lane)?.push(job);
          } else {
            const waiting = model.get(what.lane)?.slice(1) ?? [];
            await post("toil.leave", { lane: what.lane });
            model.set(what.lane, model.get(what.lane)?.slice(0, 1) ?? []);
            for (const one of finished) if (one.lane === what.lane && one.status === "dead") one.status = "discarded";
            finished.push(...waiting.map((job) => ({ ...job, lane: what.lane, status: "discarded" })));
          }
          await until(() => expect([...atWork.keys()].toSorted()).toEqual(expected()));
        }
        for (const { id, status } of finished) expect((await statusOf(id)).status).toBe(status);
        for (const tell of atWork.values()) tell("done");
        await stop();
        open.length = 0;
      }),
      { numRuns: 25 },
    );
  });

  it("keeps the order of its lanes if workers are killed at every step", async () => {
    const file = new URL("./processes/lanes.mjs", import.meta.url).href;
    const ENTRIES = 3;
    for (let step = 1, isOver = false; !isOver; step++) {
      const path = folder();
      const diary = join(path, "diary");
      appendFileSync(diary, "");
      const doomed = child(file, path, diary, ENTRIES, 600, step);
      isOver = (await doomed.ended) === 0;
      const heirs = isOver ? [] : ["one", "two"].map(() => child(file, path, diary, ENTRIES, 600));
      expect(await Promise.all(heirs.map(({ ended }) => ended))).toEqual(heirs.map(() => 0));
      const entries = readFileSync(diary, "utf8").split("\n").slice(0, -1);
      for (const lane of ["left", "right"]) {
        // An entry may start twice if its worker was killed, but never after a later one has started.
        const begun = entries
          .map((line) => line.split(" "))
          .filter(([what, name]) => what === "begin" && name === lane);
        const order = begun.map(([, , n]) => Number(n));
        expect(order, `step ${step}`).toEqual(order.toSorted((one, other) => one - other));
        expect(new Set(order).size, `step ${step}`).toBe(ENTRIES);
      }
    }
  });

  it("shares a lane between gateways on the same store", async () => {
    const one = await start();
    const two = await start({ storage: one.storage });
    for (let n = 0; n < 40; n++) await (n % 2 ? one : two).ask({ lane: "a", n });
    await until(() => expect(one.begun.length + two.begun.length).toBe(40));
    for (const { begun } of [one, two]) {
      const order = begun.map(({ n }) => n);
      expect(order).toEqual(order.toSorted((left, right) => left - right));
    }
  });
});
