import {
  createCommitQueue,
  encodeKey,
  encodeRecord,
  nothingWritten,
  OutcomeUnknown,
  StoreUnavailable,
  type Turn,
} from "@postern/core/storage";
import { describe, expect, it } from "vitest";
import { createGate } from "../../run/gate.ts";
import { until } from "../../run/until.ts";
import { put, watched } from "./commit-queue.ts";

describe("the commit queue", () => {
  it("groups batches that arrive together or while a group is being written", async () => {
    const written = createGate();
    const { driver, groups } = watched(() => written.opened);
    const queue = createCommitQueue(driver);
    const first = [1, 2, 3].map((n) => queue.commit(put(`a${n}`)));
    await until(() => expect(groups).toEqual([3]));
    const second = Array.from({ length: 300 }, (_, n) => queue.commit(put(`b${n}`)));
    written.open();
    const numbers = await Promise.all([...first, ...second]);
    expect(groups).toEqual([3, 256, 44]);
    expect(numbers).toEqual(Array.from({ length: 303 }, (_, at) => at + 1));
  });

  /** How a driver refuses a group with a bad batch, and what becomes of the three batches and of the group. */
  const again = { groups: [3, 1, 1, 1], good: "committed", bad: "not written" };
  const whole = { groups: [3], good: "unknown", bad: "unknown" };
  const refusals: [name: string, refuse: () => unknown, expected: typeof again][] = [
    ["an error that says that nothing was written", () => nothingWritten(new RangeError("bad")), again],
    [
      "a store that is unavailable and has written nothing",
      () => new StoreUnavailable("full", "bad", { nothingWritten: true }),
      again,
    ],
    [
      "a store that does not answer and has written nothing",
      () => new StoreUnavailable("timeout", "bad", { nothingWritten: true }),
      { groups: [3], good: "not written", bad: "not written" },
    ],
    ["an error that says nothing", () => new RangeError("bad"), whole],
    ["a store that is unavailable", () => new StoreUnavailable("failed", "bad"), whole],
    ["a text", () => "bad", whole],
  ];
  it.each(refusals)("repeats a group only if nothing was written: %s", async (_, refuse, expected) => {
    const { driver, groups } = watched((batches) => {
      if (batches.some(({ writes }) => writes[0]?.key === encodeKey(["bad"]))) throw refuse();
    });
    const queue = createCommitQueue(driver);
    const results = await Promise.allSettled(["a", "bad", "b"].map((name) => queue.commit(put(name))));
    const outcomes = results.map((result) => {
      if (result.status === "fulfilled") return "committed";
      return result.reason instanceof OutcomeUnknown ? "unknown" : "not written";
    });
    const { good, bad } = expected;
    expect({ groups, outcomes }).toEqual({ groups: expected.groups, outcomes: [good, bad, good] });
  });

  it.each([
    ["no answers", []],
    ["an answer for another number of batches", [1, 2, 3]],
    ["something else than answers", [1, undefined]],
  ])("counts a batch as unknown, not as lost, if the driver gives %s", async (_, answers) => {
    const { driver, groups } = watched();
    const queue = createCommitQueue({
      ...driver,
      async commit(batches) {
        await driver.commit(batches);
        return answers as number[];
      },
    });
    const results = await Promise.allSettled(["a", "b"].map((name) => queue.commit(put(name))));
    for (const result of results) expect(result).toMatchObject({ reason: { outcomeUnknown: true } });
    expect(groups).toEqual([2]);
  });

  it("answers a commit although its listener and the report of that fail", async () => {
    const fail = () => {
      throw new Error("no");
    };
    const queue = createCommitQueue(watched().driver, { onGroup: fail, onError: fail });
    expect(await queue.commit(put("a"), undefined, fail)).toBe(1);
    expect(await queue.commit(put("b"))).toBe(2);
  });

  it("commits a group once, even if a publisher throws", async () => {
    const { driver, groups } = watched();
    const errors: unknown[] = [];
    const queue = createCommitQueue(driver, { onError: (error) => errors.push(error) });
    const thrower = () => {
      throw new Error("deaf");
    };
    const numbers = await Promise.all([queue.commit(put("a"), undefined, thrower), queue.commit(put("b"))]);
    expect({ numbers, groups }).toEqual({ numbers: [1, 2], groups: [2] });
    expect(errors).toEqual([new Error("deaf")]);
    expect(await queue.commit(put("c"))).toBe(3);
  });
});

describe("a turn", () => {
  const reading = (name: string) => [{ start: encodeKey([name]), end: `${encodeKey([name])}\0`, found: [] }];

  it("blocks only batches that write to its reads", async () => {
    const { driver } = watched();
    const queue = createCommitQueue(driver);
    const order: string[] = [];
    const commit = (name: string, batch = put(name), turn?: Turn) =>
      queue.commit(batch, turn).then(() => order.push(name));
    let others: Promise<unknown>[] = [];
    await queue.inTurn(reading("hot"), async (turn) => {
      const place = { key: "p!:of!:x", place: "p!:at!:x", value: encodeRecord(["x"]) };
      others = [commit("hot"), commit("cold"), commit("placed", { checks: [], writes: [place] })];
      turn.reads = [...turn.reads, [{ start: "p!:at", end: 'p!:at"', found: [] }]];
      await others[1];
      await commit("own", put("hot", "own"), turn);
    });
    await Promise.all(others);
    expect(order.slice(0, 2)).toEqual(["cold", "own"]);
    expect(order.slice(2).sort()).toEqual(["hot", "placed"]);
  });

  it("waits only for turns that read the same", async () => {
    const queue = createCommitQueue(watched().driver);
    const order: string[] = [];
    const elsewhere = createGate();
    const turn = (name: string, reads: string, work: () => unknown = () => {}) =>
      queue.inTurn(reading(reads), async () => {
        await work();
        order.push(name);
      });
    const slow = turn("slow", "a", () => elsewhere.opened);
    const behind = turn("behind it", "a");
    await turn("elsewhere", "b", () => new Promise(setImmediate));
    elsewhere.open();
    await Promise.all([slow, behind]);
    expect(order).toEqual(["elsewhere", "slow", "behind it"]);
  });

  it("does not wait for a younger turn that reads its writes", async () => {
    const queue = createCommitQueue(watched().driver);
    const began = performance.now();
    const both = createGate();
    let begun = 0;
    const cross = (own: string, other: string) =>
      queue.inTurn(reading(own), async (turn) => {
        if (++begun === 2) both.open();
        await both.opened;
        return queue.commit(put(other), turn);
      });
    expect((await Promise.all([cross("a", "b"), cross("b", "a")])).sort()).toEqual([1, 2]);
    expect(performance.now() - began).toBeLessThan(800);
  });

  it("expires after a second and then blocks nothing", async () => {
    const queue = createCommitQueue(watched().driver);
    const [begun, end] = [createGate(), createGate()];
    const slow = queue.inTurn(reading("hot"), () => {
      begun.open();
      return end.opened;
    });
    await begun.opened;
    const [, answer] = await Promise.all([queue.commit(put("hot")), queue.inTurn(reading("hot"), async () => "next")]);
    expect(answer).toBe("next");
    end.open();
    await slow;
  });

  it("ends if its work fails", async () => {
    const queue = createCommitQueue(watched().driver);
    await expect(queue.inTurn(reading("hot"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.commit(put("hot"))).toBe(1);
  });
});
