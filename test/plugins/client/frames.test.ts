import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameParser, type Frame } from "../../../plugins/client/src/events/frames.ts";
import { parseRetryAfter } from "../../../plugins/client/src/http/retry-after.ts";

/** The frames of bytes that arrive in pieces of these lengths. */
function parseIn(text: string, lengths: readonly number[], limits?: { line: number; event: number }): Frame[] {
  const bytes = new TextEncoder().encode(text);
  const parse = createFrameParser(limits);
  const frames: Frame[] = [];
  let at = 0;
  for (const length of lengths) {
    frames.push(...parse(bytes.subarray(at, at + length)));
    at += length;
  }
  return [...frames, ...parse(bytes.subarray(at))];
}

describe("the frames of an event stream", () => {
  const text =
    ": hello\r\nretry: 5\r\rid: 1.1\r\nevent: a.b\r\ndata: Grüße 🍵\r\ndata:two\r\n\r\nid: 2.0\n\ndata\ndata: x\n\ndata: lost";

  it("are read with any line ends, and a part at the end is discarded", () => {
    expect(parseIn(text, [])).toEqual([
      { event: "a.b", data: "Grüße 🍵\ntwo", id: "1.1" },
      { event: "message", id: "2.0" },
      { event: "message", data: "\nx" },
    ]);
  });

  it("are the same however their bytes are split, also within a character or a CRLF", () => {
    const whole = parseIn(text, []);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 }), (lengths) => {
        expect(parseIn(text, lengths)).toEqual(whole);
      }),
    );
  });

  it("are refused if a line or an event is too long", () => {
    const limits = { line: 100, event: 150 };
    expect(() => parseIn(`data: ${"x".repeat(200)}`, [], limits)).toThrow("longer than 100 characters");
    const lines = `data: ${"x".repeat(80)}\n`;
    expect(() => parseIn(lines + lines, [], limits)).toThrow("longer than 150 characters");
    expect(parseIn(`${lines}\n${lines}\n`, [], limits)).toHaveLength(2);
  });

  it("are read in linear time if one line arrives in many pieces", () => {
    const length = 2_000_000;
    const start = performance.now();
    const [frame] = parseIn(
      `data: ${"x".repeat(length)}\n\n`,
      Array.from({ length: 20_000 }, () => 100),
    );
    expect(frame?.data?.length).toBe(length);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

it.each([
  [null, undefined],
  ["3", 3_000],
  [" 0 ", 0],
  ["-1", undefined],
  ["soon", undefined],
  ["Thu, 01 Jan 1970 00:00:10 GMT", 9_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
])("Retry-After %j is %s ms", (header, ms) => {
  expect(parseRetryAfter(header, 1_000)).toBe(ms);
});
