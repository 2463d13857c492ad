import { describe, expect, it } from "vitest";
import { keep } from "../history.ts";
import { namesOf } from "./records.ts";
import { checkStreams } from "./streams.ts";

describe("the check of streams", () => {
  const chain = (ids: string[], gaps: string[] = []) => ({ reader: "s", after: "0.0", ids, gaps, connections: 1 });
  const check = (...chains: readonly ReturnType<typeof chain>[]) =>
    namesOf(checkStreams(chains, ["1.0", "2.0", "3.0"]));
  const ORDER = "A stream delivers every event once, in the order of the journal";

  it("accepts streams that delivered everything", () => {
    expect(check(chain(["1.0", "2.0", "3.0"]))).toEqual([]);
  });

  it.each([
    ["missing", ["1.0", "3.0"]],
    ["repeated", ["1.0", "2.0", "2.0", "3.0"]],
    ["in another order", ["2.0", "1.0", "3.0"]],
    ["not delivered yet", ["1.0", "2.0"]],
  ])("finds an event that is %s", (_, ids) => {
    expect(check(chain(ids))).toEqual([ORDER]);
  });

  it("finds a gap that was reported", () => {
    expect(check(chain(["1.0", "2.0", "3.0"], ["event: gap"]))).toEqual(["A stream reports no gap"]);
  });

  it("can omit the end of an hour's events", () => {
    const ids = Array.from({ length: 500_000 }, (_, at) => `${at}.0`);
    keep(ids, (id) => Number.parseFloat(id) < 400_000);
    expect(ids).toHaveLength(400_000);
  });
});
