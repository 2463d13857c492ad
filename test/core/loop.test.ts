import { createLoop, type LoopSetting } from "@postern/core/background";
import { StoreUnavailable } from "@postern/core/storage";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../run/until.ts";
import { watchEventLoop } from "../watchdog.ts";

function begin(step: LoopSetting["step"], options: Partial<LoopSetting> = {}) {
  const logged: { fields: Record<string, unknown>; message: string }[] = [];
  const keep = (fields: Record<string, unknown>, message: string) => void logged.push({ fields, message });
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const loop = createLoop({ name: "test", log, step, ...options });
  onTestFinished(() => loop.stop());
  return { loop, logged };
}

/** Replaces timers and clocks until the test ends, so that it decides how much time passes. */
function holdTime() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

describe("background loops while the store is not available", () => {
  it("log the outage and its end once together, and other errors each time", async () => {
    const logged: string[] = [];
    const keep = (_: object, message: string) => void logged.push(message);
    const log = { debug: keep, info: keep, warn: keep, error: keep };
    let failing: Error | undefined = new StoreUnavailable("timeout", "The server does not answer");
    let steps = 0;
    const loops = Array.from({ length: 5 }, (_, n) =>
      createLoop({
        ...{ name: `test ${n}`, log, shortest: 0, longestRetry: 1 },
        async step() {
          steps++;
          if (failing) throw failing;
        },
      }),
    );
    onTestFinished(async () => void (await Promise.all(loops.map((loop) => loop.stop()))));
    const wake = () => {
      for (const loop of loops) loop.wake();
    };
    wake();
    await until(() => expect(steps).toBeGreaterThan(20));
    expect(logged).toEqual(["The store is not available; background work waits for it"]);
    failing = undefined;
    await until(() => expect(logged).toHaveLength(2));
    expect(logged[1]).toBe("The store is available again");
    failing = new Error("something else");
    wake();
    await until(() => expect(logged.slice(2).length).toBeGreaterThan(5));
    expect(new Set(logged.slice(2))).toEqual(new Set(["Background work failed and will be retried"]));
  });
});

describe("a background loop", () => {
  it("lets timers fire between steps that always request another", async () => {
    const longestHold = watchEventLoop();
    let steps = 0;
    const { loop } = begin(async () => {
      steps++;
      return 0;
    });
    loop.wake();
    await until(() => expect(steps).toBeGreaterThan(10));
    expect(longestHold()).toBeLessThan(2_000);
  });

  it("lets timers fire if each step wakes it again", async () => {
    const longestHold = watchEventLoop();
    let steps = 0;
    const { loop } = begin(async () => {
      steps++;
      loop.wake();
    });
    const began = performance.now();
    loop.wake();
    await until(() => expect(steps).toBeGreaterThan(10));
    expect(steps).toBeLessThanOrEqual((performance.now() - began) / 19 + 2);
    expect(longestHold()).toBeLessThan(2_000);
  });

  it("runs one step at a time, and one more for all wakes during it", async () => {
    holdTime();
    let running = 0;
    let most = 0;
    let steps = 0;
    const { loop } = begin(async () => {
      most = Math.max(most, ++running);
      steps++;
      await new Promise((resolve) => setTimeout(resolve, 60));
      running--;
    });
    loop.wake();
    await vi.advanceTimersByTimeAsync(20);
    expect(running).toBe(1);
    for (let time = 0; time < 50; time++) loop.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ steps, most }).toEqual({ steps: 2, most: 1 });
  });

  it("retries a failed step after a growing delay, however often it is woken", async () => {
    const at: number[] = [];
    const { loop, logged } = begin(async () => {
      at.push(performance.now());
      throw new Error("broken");
    });
    loop.wake();
    const waking = setInterval(() => loop.wake(), 5);
    await until(() => expect(at.length).toBe(3));
    clearInterval(waking);
    expect((at[1] as number) - (at[0] as number)).toBeGreaterThan(490);
    expect((at[2] as number) - (at[1] as number)).toBeGreaterThan(990);
    expect(logged[0]).toMatchObject({
      message: "Background work failed and will be retried",
      fields: { loop: "test", retryInMs: 500, error: expect.stringContaining("broken") },
    });
  });

  it("stops after the running step, whose signal is aborted", async () => {
    holdTime();
    let steps = 0;
    let hasEnded = false;
    const { loop } = begin(async (signal) => {
      steps++;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      hasEnded = true;
      return 0;
    });
    loop.wake();
    await vi.advanceTimersByTimeAsync(20);
    expect(steps).toBe(1);
    await loop.stop();
    expect(hasEnded).toBe(true);
    loop.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(steps).toBe(1);
  });
});
