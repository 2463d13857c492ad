import { describe, expect, it } from "vitest";
import type { FinalState } from "../final.ts";
import type { PropertyRound } from "../history.ts";
import { checkProperties } from "./properties.ts";
import { namesOf } from "./records.ts";

describe("the check of properties", () => {
  const round: PropertyRound = {
    ...{ key: "k", propertyId: "p", deleted: [true, false], recreated: false, restored: [true, false] },
    ...{ live: ["p"], value: "p" },
  };
  const check = (changed: Partial<PropertyRound>, properties: FinalState["properties"] = []) =>
    namesOf(checkProperties([{ ...round, ...changed }], properties));

  it("accepts a property that was restored, or replaced", () => {
    expect(check({})).toEqual([]);
    expect(check({ recreated: true, restored: [false, false], live: ["q"], value: undefined })).toEqual([]);
  });

  it("finds two deletions, or a creation and a restoration, that both succeeded", () => {
    expect(check({ deleted: [true, true] })).toEqual(["Of two deletions of a property, one succeeds"]);
    expect(check({ recreated: true })).toEqual(["Of a creation and two restorations with one key, one succeeds"]);
  });

  it("finds two live properties with one key", () => {
    expect(check({ live: ["p", "q"] })).toEqual(["A key has one live property"]);
    const twice = ["p", "q"].map((id) => ({ id, key: "k" }));
    expect(check({}, twice)).toEqual(["A key has at most one live property at the end"]);
  });

  it("finds values that did not come back, or came back with another property", () => {
    expect(check({ value: undefined })).toEqual(["Values come back with a restored property, and only then"]);
    expect(check({ recreated: true, restored: [false, false], live: ["q"] })).toEqual([
      "Values come back with a restored property, and only then",
    ]);
  });

  it("finds a live property other than the successful one", () => {
    expect(check({ live: ["q"] })).toEqual(["The live property is the one whose creation or restoration succeeded"]);
  });
});
