import { describe, expect, it } from "vitest";
import type { DatabaseState } from "../database.ts";
import { checkJournal } from "./journal.ts";
import { namesOf } from "./records.ts";

describe("the check of the journal", () => {
  const ids = ["1.0", "1.1", "2.0"];
  const database: DatabaseState = { eventIds: ids, numbers: [0, 2], repeatedFlights: [], highestVersion: 2 };
  const check = (listed: readonly string[], changed: Partial<DatabaseState> = {}) =>
    namesOf(checkJournal(listed, { ...database, ...changed }));

  it("accepts a journal without faults", () => {
    expect(check(ids)).toEqual([]);
  });

  it("finds an event that is listed twice", () => {
    expect(check(["1.0", "1.1", "1.1", "2.0"])).toContain("An event is listed once");
  });

  it("finds events in another order", () => {
    expect(check(["2.0", "1.0", "1.1"])).toEqual(["Events are listed in the order of the journal"]);
  });

  it("finds an event that is missing within a commit", () => {
    const gap = ["1.0", "1.2", "2.0"];
    expect(check(gap, { eventIds: gap })).toEqual(["The events of a commit have no gap"]);
  });

  it("finds an event that only the list or only the database has", () => {
    expect(check(["1.0", "1.1"])).toEqual(["Every event in the database is listed"]);
    expect(check([...ids, "3.0"])).toEqual(["Every listed event is in the database"]);
  });

  it("finds a number that is used twice", () => {
    expect(check(ids, { numbers: [0, 2, 2] })).toEqual([
      "Numbers of commits increase in the order in which they were written",
    ]);
  });

  it("finds a transaction that was written twice, and a record of no commit", () => {
    expect(check(ids, { repeatedFlights: ["f"] })).toEqual(["A transaction is written once"]);
    expect(check(ids, { highestVersion: 3 })).toEqual(["No record is newer than the last commit"]);
  });
});
