import { describe, expect, it } from "vitest";
import { callOf, eventOf, namesOf } from "./records.ts";
import { checkTokens } from "./tokens.ts";

describe("the check of tokens", () => {
  const move = (id: string, expectedVersion: number, holder: string) =>
    callOf({ id, operation: "bases.rows.update", input: { row: "t", expectedVersion, values: { holder } } });
  const row = { id: "t", version: 2, values: { holder: "ben" } };
  const updated = eventOf("bases.row.updated", { row });
  const check = (rows = [row], calls = [move("a", 1, "ben")], readings = [["t"]], events = [updated]) =>
    namesOf(
      checkTokens(
        ["t"],
        rows,
        calls,
        readings.map((rowIds) => ({ gateway: 0, rowIds })),
        events,
      ),
    );

  it("accepts a token that was moved once", () => {
    expect(check()).toEqual([]);
  });

  it("finds a reading with a token twice, or without one", () => {
    expect(check(undefined, undefined, [["t", "t"]])).toEqual(["Every reading has every token once"]);
    expect(check(undefined, undefined, [[]])).toEqual(["Every reading has every token once"]);
  });

  it("finds two moves from the same version", () => {
    expect(check(undefined, [move("a", 1, "ben"), move("b", 1, "eve")])).toContain(
      "Of the moves from one version, one succeeds",
    );
  });

  it("finds a move that was lost", () => {
    expect(check([{ ...row, version: 1 }])).toContain("A token is where its last move has left it");
    expect(check([{ ...row, values: { holder: "eve" } }])).toEqual(["A token is where its last move has left it"]);
  });

  it("finds a version without an event", () => {
    expect(check(undefined, undefined, undefined, [])).toEqual([
      "The events of a token have each of its versions once, in order",
    ]);
  });
});
