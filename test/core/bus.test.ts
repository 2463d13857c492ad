import { defineEvent, type GatewayEvent, T } from "@postern/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBus } from "../../core/src/runtime/bus.ts";

const ticked = defineEvent("clock.tick.heard", { summary: "A tick was heard", data: T.Object({ n: T.Integer() }) });
const tick = (n: number): GatewayEvent => ({
  id: `${n}.1`,
  type: ticked.type,
  time: "2026-01-01T00:00:00.000Z",
  source: "/clock",
  actor: "ctx_local",
  data: { n },
});

function hearing() {
  const reported: { type: string; message: string }[] = [];
  const bus = createBus(
    (error, { type }) => void reported.push({ type, message: (error as Error).message ?? String(error) }),
  );
  return { bus, reported };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a listener", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("torn");
      },
      "torn",
    ],
    ["rejects", () => Promise.reject(new Error("torn")), "torn"],
    ["rejects with a word", () => Promise.reject("torn"), "torn"],
  ])(
    "that %s is reported with the type of the event, and the others receive the event",
    async (_how, listener, message) => {
      const { bus, reported } = hearing();
      const heard: string[] = [];
      bus.on(ticked, listener);
      bus.on(ticked, ({ id }) => void heard.push(id));
      bus.publish([tick(1), tick(2)]);
      await vi.advanceTimersByTimeAsync(0);
      expect(heard).toEqual(["1.1", "2.1"]);
      expect(reported).toEqual([
        { type: ticked.type, message },
        { type: ticked.type, message },
      ]);
    },
  );

  it("that hangs is reported after 30 s and no longer waited for", async () => {
    const { bus, reported } = hearing();
    const heard: string[] = [];
    bus.on(ticked, () => new Promise(() => {}));
    bus.on(ticked, ({ id }) => void heard.push(id));
    bus.publish([tick(1)]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(reported).toEqual([{ type: ticked.type, message: "A listener did not finish within 30000 ms" }]);
    expect(heard).toEqual(["1.1"]);
    await bus.idle(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that causes the same event again is stopped at the depth limit", async () => {
    const { bus, reported } = hearing();
    let heard = 0;
    bus.on(ticked, () => {
      heard++;
      bus.publish([tick(heard)]);
    });
    bus.publish([tick(0)]);
    await vi.advanceTimersByTimeAsync(10);
    expect(heard).toBe(16);
    expect(reported).toHaveLength(1);
    expect(reported[0]?.message).toMatch(/cause each other 16 levels deep/);
  });
});
