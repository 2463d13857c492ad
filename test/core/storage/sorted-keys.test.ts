import { SortedKeys } from "@postern/core/storage";
import fc from "fast-check";
import { expect, it } from "vitest";

const key = fc.nat({ max: 3000 }).map((n) => String(n).padStart(4, "0"));

it("behaves like a sorted list", () => {
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 1500 }),
      fc.array(fc.tuple(fc.boolean(), key), { maxLength: 2500 }),
      fc.array(fc.record({ start: key, end: key, limit: fc.nat(400), offset: fc.nat(900), reverse: fc.boolean() }), {
        maxLength: 20,
      }),
      (start, changes, queries) => {
        const model = new Set(start);
        const keys = new SortedKeys([...model].sort());
        for (const [adds, one] of changes) {
          if (adds) keys.add(one);
          else keys.remove(one);
          if (adds) model.add(one);
          else model.delete(one);
        }
        const sorted = [...model].sort();
        for (const query of queries) {
          const within = sorted.filter((one) => one >= query.start && one < query.end);
          expect(keys.count(query)).toBe(Math.min(within.length, query.limit));
          if (query.reverse) within.reverse();
          expect(keys.range(query)).toEqual(within.slice(query.offset, query.offset + query.limit));
        }
      },
    ),
    { numRuns: 60 },
  );
});
