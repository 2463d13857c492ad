import { describe, expect, it } from "vitest";
import type { FinalState } from "../final.ts";
import { checkAgreement } from "./agreement.ts";
import { namesOf } from "./records.ts";

describe("the check of agreement", () => {
  const state: FinalState = {
    ...{ messages: {}, tokens: [], properties: [], tasks: [], up: [], down: [], graph: [], waiting: [], ready: [] },
    ...{ eventIds: ["1.0"], verified: { damaged: 0, lost: [] } },
  };

  it("accepts gateways that answer the same", () => {
    expect(checkAgreement([state, { ...state }])).toEqual([]);
  });

  it("finds a gateway that answers differently, and a damaged record", () => {
    expect(namesOf(checkAgreement([state, { ...state, eventIds: [] }]))).toEqual(["All gateways agree"]);
    expect(namesOf(checkAgreement([{ ...state, verified: { damaged: 1, lost: [] } }]))).toEqual([
      "No record is damaged or lost",
    ]);
  });
});
