import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf } from "../../../plugins/channels/src/outbox/split.ts";
import { createRateLimiter } from "../../../plugins/channels/src/runtime/rate-limiter.ts";

/** An unpaired surrogate. */
const HALF = /\p{Surrogate}/u;
const letters = (text: string) => text.replace(/\s+/g, "");

describe("splitting a text", () => {
  it.each([
    ["short", 20, ["short"]],
    ["one two three", 8, ["one two", "three"]],
    ["a line\nand another one", 12, ["a line", "and another", "one"]],
    ["abcdefghijklmnop", 8, ["abcdefgh", "ijklmnop"]],
    [
      "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u{1F469}\u200D\u{1F469}\u200D\u{1F467}",
      12,
      ["\u{1F469}\u200D\u{1F469}\u200D\u{1F467}", "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}"],
    ],
    ["  \n ", 8, []],
  ])("turns %j with at most %i characters into %j", (text, most, parts) => {
    expect(partsOf(text, { most, unit: "characters" })).toEqual(parts);
  });

  it("makes one part per line if the platform has lines", () => {
    expect(partsOf("one\r\n\r\ntwo\rthree\n", { most: 400, unit: "bytes", lines: true })).toEqual([
      "one",
      "two",
      "three",
    ]);
  });

  it.each(["bytes", "characters"] as const)(
    "into parts of few %s loses only white space and splits no character",
    (unit) => {
      fc.assert(
        fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.integer({ min: 8, max: 60 }), (text, most) => {
          const parts = partsOf(text, { most, unit });
          expect(letters(parts.join(""))).toBe(letters(text));
          for (const part of parts) {
            expect(unit === "bytes" ? Buffer.byteLength(part) : part.length).toBeLessThanOrEqual(most);
            if (!HALF.test(text)) expect(part).not.toMatch(HALF);
          }
        }),
      );
    },
  );
});

describe("a rate limiter", () => {
  it("allows a burst and then one message at a time", () => {
    let now = 0;
    const { take } = createRateLimiter({ burst: 3, every: 100, per: "adapter" }, () => now);
    expect([take("a"), take("b"), take("a"), take("b")]).toEqual([0, 0, 0, 100]);
    now = 60;
    expect(take("a")).toBe(40);
    now = 100;
    expect([take("a"), take("a")]).toEqual([0, 100]);
    now = 1_000;
    expect([take("a"), take("a"), take("a"), take("a")]).toEqual([0, 0, 0, 100]);
  });

  it("counts separately per place if the platform does", () => {
    const { take } = createRateLimiter({ burst: 1, every: 100, per: "place" }, () => 0);
    expect([take("a"), take("b"), take("a"), take("b")]).toEqual([0, 0, 100, 100]);
  });

  it("tracks a limited number of places", () => {
    let now = 0;
    const { take } = createRateLimiter({ burst: 1, every: 10, per: "place" }, () => now);
    for (let n = 0; n < 100_000; n++) {
      now += 1;
      expect(take(`p${n}`)).toBe(0);
    }
  });
});
