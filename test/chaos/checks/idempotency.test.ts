import { describe, expect, it } from "vitest";
import type { Call } from "../history.ts";
import { checkIdempotency } from "./idempotency.ts";
import { callOf, namesOf } from "./records.ts";

describe("the check of idempotency", () => {
  const create = (id: string, taskId: string) =>
    callOf({ id, key: "k", input: { title: "Once" }, body: { task: { id: taskId } } });
  const check = (calls: readonly Call[], tasks = [{ id: "t", title: "Once" }]) =>
    namesOf(checkIdempotency(calls, tasks));

  it("accepts repetitions that got the first answer", () => {
    expect(check([create("a", "t"), create("b", "t")])).toEqual([]);
  });

  it("finds another answer", () => {
    expect(check([create("a", "t"), create("b", "u")])).toContain("Calls with one idempotency key get the same answer");
    expect(check([create("a", "t"), { ...create("b", "t"), status: 409 }])).toEqual([
      "Calls with one idempotency key get the same answer",
    ]);
  });

  it("finds a task that was created twice, or without a client", () => {
    const task = { id: "t", title: "Once" };
    expect(check([create("a", "t")], [task, { ...task, id: "u" }])).toEqual([
      "A task is created once for its key, with the acknowledged id",
    ]);
    expect(check([create("a", "t")], [task, { id: "u", title: "Other" }])).toEqual([
      "Every task was created by a client",
    ]);
  });
});
