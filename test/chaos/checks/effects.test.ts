import { describe, expect, it } from "vitest";
import type { JournalEvent } from "../final.ts";
import type { Attempt, Call } from "../history.ts";
import { checkEffects } from "./effects.ts";
import { callOf, eventOf, namesOf } from "./records.ts";

describe("the check of effects", () => {
  const executed = (requestId: string, outcome = "done") =>
    eventOf("gateway.command.executed", { operation: "tasks.create", requestId, outcome });
  const check = (calls: readonly Call[], events: readonly JournalEvent[]) => namesOf(checkEffects(calls, events));

  it("accepts calls that were executed once, and refused ones that were not", () => {
    const refused = callOf({ id: "d", status: 409 });
    expect(check([callOf({}), refused], [executed("c.1"), executed("d.1", "tasks.dependency_cycle")])).toEqual([]);
  });

  it("finds an acknowledged call without an effect", () => {
    expect(check([callOf({})], [])).toEqual(["What was acknowledged was executed"]);
  });

  it("finds calls with one key that were executed twice", () => {
    const calls = [callOf({ key: "k" }), callOf({ id: "d", key: "k" })];
    expect(check(calls, [executed("c.1"), executed("d.1")])).toEqual([
      "A command with an idempotency key is executed once",
    ]);
  });

  it("finds a refused call that was executed, and a command that was never sent", () => {
    expect(check([callOf({ status: 409 })], [executed("c.1")])).toEqual([
      "What was refused was not executed",
      "A request whose answer says that nothing was changed was not executed",
    ]);
    expect(check([], [executed("x.1")])).toEqual(["Nothing was executed that no client sent"]);
  });

  it("finds a request that was executed although its 503 says that nothing was changed", () => {
    const attempts: Attempt[] = [
      { requestId: "c.1", gateway: 0, outcome: "refused" },
      { requestId: "c.2", gateway: 0, outcome: "unknown" },
      { requestId: "c.3", gateway: 0, outcome: "answered" },
    ];
    const call = callOf({ key: "k", attempts, isReplay: true });
    expect(check([call], [executed("c.1")])).toEqual([
      "A request whose answer says that nothing was changed was not executed",
    ]);
    expect(check([call], [executed("c.2")])).toEqual([]);
  });

  it("finds a request with two outcomes", () => {
    const events = [executed("c.1"), executed("c.1", "bases.row_version_mismatch")];
    expect(check([callOf({})], events)).toEqual(["A request has one outcome"]);
  });

  it("finds calls that were never answered, or with a fault", () => {
    const { status: _, ...open } = callOf({});
    expect(check([open], [])).toEqual(["Every call is answered"]);
    expect(check([callOf({ status: 500 })], [])).toEqual(["A call is answered with success or a conflict"]);
  });
});
