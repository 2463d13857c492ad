import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { environmentFor } from "../../../plugins/channels/src/runner/environment.ts";
import { healthOf } from "../../../plugins/channels/src/runner/health.ts";
import { lastLines } from "../../../plugins/channels/src/runner/log-tail.ts";
import type { Observation } from "../../../plugins/channels/src/runner/observe.ts";
import { filesOf, openLog } from "../../../plugins/channels/src/runner/supervise/log-file.ts";
import { trimLog } from "../../../plugins/channels/src/runner/supervise/trim.ts";
import type { AdapterState } from "../../../plugins/channels/src/schemas.ts";
import { folder } from "../../storage-drivers/folder.ts";

describe("the environment of the runner", () => {
  it("contains common and configured variables, but never a key", () => {
    const all = {
      PATH: "/bin",
      LC_ALL: "C",
      NODE_OPTIONS: "--trace-warnings",
      NODE_CHANNEL_FD: "3",
      POSTERN_TOKEN: "rctx_secret",
      POSTERN_STORE: "lmdb:store",
      AWS_SECRET_ACCESS_KEY: "x",
      CHAT_TOKEN: "y",
      XDG_RUNTIME_DIR: undefined,
    };
    expect(environmentFor(all, { named: ["CHAT_TOKEN"], own: { POSTERN_DATA: "here" } })).toEqual({
      PATH: "/bin",
      LC_ALL: "C",
      NODE_OPTIONS: "--trace-warnings",
      POSTERN_STORE: "lmdb:store",
      CHAT_TOKEN: "y",
      POSTERN_DATA: "here",
    });
  });
});

describe("the log", () => {
  const limits = { bytes: 1_000, files: 3 };

  it("returns its last lines, from all of its files", async () => {
    const lines = fc.array(fc.string({ minLength: 1, maxLength: 40, unit: "grapheme-ascii" }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 70 }), async (said, count) => {
        const path = join(folder(), "a.log");
        const log = openLog(path, limits);
        const written = said.map((line, n) => `${n}: ${line.replace(/[\n\r/]/g, " ")}`);
        // Lines are written one at a time, or many at once.
        if (count % 2 === 0) for (const line of written) log.write(`${line}\n`);
        else log.write(written.map((line) => `${line}\n`).join(""));
        log.close();
        const shown = await lastLines(path, limits.files, count);
        expect(shown).toEqual(shown.length === 0 ? [] : written.slice(-shown.length));
        expect(shown.length).toBeLessThanOrEqual(count);
        const kept = filesOf(path, limits.files).map((name) => sizeOf(name));
        if (kept[2] === 0) expect(shown).toEqual(written.slice(-count));
        for (const size of kept) expect(size).toBeLessThanOrEqual(limits.bytes);
      }),
      { numRuns: 40 },
    );
  });

  it("contains no keys, no folders of the machine and no endless lines", async () => {
    const path = join(folder(), "a.log");
    const trace = '{"error":"Error: no\\n    at run (file:///srv/app/node_modules/x/index.js:1:2)","in":"/srv/data/a"}';
    writeFileSync(path, `key rctx_abc-DEF\n${trace}\nhttps://example.org/a/b?c=/d\n${"x".repeat(10_000)}\n`);
    const lines = await lastLines(path, 3, 10);
    expect(lines[0]).toBe("key rctx_[redacted]");
    expect(lines[1]).toBe('{"error":"Error: no\\n    at run (index.js:1:2)","in":"a"}');
    expect(lines[2]).toBe("https://example.org/a/b?c=/d");
    expect(lines[3]).toHaveLength(8_193);
  });

  it("is rotated in place if another program writes it", async () => {
    const path = join(folder(), "a.log");
    for (let round = 0; round < 5; round++) {
      appendFileSync(path, `round ${round}\n${"x".repeat(1_200)}\n`);
      trimLog(path, limits);
    }
    expect(readFileSync(path, "utf8")).toBe("");
    expect((await lastLines(path, limits.files, 100)).filter((line) => line.startsWith("round"))).toEqual([
      "round 3",
      "round 4",
    ]);
    trimLog(join(folder(), "none.log"), limits);
  });
});

describe("the health of a runner", () => {
  const now = 1_000_000;
  const outbound = {
    stream: "s",
    consumer: "c",
    enabled: true,
    infrastructureReady: true,
    consuming: true,
  };
  const seen = (adapters: Partial<AdapterState>[], at = now - 1_000, more: object = {}): Observation => ({
    claim: { pid: 1, id: "one", host: "here", startedAt: now - 60_000 },
    isCertain: true,
    heartbeat: {
      claim: "one",
      at,
      adapters: adapters.map((adapter, n) => ({ id: `a${n}`, channelId: "irc", status: "connected", ...adapter })),
      outbound: { ...outbound, ...more },
    },
  });

  it.each([
    ["without adapters", seen([]), "ready", undefined],
    ["with a disabled adapter", seen([{}, { status: "disabled" }]), "ready", undefined],
    ["with a starting adapter", seen([{}, { status: "starting" }]), "starting", "a1 is starting"],
    [
      "with two failing adapters",
      seen([{ status: "failed", reason: "no such host." }, { status: "starting" }, {}]),
      "degraded",
      "a0 failed: no such host, and 1 more of 3 adapters",
    ],
    [
      "that sends nothing",
      seen([], now, { consuming: false }),
      "degraded",
      expect.stringContaining("no messages are sent"),
    ],
    [
      "that does not report",
      seen([], now - 11_000),
      "unreachable",
      "the process is alive, but last reported 11 seconds ago",
    ],
  ])("is right for a runner %s", (_, given, status, reason) => {
    expect(healthOf(given, now)).toEqual({
      status,
      reachable: status !== "unreachable",
      checkedAt: now,
      ...(reason !== undefined && { reason }),
    });
  });
});

function sizeOf(path: string): number {
  try {
    return readFileSync(path).length;
  } catch {
    return 0;
  }
}
