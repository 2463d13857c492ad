import { describe, expect, it } from "vitest";
import { takeSlot } from "../../../plugins/bases/src/transfer/xlsx/slots.ts";
import { startThread } from "../../../plugins/bases/src/transfer/xlsx/thread.ts";

const signal = new AbortController().signal;

describe("threads for spreadsheets", () => {
  it("run three at a time, and the next one starts when one ends", async () => {
    const threads = await Promise.all([1, 2, 3].map(() => startThread("write", signal)));
    let isStarted = false;
    const fourth = startThread("write", signal).then((thread) => {
      isStarted = true;
      return thread;
    });
    await Promise.all(threads.map((thread) => thread.ask({ rows: [["a"]] })));
    expect(isStarted).toBe(false);
    await threads[0]?.end();
    expect(await (await fourth).ask({ rows: [["a"]] })).toEqual({ taken: true });
    await Promise.all([...threads, await fourth].map((thread) => thread.end()));
  });

  it("are refused if 50 callers wait, and a canceled call frees its place", async () => {
    const taken = await Promise.all([1, 2, 3].map(() => takeSlot(signal)));
    const leaving = new AbortController();
    const left = takeSlot(leaving.signal);
    const waiting = Array.from({ length: 49 }, () => takeSlot(signal));
    await expect(takeSlot(signal)).rejects.toMatchObject({ code: "gateway.unavailable", status: 503 });
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    waiting.push(takeSlot(signal));
    for (const release of taken) release();
    for (const slot of waiting) (await slot)();
    (await takeSlot(signal))();
  });
});
