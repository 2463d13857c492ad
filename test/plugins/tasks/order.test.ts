import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initialPosition, positionsAfter, positionsBefore } from "../../../plugins/tasks/src/graph/position.ts";

const hex = fc.stringMatching(/^[0-9a-f]{0,30}[1-9a-f]$/);

describe("positions in the topological order", () => {
  it("can be created before, after and between any others", () => {
    fc.assert(
      fc.property(hex, hex, fc.integer({ min: 1, max: 40 }), (one, other, count) => {
        const [low = "", high = ""] = [one, other].sort();
        const rows = [
          [low, ...positionsAfter(low, undefined, count)],
          [...positionsBefore(high, undefined, count), high],
          ...(low === high ? [] : [[low, ...positionsAfter(low, high, count), high]]),
          ...(low === high ? [] : [[low, ...positionsBefore(high, low, count), high]]),
        ];
        for (const row of rows) {
          expect([...new Set(row)].sort()).toEqual(row);
          for (const place of row) expect(place).toMatch(/[1-9a-f]$/);
        }
      }),
    );
  });

  it("stay short, however often the smallest gap is halved", () => {
    let [low, high] = [initialPosition(`task_${"0".repeat(24)}`), initialPosition(`task_${"0".repeat(23)}1`)];
    for (let n = 0; n < 1_000; n++) {
      const [middle = ""] = positionsAfter(low, high, 1);
      expect(low < middle && middle < high).toBe(true);
      if (n % 3) low = middle;
      else high = middle;
    }
    expect(low.length).toBeLessThan(300);
    expect(Math.max(...positionsAfter(low, high, 1_000).map(({ length }) => length))).toBeLessThan(low.length + 10);
  });

  it("can be extended beyond both ends of the range of ids", () => {
    const [first, last] = ["000000000001", "fffffffffff8"];
    expect(positionsBefore(first, undefined, 9).every((place, at, all) => place < (all[at + 1] ?? first))).toBe(true);
    expect(positionsAfter(last, undefined, 9).every((place, at, all) => place > (all[at - 1] ?? last))).toBe(true);
  });
});
