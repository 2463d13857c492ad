import { createSharedRuns } from "@postern/kit/queue";
import { describe, expect, it } from "vitest";

/** Work that ends when the test says so, and how often it started. */
function open() {
  const begun: { end(value: string): void; fail(error: Error): void; signal: AbortSignal }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<string>((end, fail) => {
      begun.push({ end, fail, signal });
      signal.addEventListener("abort", () => fail(signal.reason as Error), { once: true });
    });
  return { begun, work };
}

describe("callers that request the same work", () => {
  it("share one run if they request it before it starts", async () => {
    const { begun, work } = open();
    const run = createSharedRuns<string>();
    const answers = [1, 2, 3].map(() => run("a", work));
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.end("done");
    expect(await Promise.all(answers)).toEqual(["done", "done", "done"]);
    expect(begun.length).toBe(1);
  });

  it("are answered in separate turns of the event loop, so that their work does not add up", async () => {
    let [turns, ended] = [0, false];
    const count = () => {
      turns++;
      if (!ended) setImmediate(count);
    };
    const run = createSharedRuns<string>();
    const answered = async (signal?: AbortSignal) => {
      await run("a", async () => "done", signal);
      return turns;
    };
    const { signal } = new AbortController();
    const all = Promise.all([answered(), answered(signal), answered(), answered(signal)]);
    setImmediate(count);
    expect(new Set(await all).size).toBe(4);
    ended = true;
  });

  it("get a run that started after their request", async () => {
    const { begun, work } = open();
    const run = createSharedRuns<string>();
    const first = run("a", work);
    await expect.poll(() => begun.length).toBe(1);
    const later = [run("a", work), run("a", work)];
    begun[0]?.fail(new Error("no"));
    await expect(first).rejects.toThrow("no");
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.end("second");
    expect(await Promise.all(later)).toEqual(["second", "second"]);
  });

  it("get separate runs if the key or the instance differs", async () => {
    const { begun, work } = open();
    const [run, other] = [createSharedRuns<string>(), createSharedRuns<string>()];
    const answers = [run("a", work), run("b", work), other("a", work)];
    await expect.poll(() => begun.length).toBe(3);
    for (const [at, one] of begun.entries()) one.end(`${at}`);
    expect((await Promise.all(answers)).sort()).toEqual(["0", "1", "2"]);
  });
});

describe("a caller that leaves", () => {
  it("does not end the run for the others, but the last one does", async () => {
    const { begun, work } = open();
    const run = createSharedRuns<string>();
    const [one, two] = [new AbortController(), new AbortController()];
    const answers = [one, two].map(({ signal }) => run("a", work, signal).catch((error: unknown) => error));
    await expect.poll(() => begun.length).toBe(1);
    one.abort("gone");
    expect(await answers[0]).toBe("gone");
    expect(begun[0]?.signal.aborted).toBe(false);
    two.abort("gone too");
    expect(await answers[1]).toBe("gone too");
    expect(begun[0]?.signal.aborted).toBe(true);
  });

  it("starts nothing if nothing else waits", async () => {
    const { begun, work } = open();
    const run = createSharedRuns<string>();
    const stop = new AbortController();
    const left = run("a", work, stop.signal);
    stop.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    const after = run("a", work);
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.end("done");
    expect(await after).toBe("done");
    expect(begun.length).toBe(1);
    expect(() => run("a", work, stop.signal)).toThrow("gone");
  });
});
