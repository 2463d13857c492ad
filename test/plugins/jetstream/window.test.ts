import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWindow } from "../../../plugins/jetstream/src/out/window.ts";

const start = { id: "0.0", published: 0, withoutData: 0 };
const ignored = { onSettled() {}, onFailed() {} };
const one = { published: 1, withoutData: 0 };

/** Messages whose acknowledgements the test sends. */
function sending() {
  const acknowledge: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => acknowledge.push(resolve));
  return { acknowledge, next };
}

describe("a window", () => {
  it("holds at most its number of messages and of bytes", async () => {
    const { acknowledge, next } = sending();
    const window = createWindow(start, { messages: 3, bytes: 100 }, ignored);
    let sent = 0;
    const work = (async () => {
      for (const [at, size] of [10, 10, 10, 10, 95, 10].entries()) {
        await window.room(size);
        window.add(`${at + 1}.1`, size, one, next());
        sent++;
      }
    })();
    const sentAfter = async (count: number) => {
      for (let done = 0; done < count; done++) acknowledge.shift()?.();
      for (let turns = 0; turns < 3; turns++) await turn();
      return sent;
    };
    expect(await sentAfter(0)).toBe(3);
    expect(await sentAfter(1)).toBe(4);
    // 95 bytes have no room until the other ones have gone, and 10 more none beside them.
    expect(await sentAfter(2)).toBe(4);
    expect(await sentAfter(1)).toBe(5);
    expect(await sentAfter(1)).toBe(6);
    await sentAfter(1);
    await work;
    expect(window.settled).toEqual({ id: "6.1", published: 6, withoutData: 0 });
  });

  it("settles only events acknowledged with all earlier ones, in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...Array(30).keys()], { minLength: 30 }), async (order) => {
        const { acknowledge, next } = sending();
        const window = createWindow(start, { messages: 100, bytes: 1_000 }, ignored);
        for (let at = 0; at < 30; at++) window.add(String(at), 1, one, next());
        const done = new Set<number>();
        for (const at of order) {
          acknowledge[at]?.();
          done.add(at);
          await turn();
          let settled = 0;
          while (done.has(settled)) settled++;
          expect(window.settled.published).toBe(settled);
        }
        await window.empty();
      }),
      { numRuns: 20 },
    );
  });

  it("passes events that are not sent only after those before them", async () => {
    const { acknowledge, next } = sending();
    const window = createWindow(start, { messages: 10, bytes: 100 }, ignored);
    window.add("1.1", 1, one, next());
    window.pass("5.1");
    expect(window.settled.id).toBe("0.0");
    acknowledge[0]?.();
    await window.empty();
    expect(window.settled).toEqual({ id: "5.1", published: 1, withoutData: 0 });
  });

  it("ends all waiting with the first failure, and settles nothing after it", async () => {
    const { acknowledge, next } = sending();
    let failures = 0;
    const window = createWindow(start, { messages: 2, bytes: 100 }, { ...ignored, onFailed: () => failures++ });
    window.throwIfFailed();
    window.add("1.1", 1, one, Promise.reject(new Error("The disk is full")));
    window.add("2.1", 1, one, next());
    acknowledge[0]?.();
    await expect(window.room(1)).rejects.toThrow("The disk is full");
    await expect(window.empty()).rejects.toThrow("The disk is full");
    expect(() => window.throwIfFailed()).toThrow("The disk is full");
    expect(failures).toBe(1);
    expect(window.settled).toEqual(start);
  });
});
