import { describe, expect, it } from "vitest";
import type { Reading } from "../history.ts";
import { checkLedger } from "./ledger.ts";
import { messageOf, namesOf } from "./records.ts";

describe("the check of the ledger", () => {
  const debit = messageOf("m1", { clientMessageId: "t-debit", actorId: "ann", content: { text: "-2" } });
  const credit = messageOf("m2", { clientMessageId: "t-credit", actorId: "ben", content: { text: "2" } });
  const reading: Reading = {
    ...{ reader: "r", gateway: 0, chatId: "ledger", after: undefined, messageIds: ["m1"], isComplete: true },
  };

  it("accepts whole transfers", () => {
    const whole = { ...reading, messageIds: ["m1", "m2"] };
    expect(checkLedger("ledger", [debit, credit], [whole])).toEqual([]);
  });

  it("finds a transfer without its second entry", () => {
    expect(namesOf(checkLedger("ledger", [debit], []))).toEqual([
      "The sum over all accounts stays 0",
      "The entries of a transfer follow each other",
    ]);
  });

  it("finds a reading between the two entries", () => {
    expect(namesOf(checkLedger("ledger", [debit, credit], [reading]))).toEqual([
      "Every reading has both entries of a transfer",
    ]);
  });
});
