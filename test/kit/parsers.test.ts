import { defineParser, ParserFailed, type ParserSession } from "@postern/kit/parsers";
import { describe, expect, it, onTestFinished, vi } from "vitest";

const MEBIBYTE = 2 ** 20;
const limits = { memory: 160, timeout: 30_000, answer: MEBIBYTE, output: 4 * MEBIBYTE };
const program = new URL("parser.mjs", import.meta.url);
const never = new AbortController().signal;

async function open(given: object = {}, call: object = {}): Promise<ParserSession> {
  // Each test has processes of its own: idle ones are kept by the address of their program.
  const own = new URL(`#${expect.getState().currentTestName}`, program);
  const session = await defineParser({ program: own, ...limits, ...given }).open({
    caller: "user:a",
    signal: never,
    ...call,
  });
  onTestFinished(() => session.end());
  return session;
}

describe("a parser", () => {
  it("answers messages of any type, with a new handler for each file", async () => {
    const first = await open();
    const value = { at: new Date(0), bytes: new Uint8Array([1, 2]), none: undefined, map: new Map([["a", [1]]]) };
    expect(await first.ask({ do: "echo", value })).toEqual(value);
    expect([await first.ask({ do: "count" }), await first.ask({ do: "count" })]).toEqual([1, 2]);
    const pid = await first.ask({ do: "pid" });
    expect(pid).not.toBe(process.pid);
    first.end();
    const second = await open();
    expect([await second.ask({ do: "pid" }), await second.ask({ do: "count" })]).toEqual([pid, 1]);
  });

  it.each([
    ["time", { do: "hang" }, { timeout: 1_000 }, "takes more than 1 seconds to read"],
    ["memory", { do: "heap" }, {}, "needs more than 160 MiB of memory to read"],
    ["memory", { do: "buffers" }, {}, "needs more than 160 MiB of memory to read"],
    ["output", { do: "bytes", size: MEBIBYTE }, {}, "results in more than 1048576 bytes"],
    ["crash", { do: "abort" }, {}, "ended the process that reads it (SIGABRT)"],
    ["crash", { do: "exit" }, {}, "ended the process that reads it (exit code 7)"],
    ["crash", { do: "late" }, {}, "ended the process that reads it (exit code 7)"],
    ["error", { do: "fail" }, {}, "cannot be read"],
  ])("reports %s: %o", async (reason, message, given, text) => {
    const session = await open(given);
    const failure = await session.ask(message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ParserFailed);
    expect(failure).toMatchObject({ reason, message: text });
    session.end();
    const next = await open(given);
    expect(await next.ask({ do: "count" })).toBe(1);
  });

  it("limits the size of all answers about a file", async () => {
    const session = await open();
    const ask = () => session.ask({ do: "bytes", size: MEBIBYTE - 100 });
    for (let n = 0; n < 4; n++) await ask();
    await expect(ask()).rejects.toMatchObject({ reason: "output", message: "results in more than 4194304 bytes" });
  });

  it("is not started with the environment of the gateway", async () => {
    vi.stubEnv("POSTERN_SECRET_OF_TEST", "secret");
    expect(JSON.stringify(await (await open()).ask({ do: "environment" }))).not.toContain("secret");
  });

  it("is unavailable if its program does not start", async () => {
    const session = await open({ program: new URL("absent.mjs", import.meta.url) });
    await expect(session.ask({ do: "count" })).rejects.toMatchObject({
      name: "gateway.unavailable",
      message: expect.stringContaining("did not start: exit code 1"),
    });
  });

  it("ends its process when the call is canceled or the session ends during an answer", async () => {
    const canceling = new AbortController();
    const session = await open({}, { signal: canceling.signal });
    await session.ask({ do: "count" });
    const answer = session.ask({ do: "hang" });
    canceling.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    const other = await open();
    await other.ask({ do: "count" });
    const pending = other.ask({ do: "hang" });
    other.end();
    await expect(pending).rejects.toThrow("The session has ended");
  });
});

describe("turns of parsers", () => {
  it("are three at a time, two of one caller, who does not keep others waiting", async () => {
    const started: string[] = [];
    const want = async (caller: string) => {
      const session = await open({}, { caller });
      started.push(caller);
      return session;
    };
    const own = [await want("a"), await want("a")];
    const third = want("a");
    const other = await want("b");
    const fourth = want("c");
    expect(started).toEqual(["a", "a", "b"]);
    other.end();
    (await fourth).end();
    expect(started).toEqual(["a", "a", "b", "c"]);
    own[0]?.end();
    (await third).end();
    own[1]?.end();
  });

  it("are refused if 10 files of a caller or 50 in all wait, and a canceled call frees its place", async () => {
    const running = [await open({}, { caller: "a" }), await open({}, { caller: "a" }), await open({}, { caller: "b" })];
    const leaving = new AbortController();
    const canceled = open({}, { caller: "a", signal: leaving.signal });
    const waiting = ["a", "b", "c", "d", "e"].flatMap((caller) =>
      Array.from({ length: caller === "a" ? 9 : 10 }, () => open({}, { caller })),
    );
    const refused = (caller: string, text: string) =>
      expect(open({}, { caller })).rejects.toMatchObject({
        name: "gateway.unavailable",
        message: expect.stringContaining(text),
      });
    await refused("a", "10 of your files are already waiting");
    await refused("f", "50 files are already waiting");
    leaving.abort(new Error("gone"));
    await expect(canceled).rejects.toThrow("gone");
    waiting.push(open({}, { caller: "a" }));
    for (const session of running) session.end();
    for (const session of waiting) void session.then((one) => one.end());
    await Promise.all(waiting);
  });
});
