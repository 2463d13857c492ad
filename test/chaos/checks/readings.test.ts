import { describe, expect, it } from "vitest";
import type { Reading } from "../history.ts";
import { checkReadings } from "./readings.ts";
import { messageOf, namesOf } from "./records.ts";

describe("the check of readings", () => {
  const reading = (messageIds: readonly string[], changed: Partial<Reading> = {}): Reading => ({
    ...{ reader: "r", gateway: 0, chatId: "chat", after: undefined, messageIds, isComplete: true },
    ...changed,
  });
  const chats = { chat: ["m1", "m2", "m3"].map((id) => messageOf(id)) };
  const check = (...readings: readonly Reading[]) => namesOf(checkReadings(readings, chats));

  it("accepts parts of the final order", () => {
    expect(check(reading([]), reading(["m1"]), reading(["m2", "m3"], { after: "m1", mustContain: "m1" }))).toEqual([]);
  });

  it("finds a message that appeared before one that had been read", () => {
    expect(check(reading(["m1", "m3"]))).toEqual(["What was read is part of the final order"]);
  });

  it("finds a message that was read and vanished", () => {
    expect(check(reading(["m1", "m2", "m3", "m4"]))).toEqual(["What was read is part of the final order"]);
  });

  it("finds a reading that does not see what its position promises", () => {
    expect(check(reading(["m1"], { mustContain: "m2" }))).toEqual([
      "A reading with a position contains what was written before it",
    ]);
  });
});
