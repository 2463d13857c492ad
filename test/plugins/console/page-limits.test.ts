import type { PosternError } from "@postern/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createBucket, createLanes, createThrottle } from "../../../plugins/console/app/pages/plugin/limits.ts";
import { confirmedIn, rightsShown } from "../../../plugins/console/app/pages/plugin/right.ts";
import { consentsOf } from "../../../plugins/console/app/session/consent.ts";

describe("limits for pages of plugins", () => {
  it("admit a number of messages at once, and later some for each second", () => {
    let now = 0;
    const admit = createBucket({ burst: 3, perSecond: 2 }, () => now);
    const admitted = (count: number) => Array.from({ length: count }, admit).filter(Boolean).length;
    expect(admitted(10)).toBe(3);
    now += 1_000;
    expect(admitted(10)).toBe(2);
    now += 60_000;
    expect(admitted(10)).toBe(3);
  });

  it("do some calls at once, let some wait, and refuse more", async () => {
    const inLane = createLanes({ lanes: 2, waiting: 3 });
    const begun: number[] = [];
    const ends: ((failed?: Error) => void)[] = [];
    const call = (number: number) =>
      inLane(() => {
        begun.push(number);
        return new Promise<number>((resolve, reject) => {
          ends.push((failed) => (failed ? reject(failed) : resolve(number)));
        });
      }).catch((error: PosternError) => error.code ?? "failed");
    const calls = [0, 1, 2, 3, 4, 5, 6].map(call);
    expect(await Promise.all(calls.slice(5))).toEqual(["console.too_many_calls", "console.too_many_calls"]);
    expect(begun).toEqual([0, 1]);
    // A call that fails frees its lane too.
    ends[0]?.(new Error("failed"));
    for (const end of [1, 2, 3, 4]) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(end));
      ends[end]?.();
    }
    expect(await Promise.all(calls.slice(0, 5))).toEqual(["failed", 1, 2, 3, 4]);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    const late = call(7);
    ends[5]?.();
    expect(await late).toBe(7);
  });

  it("apply the first and then the latest place, and none after the end", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const applied: string[] = [];
    const places = createThrottle(400, (place: string) => applied.push(place));
    for (const place of ["a", "b", "c"]) places.set(place);
    expect(applied).toEqual(["a"]);
    vi.advanceTimersByTime(400);
    expect(applied).toEqual(["a", "c"]);
    places.set("d");
    vi.advanceTimersByTime(400);
    expect(applied).toEqual(["a", "c", "d"]);
    vi.advanceTimersByTime(4_000);
    places.set("e");
    places.set("f");
    places.stop();
    vi.advanceTimersByTime(4_000);
    expect(applied).toEqual(["a", "c", "d", "e"]);
  });
});

describe("rights of pages of plugins", () => {
  const page = {
    uses: ["**", "context.derive"],
    excluded: ["console.ticket"],
    confirmed: [{ id: "context.derive", effect: "write", summary: "Create a key" }],
  } as const;

  it("refuse what is not used and what is excluded, and say why", () => {
    expect(() => confirmedIn({ ...page, uses: ["chats.*"] }, "tasks.list")).toThrow('must list it in "uses"');
    expect(() => confirmedIn(page, "console.ticket")).toThrow("must list exactly this id");
    expect(confirmedIn(page, "chats.list")).toBeUndefined();
    expect(confirmedIn(page, "context.derive")).toEqual(page.confirmed[0]);
  });

  it("are shown by what they do to the viewer", () => {
    const effects = {
      "chats.list": "read",
      "chats.create": "write",
      "chats.remove": "destroy",
      "mail.send": "external",
    };
    const operations = [
      ...Object.entries(effects).map(([id, effect]) => ({ id, effect })),
      { id: "context.derive", effect: "write" },
      { id: "console.ticket", effect: "read" },
    ];
    expect(rightsShown(page, operations)).toEqual({
      reads: ["chats.list"],
      writes: ["chats.create"],
      planned: ["chats.remove", "mail.send"],
    });
  });
});

describe("consents to pages of plugins", () => {
  const page = { plugin: "kettle", name: "main", version: "1.0.0", uses: ["kettle.**", "chats.list"] };
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const consents = consentsOf({ person: "ada", console: "/console/", storage });

  it("are for a version and its uses, in any order, until they are withdrawn", () => {
    expect(consents.has(page)).toBe(false);
    consents.give(page);
    expect(consents.has({ ...page, uses: ["chats.list", "kettle.**"] })).toBe(true);
    for (const changed of [
      { version: "1.0.1" },
      { uses: ["kettle.**"] },
      { uses: ["kettle.**", "chats.list", "**"] },
      { plugin: "other" },
      { name: "other" },
    ])
      expect([changed, consents.has({ ...page, ...changed })]).toEqual([changed, false]);
    consents.withdraw(page);
    expect(consents.has(page)).toBe(false);
  });

  it("are those of one person at one gateway", () => {
    consents.give(page);
    expect(consentsOf({ person: "bob", console: "/console/", storage }).has(page)).toBe(false);
    expect(consentsOf({ person: "ada", console: "/b/console/", storage }).has(page)).toBe(false);
  });
});
