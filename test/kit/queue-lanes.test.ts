import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
import { jobs, type Outcome, open, start } from "./queue-lanes.ts";

afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

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
      (await import("../../core/kit/src/queue/entry.ts")).entriesOf("toil.work"),
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
